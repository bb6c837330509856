import { createHash } from 'node:crypto'
import { canonicalJson } from '#server/lib/canonical-json.ts'

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
 * The hash of a signed treatment note. The client's id is not part of it, because merging two records of a client
 * changes the id.
 */
export const hashOfNote = (note: Signed): string => {
  const { id, appointment_id, template, content, version, signed_at, signed_by, signed_by_name } = note
  const signed = { id, appointment_id, template, content, version, signed_by, signed_by_name }
  return createHash('sha256')
    .update(canonicalJson({ ...signed, signed_at: signed_at.toISOString() }))
    .digest('hex')
}
