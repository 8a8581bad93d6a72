import { tracingChannel } from 'node:diagnostics_channel'

export interface Command {
  readonly name: string
  readonly args: readonly string[]
}

interface Traced {
  readonly command: string
  readonly args: string[]
}

/** What this process sends to Redis while `run` runs, as ioredis itself tells it. */
export async function sentDuring(
  run: () => Promise<unknown>,
): Promise<{ commands: Command[]; roundTrips: number }> {
  const channel = tracingChannel<string, Traced>('ioredis:command')
  const commands: Command[] = []
  let roundTrips = 0
  let isAnswered = true
  const subscribers = {
    start({ command, args }: Traced) {
      // Sent before an answer to an earlier one: on the same way.
      if (isAnswered) roundTrips++
      isAnswered = false
      commands.push({ name: command, args })
    },
    asyncStart() {
      isAnswered = true
    },
    end() {},
    asyncEnd() {},
    error() {},
  }
  channel.subscribe(subscribers)
  try {
    await run()
  } finally {
    channel.unsubscribe(subscribers)
  }
  return { commands, roundTrips }
}
