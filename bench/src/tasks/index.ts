/** All tasks, by the names that `--only` knows, in the order in which they run. */
import { absent100 } from './absent.ts'
import { catalogue } from './catalogue.ts'
import { hits10, hits100, hits100DataLoader, hits1000 } from './hits.ts'
import { hits100Rich } from './hits-rich.ts'
import { idlePlugin, idlePluginOverHttp } from './idle-plugin.ts'
import { keys1m } from './keys-1m.ts'
import { memory } from './memory.ts'
import { nearHits } from './near-hits.ts'
import { stampede } from './stampede.ts'
import type { Task } from './task.ts'
import { waiters2000 } from './waiters.ts'
import { zipf64 } from './zipf.ts'

export const tasks: Readonly<Record<string, Task>> = {
  'hits-10': hits10,
  'hits-100': hits100,
  'hits-1000': hits1000,
  'hits-100-rich': hits100Rich,
  'hits-100-dataloader': hits100DataLoader,
  'zipf-64': zipf64,
  'near-hits': nearHits,
  'absent-100': absent100,
  'waiters-2000': waiters2000,
  catalogue,
  stampede,
  'keys-1m': keys1m,
  memory,
  'idle-plugin': idlePlugin,
  'idle-plugin-http': idlePluginOverHttp,
}
