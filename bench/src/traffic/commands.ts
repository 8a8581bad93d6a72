/** The commands that Redis runs, as `MONITOR` tells them. */
import { randomUUID } from 'node:crypto'
import { Redis } from 'ioredis'

export interface Commands {
  /** Those since it was last asked. */
  taken(): Promise<Ran>
  close(): Promise<void>
}

interface Ran {
  /** Sent by a connection of the kind that is asked for. */
  readonly sent: number
  /** Those, and what scripts ran. */
  readonly run: number
}

/** What a script runs comes from here. */
const SCRIPT = 'lua'

export async function openCommands(url: string, isAsked: (address: string) => boolean): Promise<Commands> {
  const redis = new Redis(url)
  const monitor = await redis.monitor()
  let sent = 0
  let run = 0
  let onEcho: (text: string) => void = () => {}
  monitor.on('monitor', (_time: string, [name, text]: string[], source: string) => {
    if (source === SCRIPT || isAsked(source)) run++
    if (isAsked(source)) sent++
    if (name?.toLowerCase() === 'echo' && text !== undefined) onEcho(text)
  })
  return {
    async taken() {
      // It is told of in its turn, after all that ran before.
      const last = randomUUID()
      const told = new Promise<void>((resolve) => {
        onEcho = (text) => text === last && resolve()
      })
      await redis.echo(last)
      await told
      const ran = { sent, run }
      sent = 0
      run = 0
      return ran
    },
    async close() {
      monitor.disconnect()
      await redis.quit()
    },
  }
}
