/** How processes of the catalogue tell each other, and themselves, which products have a new price. */

interface Channel {
  tell(productIds: readonly string[]): void
  close(): Promise<void>
}

interface Hearing {
  /** What any process has told, this one too. */
  heard(productIds: readonly string[]): void
  /** For a while nothing was heard of the others. */
  missed(): void
}

export type OpenChannel = (hearing: Hearing) => Channel

/** Of a process that shares nothing with others. */
export const ownChannel: OpenChannel = ({ heard }) => ({ tell: heard, close: async () => {} })
