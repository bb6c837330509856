import { visitsByIds } from '#server/appointments/service.ts'
import { clinicProfile } from '#server/clinic/service.ts'
import type { ReadTx } from '#server/db/pool.ts'
import { writeAuditLog } from '#server/history-logs/write-audit-log.ts'
import { AppError, invalid } from '#server/lib/app-error.ts'
import type { Context, Principal, ReadContext } from '#server/lib/context.ts'
import { requireVersion } from '#server/lib/http/if-match.ts'
import { callMessages } from '#shared/lib/call-messages.ts'
import type { Parsed } from '#shared/lib/endpoint.ts'
import { changesBetween, type ChangesOf } from '#shared/lib/event-type.ts'
import { formatDay, formatLongDate, formatTime, manilaDate } from '#shared/lib/manila-time.ts'
import type { messagesContract, MessageSettings, OccasionSetting, RequestAlert } from '#shared/messages/contract.ts'
import { messageEvents } from '#shared/messages/events.ts'
import { mailMessages } from '#shared/messages/mail-messages.ts'
import { messagesMessages as s } from '#shared/messages/messages.ts'
import { defaultTemplate } from '#shared/messages/occasions.ts'
import { sampleMessages } from '#shared/messages/sample-messages.ts'
import { hasLink, unknownVariables, variablesOf, type TemplateValues } from '#shared/messages/template.ts'
import { valuesOf } from './compose-visit.ts'
import * as queries from './queries.ts'
import { occasionSettings } from './templates.ts'

/** What is set up to reach people. */
export type Reach = Pick<MessageSettings, 'email' | 'sms'>

type Sample = MessageSettings['sample']

/** The values of a preview: of a visit of the clinic, else of an example. */
async function sampleOf(tx: ReadTx, branchId: string, now: Date): Promise<Sample> {
  const clinic = await clinicProfile(tx, branchId)
  const found = await queries.sampleVisit(tx, branchId)
  const [visit] = found ? await visitsByIds(tx, [found.id]) : []
  const date = manilaDate(now)
  if (visit) {
    const before = { old_date: visit.appointment_date, old_time: '08:00:00' }
    const of = { visit, name: visit.name, clinic, before, until: '10:30:00' }
    return { is_real: true, email: valuesOf(of, 'email'), sms: valuesOf(of, 'sms') }
  }
  const example = (format: (date: string) => string): TemplateValues => ({
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

/** What is set up, every occasion with its text, and what a preview shows. */
export const readSettings = async ({ tx, branchId, now }: ReadContext, reach: Reach): Promise<MessageSettings> => ({
  ...reach,
  requests: await queries.requestSetting(tx, branchId),
  occasions: await occasionSettings(tx, branchId),
  sample: await sampleOf(tx, branchId, now),
})

type Saved = Parsed<typeof messagesContract.saveOccasion>['body']

/** Throws at the field that names what there is not, or that the networks would not deliver. */
function requireUsable({ occasion, channel, subject, body }: Saved): void {
  const known = variablesOf(occasion, channel)
  for (const [field, text] of [
    ['subject', subject],
    ['body', body],
  ] as const) {
    const [unknown] = unknownVariables(text ?? '', known)
    if (unknown !== undefined) throw invalid(field, s.unknownVariable(unknown))
  }
  if (channel === 'email') return
  if (hasLink(body ?? '')) throw invalid('body', s.smsNoLink)
  if (/^\s*test/i.test(body ?? '')) throw invalid('body', s.smsNoTest)
}

const occasionChanged = messageEvents['messages.occasion.changed']

/**
 * Switches an occasion, or writes its text; what is the text of Mutya is kept as none. Throws 409 with the newer values for
 * a form that is older.
 */
export async function saveOccasion(context: Context<Principal>, saved: Saved): Promise<OccasionSetting> {
  const { tx, branchId, now } = context
  const { occasion, channel } = saved
  requireUsable(saved)
  const find = async () =>
    (await occasionSettings(tx, branchId)).find((each) => each.occasion === occasion && each.channel === channel)!
  const before = await find()
  const usual = defaultTemplate(occasion, channel)
  const wanted = {
    is_on: saved.is_on,
    subject: channel === 'sms' ? '' : (saved.subject ?? usual.subject),
    body: saved.body ?? usual.body,
  }
  const changes: ChangesOf<typeof occasionChanged> = changesBetween(occasionChanged, before, wanted)
  if (changes.length === 0) return before
  requireVersion(context, before)
  const own = (text: string, other: string) => (text === other || text === '' ? null : text)
  const key = { branch_id: branchId, occasion, channel }
  const texts = { subject: own(wanted.subject, usual.subject), body: own(wanted.body, usual.body) }
  const row = { ...key, ...texts, is_on: wanted.is_on, updated_at: now }
  const written = await queries.writeOccasion(tx, row, before.version)
  if (!written) throw new AppError('stale', callMessages.stale, { data: await find() })
  await writeAuditLog(context, {
    type: 'messages.occasion.changed',
    subjectId: null,
    parameters: { occasion, channel },
    changes,
  })
  return find()
}

/** After how many hours staff are told of a request. Throws 409 with the newer value for a form that is older. */
export async function saveRequestAlert(context: Context<Principal>, request_hours: number): Promise<RequestAlert> {
  const { tx, branchId, now } = context
  const before = await queries.requestSetting(tx, branchId)
  if (before.request_hours === request_hours) return before
  requireVersion(context, before)
  const row = { branch_id: branchId, request_hours, updated_at: now }
  if (!(await queries.writeRequestHours(tx, row, before.version)))
    throw new AppError('stale', callMessages.stale, { data: await queries.requestSetting(tx, branchId) })
  await writeAuditLog(context, {
    type: 'messages.requests.changed',
    subjectId: null,
    parameters: {},
    changes: [{ field: 'request_hours', from: before.request_hours, to: request_hours }],
  })
  return queries.requestSetting(tx, branchId)
}
