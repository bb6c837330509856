import { createHash } from 'node:crypto'

/** JSON with sorted keys, so that equal values have equal texts in whatever order the database returns their keys. */
function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join()}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const entries = Object.entries(value)
    .filter(([, field]) => field !== undefined)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
  return `{${entries.map(([key, field]) => `${JSON.stringify(key)}:${canonicalJson(field)}`).join()}}`
}

type Signed = {
  id: string
  appointment_id: string
  template: unknown
  content: unknown
  version: number
  signed_at: Date
  signed_by: string
  signed_by_name: string
}

/**
 * The hash of a signed treatment note. The client's id is left out, because merging two records of a client changes it.
 */
export const hashOfNote = (note: Signed): string => {
  const { id, appointment_id, template, content, version, signed_at, signed_by, signed_by_name } = note
  const signed = { id, appointment_id, template, content, version, signed_by, signed_by_name }
  return createHash('sha256')
    .update(canonicalJson({ ...signed, signed_at: signed_at.toISOString() }))
    .digest('hex')
}
