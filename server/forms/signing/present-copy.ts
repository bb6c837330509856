import type { ReadTx } from '#server/db/pool.ts'
import { isoInManila } from '#shared/lib/manila-time.ts'
import type { SignedForm, SignedFormRow } from '#shared/forms/signing-contract.ts'
import { isUnaltered } from './copy-hash.ts'
import * as views from './views.ts'

export const presentCopyRow = (row: views.CopyRow): SignedFormRow => ({ ...row, signed_at: isoInManila(row.signed_at) })

/** A signed copy as its page and its PDF show it. Its hash is checked again each time the copy is read. */
export const presentCopy = (copy: views.FullCopy): SignedForm => ({
  id: copy.id,
  form_id: copy.form_id,
  title: copy.title,
  version_number: copy.version_number,
  content: copy.content,
  answers: copy.answers,
  client_name: copy.client_name,
  signer_name: copy.signer_name,
  guardian_relation: copy.guardian_relation,
  signed_at: isoInManila(copy.signed_at),
  received_at: isoInManila(copy.received_at),
  channel: copy.channel,
  device: copy.device,
  handed_over_by: copy.handed_over_by_name,
  visit_date: copy.visit_date,
  corrects: copy.corrects,
  is_corrected: copy.is_corrected,
  present_version_id: copy.present_version_id,
  corrected_copy_signed_at: copy.corrected_copy_signed_at && isoInManila(copy.corrected_copy_signed_at),
  correction_reason: copy.correction_reason,
  hash: copy.hash.toString('hex'),
  is_unaltered: isUnaltered(copy),
})

/** The signed copies in all records of one client (given by their ids) with their full text, oldest first. */
export const wholeCopiesOf = async (tx: ReadTx, clientIds: readonly string[]): Promise<SignedForm[]> =>
  (await views.fullCopiesOf(tx, clientIds)).map(presentCopy)
