import type { SignedForm } from '#shared/forms/signing-contract.ts'
import { signedFormMessages as s } from '#shared/forms/signing-messages.ts'
import { formatDate, formatInstant } from '#shared/lib/manila-time.ts'

const at = (instant: string) => formatInstant(new Date(instant))

/** The facts below a signed copy: who signed, when, where and on what, for the screen and the PDF alike. */
export function copyFacts(copy: SignedForm): [name: string, value: string][] {
  const { guardian_relation: relation, client_name: client } = copy
  const facts: [string, string | null][] = [
    [s.client, client],
    [s.signer, relation === null ? copy.signer_name : `${copy.signer_name}, ${s.signedFor(client, relation)}`],
    [s.time, at(copy.signed_at)],
    // The time of arrival is shown only if it differs: a form that was signed without a connection arrives later.
    [s.received, copy.received_at === copy.signed_at ? null : at(copy.received_at)],
    [s.where, s.channels[copy.channel]],
    [s.handedOverBy, copy.handed_over_by],
    [s.device, copy.device === '' ? null : copy.device],
    [s.visit, copy.visit_date === null ? null : formatDate(copy.visit_date)],
    [s.form, `${copy.title}, ${s.version(copy.version_number)}`],
    [s.correction, copy.corrected_copy_signed_at && s.correctionOf(at(copy.corrected_copy_signed_at))],
    [s.reason, copy.correction_reason],
    [s.fingerprint, copy.hash],
  ]
  return facts.filter((fact): fact is [string, string] => fact[1] !== null)
}
