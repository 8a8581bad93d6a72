#!/usr/bin/env node
/** `npx @larder/cli …`, and `npm run -s larder -- …` in the repository. */
import { createInterface } from 'node:readline/promises'
import { run } from './run.ts'
import type { Terminal } from './terminal.ts'

const terminal: Terminal = {
  env: process.env,
  out: (text) => void process.stdout.write(`${text}\n`),
  complain: (text) => void process.stderr.write(`${text}\n`),
  ask: process.stdin.isTTY ? ask : undefined,
}

run(process.argv.slice(2), terminal).then((code) => {
  process.exitCode = code
})

async function ask(question: string): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  try {
    return await terminal.question(question)
  } finally {
    terminal.close()
  }
}
