/**
 * Up to Node 22 every promise of a process copies the context of each AsyncLocalStorage that has ever been run in it, and
 * nothing takes one off that list but `disable`. Jest's worker outlives its test files, and each of these has some of its
 * own, Jest's among them: after a hundred files, promises would cost several times as much.
 */
import { AsyncLocalStorage } from 'node:async_hooks'

const used = new Set()
const { prototype } = AsyncLocalStorage
const { run, enterWith } = prototype

prototype.run = function (...args) {
  used.add(this)
  return run.apply(this, args)
}

prototype.enterWith = function (store) {
  used.add(this)
  enterWith.call(this, store)
}

/** Ends the contexts of all that have been used since the last call. Whoever uses one again has it as before. */
export function disableStorages() {
  for (const storage of used) storage.disable()
  used.clear()
}
