/** What was converted is written back as the current version (law 9). */
import type { Engine } from '../loader/engine.ts'
import type { Entity } from '../read/flights.ts'
import type { Promotion, Write } from '../store/store.ts'
import { ignore } from '../store/store-guard.ts'

/** In the background; not where an invalidation may not have reached the store yet. */
export function promoteSoon<K, V>(
  engine: Engine<K, V>,
  { text, key, lease }: Entity,
  write: Omit<Write, 'key'>,
  from: Promotion['from'],
  version: number,
): void {
  if (engine.invalidations.bars(key)) return
  const promote = async () => {
    const written = await engine.gate.promote([{ lease, write: { key, ...write }, from }]).catch(ignore)
    engine.events.emit('upgraded', {
      loader: engine.name,
      id: text,
      from: version,
      written: written?.[0] === true,
    })
  }
  engine.lifecycle.background(promote())
}
