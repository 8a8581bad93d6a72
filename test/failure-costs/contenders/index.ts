import type { ContenderName } from '../scenario.ts'
import type { Contender } from './contender.ts'
import { larder } from './larder.ts'
import { naive } from './naive.ts'

export const CONTENDERS: Readonly<Record<ContenderName, Contender>> = { larder, naive }
