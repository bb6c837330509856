import { appointmentsByIds } from '#server/appointments/public.ts'
import { brandColour, clinicProfile, selfService } from '#server/clinic/clinic-profile.ts'
import type { ReadTx } from '#server/db/pool.ts'
import type { ReadContext } from '#server/lib/context.ts'
import { latestDocument } from '#server/sales/receipt.ts'
import { numberInSeries, RECEIPT_SERIES, withinSentence } from '#shared/clinic/document-name.ts'
import { documentNameMessages } from '#shared/clinic/messages.ts'
import { selfServiceMessages } from '#shared/appointments/messages.ts'
import { INVITED_DAYS } from '#shared/auth/link-times.ts'
import { formatDay, formatInstant, formatLongDate, formatTime, manilaDate } from '#shared/lib/manila-time.ts'
import { formatPeso } from '#shared/lib/money.ts'
import { REQUEST_HOURS, type MessageSettings } from '#shared/messages/contract.ts'
import { footOf, signOf } from '#shared/messages/mail-body.ts'
import { durationOf } from '#shared/messages/mail-frame.ts'
import { mailMessages, sampleMessages } from '#shared/messages/sent-messages.ts'
import type { Variable, VisitValues } from '#shared/messages/template.ts'
import { userMessages } from '#shared/users/messages.ts'
import { paperOf } from './compose/compose-paper.ts'
import { valuesOf } from './compose/compose-visit.ts'
import * as queries from './queries.ts'
import { requestValues } from './compose/composers.ts'

type Sample = MessageSettings['sample']
type Paper = Sample['papers']['receipt']

const DAY_MS = 86_400_000

/**
 * Sample values for the preview of a message that is not about a visit. The link is empty, because the preview shows a
 * button instead of it.
 */
const otherValues = (now: Date): Record<Exclude<Variable, keyof VisitValues | 'name'>, string> => ({
  link: '',
  code: sampleMessages.code,
  duration: durationOf('password_reset'),
  deadline: formatInstant(new Date(now.getTime() + INVITED_DAYS * DAY_MS)),
  inviter: sampleMessages.inviter,
  role: userMessages.roles.practitioner,
  email: sampleMessages.email,
  document: withinSentence(documentNameMessages.names.acknowledgement.sale),
  number: numberInSeries(2, RECEIPT_SERIES),
  original: numberInSeries(1, RECEIPT_SERIES),
  package: sampleMessages.package,
  sessions: mailMessages.sessions(3),
  amount: formatPeso(50_000),
  reason: 'No payment has this reference number.',
  ...requestValues(2, REQUEST_HOURS, now),
})

/** Sample values of a visit: the clinic's newest one, else an example. */
async function visitValues(
  tx: ReadTx,
  branchId: string,
  now: Date,
): Promise<{ is_real: boolean; email: VisitValues; sms: VisitValues }> {
  const clinic = await clinicProfile(tx, branchId)
  const found = await queries.sampleVisit(tx, branchId)
  const [visit] = found ? await appointmentsByIds(tx, [found.id]) : []
  if (visit) {
    const before = { old_date: visit.appointment_date, old_time: '08:00:00' }
    const of = { visit, name: visit.name, clinic, before, until: '10:30:00' }
    return { is_real: true, email: valuesOf(of, 'email'), sms: valuesOf(of, 'sms') }
  }
  const date = manilaDate(now)
  const example = (format: (date: string) => string): VisitValues => ({
    client: sampleMessages.client,
    service: sampleMessages.service,
    date: format(date),
    time: formatTime('14:00:00'),
    practitioner: mailMessages.team,
    clinic: clinic.name,
    phone: clinic.phone,
    address: clinic.address,
    old_date: format(date),
    old_time: formatTime('10:00:00'),
    until: formatTime('10:30:00'),
  })
  return { is_real: false, email: example(formatLongDate), sms: example(formatDay) }
}

/** The newest document of a kind as its e-mail shows it; null if there is none. */
async function samplePaper({ tx, branchId }: ReadContext, kind: 'sale' | 'void' | 'refund'): Promise<Paper> {
  const id = await latestDocument(tx, branchId, kind)
  if (id === null) return null
  const { name, heading, foot, notes, content, values } = await paperOf(tx, id)
  return { name, heading, foot, notes, html: content.html, values }
}

/** Sample values for previews, from the clinic's own visits and documents if there are any. */
export async function sampleOf(context: ReadContext, publicUrl: string | undefined): Promise<Sample> {
  const { tx, branchId, now } = context
  const clinic = await clinicProfile(tx, branchId)
  const { policy } = await selfService(tx, branchId)
  const { is_real, email, sms } = await visitValues(tx, branchId, now)
  const others = otherValues(now)
  return {
    is_real,
    email: { ...email, ...others, name: email.client },
    sms: { ...sms, ...others, name: sms.client },
    origin: publicUrl ?? null,
    sign: signOf(clinic, publicUrl) ?? null,
    colour: await brandColour(tx, branchId),
    foot: footOf(clinic),
    policy: selfServiceMessages.policy(policy),
    papers: {
      receipt: await samplePaper(context, 'sale'),
      void: await samplePaper(context, 'void'),
      refund: await samplePaper(context, 'refund'),
    },
  }
}
