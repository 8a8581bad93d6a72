import { larder } from './larder.ts'
import { naive } from './naive.ts'

export const CONTENDERS = { larder, naive }

export type ContenderName = keyof typeof CONTENDERS
