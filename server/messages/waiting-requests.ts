import { clinicProfile } from '#server/clinic/service.ts'
import { saveMessages } from '#server/messages/outbox/outbox.ts'
import type { Database, ReadTx, Tx } from '#server/db/pool.ts'
import { inTransaction } from '#server/db/transactions.ts'
import { formatInstant } from '#shared/lib/manila-time.ts'
import { composeMail } from '#shared/messages/mail-frame.ts'
import { mailMessages as s } from '#shared/messages/mail-messages.ts'
import { afterDayHours } from '#shared/messages/sending-time.ts'
import type { Composed, ComposeOptions } from './compose/compose.ts'
import { clinicValues } from './compose/compose-account.ts'
import { mailWith } from './compose/compose-visit.ts'
import type { ClaimedMessage } from '#server/messages/outbox/outbox.ts'
import type { Channels } from '#shared/messages/occasions.ts'
import { letterheadOf } from './compose/letterhead.ts'
import * as queries from './queries.ts'
import { isOn, templateOf } from './compose/templates.ts'
import * as views from './views.ts'

const OCCASION = 'requests_waiting' as const

/** How long staff have rest between two such e-mails, in milliseconds. */
const REST_MS = 3_600_000

/** Since when the requests wait that have waited too long by now, the oldest first. */
async function waitingTooLong(tx: ReadTx, branchId: string, hours: number, now: Date): Promise<Date[]> {
  const asked = await views.pendingSince(tx, branchId, now)
  return asked.filter((at) => afterDayHours(at, hours) <= now)
}

async function tellBranch(tx: Tx, branchId: string, channels: Channels, now: Date): Promise<boolean> {
  if (!(await isOn(tx, branchId, OCCASION, 'email'))) return false
  const { request_hours: hours } = await queries.requestSetting(tx, branchId)
  const late = await waitingTooLong(tx, branchId, hours, now)
  if (late.length === 0) return false
  const told = await views.lastTold(tx, branchId, OCCASION)
  const isNew = told === null || late.some((at) => afterDayHours(at, hours) > told)
  if (!isNew || (told !== null && now.getTime() - told.getTime() < REST_MS)) return false
  const version = Math.floor(now.getTime() / REST_MS)
  const message = { branchId, occasion: OCCASION, subjectId: branchId, version } as const
  await saveMessages(tx, { messages: [message], channels, now })
  return true
}

/**
 * Writes an e-mail to the staff when a request has waited longer than the clinic wants, at most one an hour, and none about
 * requests that were told of before. Nothing without an e-mail server. Answers whether one was written.
 */
export async function tellOfRequests(db: Database, channels: Channels, branchId: string, now: Date): Promise<boolean> {
  if (!channels.email) return false
  return inTransaction(db, (tx) => tellBranch(tx, branchId, channels, now))
}

/** How many requests wait too long as it leaves; it names nobody. */
export async function composeWaiting(tx: ReadTx, message: ClaimedMessage, options: ComposeOptions): Promise<Composed> {
  const { branch_id } = message
  const { request_hours: hours } = await queries.requestSetting(tx, branch_id)
  const late = await waitingTooLong(tx, branch_id, hours, options.now)
  const [oldest] = late
  if (!oldest) return { kind: 'skip', reason: 'superseded' }
  const clinic = await clinicProfile(tx, branch_id)
  if (clinic.email === '') return { kind: 'skip', reason: 'no-email' }
  const values = { ...clinicValues(clinic), ...requestValues(late.length, hours, oldest) }
  const composed = composeMail(OCCASION, await templateOf(tx, branch_id, OCCASION, 'email'), values, {
    letterhead: await letterheadOf(tx, branch_id, clinic, options.publicUrl),
    origin: options.publicUrl,
  })
  const to = { name: clinic.name, address: clinic.email }
  return { kind: 'email', mail: mailWith(message, to, clinic, composed) }
}

/** What the text names of requests that wait too long. */
export const requestValues = (requests: number, hours: number, oldest: Date) => ({
  requests: s.requests(requests),
  hours: s.hours(hours),
  oldest: formatInstant(oldest),
})
