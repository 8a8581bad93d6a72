/** One command, from its arguments to its exit code. */
import { OptionError, ScopeError } from '@larder/core'
import { type Command, readArguments } from './arguments.ts'
import { withStore } from './connect.ts'
import { DONE, FAILED, REFUSED } from './exit-codes.ts'
import { flushLoader } from './flush-loader.ts'
import { HELP } from './help.ts'
import { hot } from './hot.ts'
import { peek } from './peek.ts'
import type { Terminal } from './terminal.ts'
import { UsageError } from './usage-error.ts'

/** Answers the exit code. Never rejects. */
export async function run(args: readonly string[], terminal: Terminal): Promise<number> {
  try {
    const command = readArguments(args, terminal.env)
    if (command !== undefined) return await execute(command, terminal)
    terminal.out(HELP)
    return DONE
  } catch (error) {
    const isRefused = [UsageError, OptionError, ScopeError].some((refusal) => error instanceof refusal)
    terminal.complain(`larder: ${messageOf(error)}${isRefused ? '\nSee larder --help.' : ''}`)
    return isRefused ? REFUSED : FAILED
  }
}

function execute(command: Command, terminal: Terminal): Promise<number> {
  return withStore(command.where, (store) => {
    if (command.name === 'peek') return peek(command, store, terminal)
    if (command.name === 'hot') return hot(command, store, terminal)
    return flushLoader(command, store, terminal)
  })
}

/** With its causes: what Redis has said comes last. */
function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const text = error.message || (error as NodeJS.ErrnoException).code || error.name
  return error.cause === undefined ? text : `${text} ${messageOf(error.cause)}`
}
