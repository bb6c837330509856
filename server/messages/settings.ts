import { writeAuditLog } from '#server/history-logs/write-audit-log.ts'
import { AppError, invalid } from '#server/lib/app-error.ts'
import type { Context, Principal, ReadContext } from '#server/lib/context.ts'
import { requireVersion } from '#server/lib/http/request-context.ts'
import { requestRefusals } from '#shared/lib/messages.ts'
import type { Parsed } from '#shared/lib/endpoint.ts'
import { changesBetween, type ChangesOf } from '#shared/lib/event-type.ts'
import type { messagesContract, MessageSettings, MessageTypeSetting, RequestAlert } from '#shared/messages/contract.ts'
import { messageEvents } from '#shared/messages/events.ts'
import { messagesMessages as s } from '#shared/messages/messages.ts'
import { channelsOf, defaultTemplate, isAccountMessageType } from '#shared/messages/message-types.ts'
import { namesLink, requiredOf, timesNamed, unknownVariables, variablesOf } from '#shared/messages/template.ts'
import * as queries from './queries.ts'
import { sampleOf } from './sample.ts'
import { messageTypeSettings } from './compose/templates.ts'
import { findMailServer } from './transport/queries.ts'

/** Whether e-mail and SMS are set up. */
export type Reach = Pick<MessageSettings, 'email' | 'sms'>

/** Returns the channels that are set up now, by environment variables or by the mail server of the settings. */
export async function currentReach({ tx, branchId }: ReadContext<unknown>, fixed: Reach): Promise<Reach> {
  if (fixed.email) return fixed
  const server = await findMailServer(tx, branchId)
  return { ...fixed, email: server ? { host: server.host, from: server.sender_address } : null }
}

/** Returns the channels that are set up, every message type with its text, and the preview values. */
export const readSettings = async (
  context: ReadContext,
  { publicUrl, reach }: { reach: Reach; publicUrl: string | undefined },
): Promise<MessageSettings> => ({
  ...(await currentReach(context, reach)),
  requests: await queries.requestSetting(context.tx, context.branchId),
  occasions: await messageTypeSettings(context.tx, context.branchId),
  sample: await sampleOf(context, publicUrl),
})

type Saved = Parsed<typeof messagesContract.saveOccasion>['body']

/** Throws a 422 unless the text names its required link or code exactly once. */
function requireNamed({ occasion, subject, body }: Saved): void {
  const required = requiredOf(occasion)
  if (required === undefined) return
  if (timesNamed(subject ?? '', required) > 0) throw invalid('subject', s.onlyInText(required))
  if (body === null) return
  const times = timesNamed(body, required)
  if (times === 0) throw invalid('body', s.needsVariable(required))
  if (times > 1) throw invalid('body', s.namedOnce(required))
}

/**
 * Throws a 422 for a channel that the message type lacks, for switching off an account message, for an unknown
 * variable, and for an SMS text that mobile networks would not deliver.
 */
function requireUsable(saved: Saved): void {
  const { occasion, channel, is_on, subject, body } = saved
  if (!channelsOf(occasion).includes(channel)) throw invalid('channel', s.noSuchWay)
  if (isAccountMessageType(occasion) && !is_on) throw invalid('is_on', s.alwaysSent)
  const known = variablesOf(occasion, channel)
  for (const [field, text] of [
    ['subject', subject],
    ['body', body],
  ] as const) {
    const [unknown] = unknownVariables(text ?? '', known)
    if (unknown !== undefined) throw invalid(field, s.unknownVariable(unknown))
  }
  requireNamed(saved)
  if (channel === 'email') return
  if (namesLink(body ?? '')) throw invalid('body', s.smsNoLink)
  if (/^\s*test/i.test(body ?? '')) throw invalid('body', s.smsNoTest)
}

const settingChanged = messageEvents['messages.occasion.changed']

/**
 * Switches a message type or saves its text; the default text is stored as null. Throws a 409 with the newer values for
 * a form based on an older version.
 */
export async function saveMessageTypeSetting(context: Context<Principal>, saved: Saved): Promise<MessageTypeSetting> {
  const { tx, branchId, now } = context
  const { occasion, channel } = saved
  requireUsable(saved)
  const find = async () =>
    (await messageTypeSettings(tx, branchId)).find((each) => each.occasion === occasion && each.channel === channel)!
  const before = await find()
  const usual = defaultTemplate(occasion, channel)
  const wanted = {
    is_on: saved.is_on,
    subject: channel === 'sms' ? '' : (saved.subject ?? usual.subject),
    body: saved.body ?? usual.body,
  }
  const changes: ChangesOf<typeof settingChanged> = changesBetween(settingChanged, before, wanted)
  if (changes.length === 0) return before
  requireVersion(context, before)
  const own = (text: string, other: string) => (text === other || text === '' ? null : text)
  const key = { branch_id: branchId, occasion, channel }
  const texts = { subject: own(wanted.subject, usual.subject), body: own(wanted.body, usual.body) }
  const row = { ...key, ...texts, is_on: wanted.is_on, updated_at: now }
  const written = await queries.writeMessageTypeSetting(tx, row, before.version)
  if (!written) throw new AppError('stale', requestRefusals.stale, { data: await find() })
  await writeAuditLog(context, {
    type: 'messages.occasion.changed',
    subjectId: null,
    parameters: { occasion, channel },
    changes,
  })
  return find()
}

/**
 * Saves after how many hours staff are notified of a request. Throws a 409 with the newer value for a form based on an
 * older version.
 */
export async function saveRequestAlert(context: Context<Principal>, request_hours: number): Promise<RequestAlert> {
  const { tx, branchId, now } = context
  const before = await queries.requestSetting(tx, branchId)
  if (before.request_hours === request_hours) return before
  requireVersion(context, before)
  const row = { branch_id: branchId, request_hours, updated_at: now }
  if (!(await queries.writeRequestHours(tx, row, before.version)))
    throw new AppError('stale', requestRefusals.stale, { data: await queries.requestSetting(tx, branchId) })
  await writeAuditLog(context, {
    type: 'messages.requests.changed',
    subjectId: null,
    parameters: {},
    changes: [{ field: 'request_hours', from: before.request_hours, to: request_hours }],
  })
  return queries.requestSetting(tx, branchId)
}
