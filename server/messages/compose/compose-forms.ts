import { appointmentsByIds, type AppointmentRow } from '#server/appointments/public.ts'
import { isClinicalRecordOn } from '#server/charts/public.ts'
import { clinicProfile } from '#server/clinic/clinic-profile.ts'
import type { Tx } from '#server/db/pool.ts'
import { missingForms } from '#server/forms/public.ts'
import { formLinkOf, isLinkOpen } from '#server/forms/signing/form-link.ts'
import { formatStart } from '#shared/appointments/slots.ts'
import { formatLongDate } from '#shared/lib/manila-time.ts'
import { htmlBody, plainBody, type MailBody } from '#shared/messages/mail-body.ts'
import { mailMessages as s } from '#shared/messages/sent-messages.ts'
import { findAddressee, letterheadOf, mailWith, skip, type ComposeOptions, type Composer } from './composer.ts'

type Visit = Pick<AppointmentRow, 'id' | 'client_id' | 'branch_id' | 'starts_at' | 'status'> & { email: string }

/** The address for filling in a visit's missing forms; undefined when none is missing or the visit has begun. */
export async function missingFormsLink(
  tx: Tx,
  visit: Visit,
  { now, publicUrl }: Pick<ComposeOptions, 'now' | 'publicUrl'>,
): Promise<string | undefined> {
  const { id, branch_id: branchId } = visit
  if (publicUrl === undefined || !isLinkOpen(visit, now) || !(await isClinicalRecordOn(tx, branchId))) return undefined
  const [missing] = await missingForms(tx, { branchId, appointmentIds: [id] })
  return missing && missing.forms.length > 0 ? formLinkOf(tx, now, visit, publicUrl) : undefined
}

/** Composes the e-mail with which staff send the link to a visit's missing forms again. */
export const composeForms: Composer = async (tx, message, options) => {
  const { appointment_id } = message.parameters as { appointment_id: string }
  const [visit] = await appointmentsByIds(tx, [appointment_id])
  const person = visit && (await findAddressee(tx, visit.user_id))
  if (!visit || !person) return skip('superseded')
  const { name, heading, email } = person
  if (email === null) return skip('no-email')
  const url = await missingFormsLink(tx, { ...visit, email }, options)
  if (url === undefined) return skip('superseded')
  const clinic = await clinicProfile(tx, message.branch_id)
  const body: MailBody = {
    ...(await letterheadOf(tx, message.branch_id, clinic, options.publicUrl)),
    paragraphs: [s.formsBody(name, formatLongDate(visit.appointment_date), formatStart(visit.appointment_time))],
    action: { label: s.openForms, url },
    after: [s.formsEnd],
  }
  const composed = { subject: s.formsSubject(clinic.name), text: plainBody(body), html: htmlBody(body) }
  return { kind: 'email', mail: mailWith(message, { name: heading, address: email }, clinic, composed) }
}
