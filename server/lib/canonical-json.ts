/**
 * Writes a value as canonical JSON (RFC 8785), so that equal values have equal texts: object keys in the order of their
 * UTF-16 code units, no spaces, strings and numbers as `JSON.stringify` writes them. A hash needs this, because the
 * database returns the keys of a `jsonb` column in another order than they were sent.
 */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value ?? null)
  const entries = Object.entries(value)
    .filter(([, each]) => each !== undefined)
    // Keys are compared by code units, because the order of `localeCompare` depends on the language of the server.
    .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
  return `{${entries.map(([key, each]) => `${JSON.stringify(key)}:${canonicalJson(each)}`).join(',')}}`
}
