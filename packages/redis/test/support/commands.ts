import type { Redis } from 'ioredis'

interface Command {
  readonly name: string
  readonly args: readonly string[]
}

type Send = (command: Command & { readonly promise: Promise<unknown> }, ...rest: unknown[]) => unknown

/** What goes through a client to Redis while `run` runs, and in how many round trips. */
export async function sentThrough(client: Redis, run: () => Promise<unknown>) {
  const commands: Command[] = []
  let roundTrips = 0
  let isAnswered = true
  const answer = () => {
    isAnswered = true
  }
  const sender = client as unknown as { sendCommand: Send }
  const { sendCommand } = sender
  sender.sendCommand = (command, ...rest) => {
    // Sent before an answer to one that was sent earlier: on the same way.
    if (isAnswered) roundTrips++
    isAnswered = false
    commands.push({ name: command.name, args: [...command.args] })
    command.promise.then(answer, answer)
    return sendCommand.call(client, command, ...rest)
  }
  try {
    await run()
  } finally {
    sender.sendCommand = sendCommand
  }
  return { commands, roundTrips }
}
