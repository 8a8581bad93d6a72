/** What was converted is written back as the current version (law 9). */
import type { Engine } from '../loader/engine.ts'
import { noteWritten } from '../observe/note.ts'
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
    const answers = await engine.gate.promote([{ lease, write: { key, ...write }, from }]).catch(ignore)
    const written = answers?.[0] === true
    if (written) noteWritten(engine, 'promote', write)
    engine.events.emit('upgraded', {
      loader: engine.name,
      id: text,
      from: version,
      written,
    })
  }
  engine.lifecycle.background(promote())
}
