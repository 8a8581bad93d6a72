/** What the store uses of a Keyv. It is known by this, not by its class: so any copy will do, of Keyv 5 or of Keyv 6. */
export interface AnyKeyv {
  getMany(keys: string[]): Promise<unknown[]>
  /** The envelope: `{ value, expires }`. */
  getRaw(key: string): Promise<unknown>
  set(key: string, value: string, ttl: number): Promise<unknown>
  setMany(entries: KeyvWrite[]): Promise<unknown>
  delete(key: string): Promise<unknown>
  deleteMany(keys: string[]): Promise<unknown>
  on(event: string, listener: (error: unknown) => void): unknown
  off(event: string, listener: (error: unknown) => void): unknown
  /** Keyv 5 has it only over an adapter that can list its keys. */
  iterator?(namespace?: string): AsyncIterable<unknown>
  /** The adapter; with Keyv 6 often one of Keyv's own around it. */
  readonly store?: unknown
  readonly namespace?: string | undefined
}

export interface KeyvWrite {
  readonly key: string
  readonly value: string
  /** Milliseconds. */
  readonly ttl: number
}

/** What only Keyv 5 has. */
export interface Keyv5Settings {
  readonly useKeyPrefix?: boolean
  readonly throwOnErrors?: boolean
  readonly opts?: { readonly emitErrors?: boolean | undefined }
}

/** What only Keyv 6 has. */
export interface Keyv6Settings {
  readonly sanitize?: { readonly enabled?: boolean; readonly keys?: object }
}
