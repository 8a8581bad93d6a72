import * as apollo from '@larder/apollo'
import * as core from '@larder/core'
import * as testing from '@larder/core/testing'
import * as keyv from '@larder/keyv'
import * as opentelemetry from '@larder/opentelemetry'
import * as redis from '@larder/redis'
import exercise from './exercise.cjs'

await exercise({ apollo, core, keyv, opentelemetry, redis, testing })
