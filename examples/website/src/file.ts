/** What is served under a path. */
export interface File {
  /** Its media type. */
  readonly type: string
  readonly body: string
}
