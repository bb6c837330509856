import { randomInt } from 'node:crypto'
import { requireChart, requireClinicalRecord } from '#server/charts/public.ts'
import { missingForms } from '#server/forms/public.ts'
import { writeAuditLog } from '#server/history-logs/write-audit-log.ts'
import { AppError } from '#server/lib/app-error.ts'
import type { Context, Principal } from '#server/lib/context.ts'
import { enqueueMessage } from '#server/messages/outbox/outbox.ts'
import { signingMessages as s } from '#shared/forms/signing-messages.ts'
import { isLinkOpen } from './form-link.ts'
import * as views from './views.ts'
import type { SendsEmail } from '#server/messages/transport/stored-mailer.ts'

/**
 * E-mails a visit's client the link to the missing forms once more. Throws a 404 for an unknown visit, and a 409 if the
 * link would lead nowhere or no e-mail would arrive.
 */
export async function sendFormLink(
  context: Context<Principal>,
  appointmentId: string,
  { sendsEmail }: { sendsEmail: SendsEmail },
): Promise<{ sent: true }> {
  const { tx, branchId, now, user } = context
  await requireClinicalRecord(context)
  const visit = await views.visitById(tx, branchId, appointmentId)
  if (!visit) throw new AppError('not_found', s.visitUnknown)
  if (user.permissions.has('charts.read')) await requireChart(context, visit.client_id)
  if (!isLinkOpen(visit, now)) throw new AppError('conflict', s.visitBegun)
  const [missing] = await missingForms(tx, { branchId, appointmentIds: [visit.id] })
  if (!missing || missing.forms.length === 0) throw new AppError('conflict', s.nothingMissing)
  if (!(await sendsEmail(context))) throw new AppError('conflict', s.noMailServer)
  if (!visit.email) throw new AppError('conflict', s.noEmail)
  const parameters = { appointment_id: visit.id }
  enqueueMessage(context, { occasion: 'forms', subjectId: visit.person_id, version: randomInt(2 ** 47), parameters })
  await writeAuditLog(context, {
    type: 'forms.link.sent',
    subjectId: visit.person_id,
    parameters: { client: visit.name },
  })
  return { sent: true }
}
