/**
 * Whether anything can have this ID. Postgres refuses a statement with a NUL in it, and so one client's ID would fail the
 * products of all who are in the same load.
 */
export function isId(id: string): boolean {
  return /^[^\p{Cc}\p{Cs}]{1,64}$/u.test(id)
}
