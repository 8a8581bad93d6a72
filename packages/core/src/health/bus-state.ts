import type { BusMessage } from '../store/store.ts'

/** Whether news of other processes arrive, as far as the bus has said. */
export class BusState {
  /** `idle`: nothing has been heard, or nobody has had to listen. */
  current: 'idle' | 'up' | 'down' = 'idle'

  hear(message: BusMessage): void {
    // A gap is told when a connection is lost, and when there is one; only where there is none it says why.
    this.current = message.kind === 'gap' && message.error !== undefined ? 'down' : 'up'
  }
}
