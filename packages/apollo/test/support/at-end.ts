import { afterEach } from '@jest/globals'

const open: (() => Promise<unknown>)[] = []

/** Closes something after the test, the last opened first. */
export function atEnd(close: () => Promise<unknown>): void {
  open.push(close)
}

afterEach(async () => {
  for (let close = open.pop(); close; close = open.pop()) await close()
})
