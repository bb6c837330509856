import { createHash } from 'node:crypto'
import { canonicalJson } from '#server/lib/canonical-json.ts'
import type { CheckedCopy } from './views.ts'

/** A row of `signed_forms` without its hash. `client_id` is left out, because merging two records changes it. */
type HashedCopy = Omit<CheckedCopy, 'hash' | 'client_id' | 'is_of_client'>

/**
 * The SHA-256 of a signed copy over the canonical JSON of its columns. The columns are listed here, not taken from the
 * row, because a column that a later version adds must not change the hashes of earlier copies.
 */
export function hashOfCopy(copy: HashedCopy): Buffer {
  const hashed = {
    format: 1,
    id: copy.id,
    branch_id: copy.branch_id,
    signed_for: copy.signed_for,
    form_id: copy.form_id,
    form_version_id: copy.form_version_id,
    version_number: copy.version_number,
    appointment_id: copy.appointment_id,
    title: copy.title,
    content: copy.content,
    answers: copy.answers,
    client_name: copy.client_name,
    signer_name: copy.signer_name,
    guardian_relation: copy.guardian_relation,
    signed_at: copy.signed_at.toISOString(),
    received_at: copy.received_at.toISOString(),
    channel: copy.channel,
    device: copy.device,
    hand_over_id: copy.hand_over_id,
    handed_over_by: copy.handed_over_by,
    handed_over_by_name: copy.handed_over_by_name,
    corrects: copy.corrects,
    correction_reason: copy.correction_reason,
  }
  return createHash('sha256').update(canonicalJson(hashed)).digest()
}

/** True if a signed copy still has the hash that was computed when it was signed. */
export const isUnaltered = ({ hash, ...copy }: HashedCopy & { hash: Buffer }): boolean => hashOfCopy(copy).equals(hash)
