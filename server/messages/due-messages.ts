import type { Database, ReadTx, Tx } from '#server/db/pool.ts'
import { inTransaction } from '#server/db/transactions.ts'
import { addDays, manilaDate, manilaTime, type CivilDate } from '#shared/lib/manila-time.ts'
import {
  CHANNELS,
  PACKAGE_NOTICE_DAYS,
  REMINDERS,
  uselessFrom,
  type Channel,
  type Channels,
  type PackageNoticeDays,
} from '#shared/messages/message-types.ts'
import { afterDayHours, sendingTime } from '#shared/messages/sending-time.ts'
import { packageNoticeVersion } from './compose/compose-package.ts'
import { startVersion } from './compose/compose-visit.ts'
import { isOn } from './compose/templates.ts'
import { saveMessages, type NewMessage } from './outbox/outbox.ts'
import * as queries from './queries.ts'
import { hasMailServer } from './transport/queries.ts'
import * as views from './views.ts'

// The messages of this file (reminders, follow-ups and alerts) depend on the time and not on a request, so a job writes
// them every minute.

const HOUR_MS = 3_600_000
/** The number of messages in one transaction, which must end within seconds. */
const AT_ONCE = 500

/**
 * Calls `writeSome` for one batch of messages per transaction, until a batch is not full. Returns the sum of the
 * numbers that `writeSome` has returned.
 */
async function writeAll(db: Database, writeSome: (tx: Tx) => Promise<number>): Promise<number> {
  let all = 0
  for (;;) {
    const written = await inTransaction(db, writeSome)
    all += written
    if (written < AT_ONCE) return all
  }
}

/** Reminders that were missed because no process ran are recorded as skipped, if they are at most this old. */
const LOOK_BACK_MS = 24 * HOUR_MS

type Reminder = (typeof REMINDERS)[number]

/** A visit's reminders, one for each channel, without those that would be sent too late to be of use. */
const remindersOf = (
  visit: { id: string; branch_id: string; starts_at: Date },
  { occasion }: Reminder,
  now: Date,
): NewMessage[] =>
  CHANNELS.map((channel) => ({
    branchId: visit.branch_id,
    occasion,
    only: channel,
    subjectId: visit.id,
    version: startVersion(visit.starts_at),
    ...(sendingTime({ occasion, channel }, now) >= uselessFrom(occasion, visit.starts_at) && { skipped: 'passed' }),
  }))

async function writeSomeReminders(tx: Tx, reminder: Reminder, channels: Channels, now: Date): Promise<number> {
  const { occasion, hours } = reminder
  const visits = await queries.visitsToRemind(tx, {
    occasion,
    hours,
    since: new Date(now.getTime() - LOOK_BACK_MS),
    due: new Date(now.getTime() + hours * HOUR_MS),
    limit: AT_ONCE,
  })
  const messages = visits.flatMap((visit) => remindersOf(visit, reminder, now))
  await saveMessages(tx, { messages, channels, now })
  return visits.length
}

/** Writes the due reminders, each once even if several processes run. Returns the number of visits. */
export async function writeReminders(db: Database, channels: Channels, now: Date): Promise<number> {
  let all = 0
  for (const reminder of REMINDERS) all += await writeAll(db, (tx) => writeSomeReminders(tx, reminder, channels, now))
  return all
}

/** The time of the day from which messages are written that each client gets at most a few times a year. */
const DAILY_MESSAGES_FROM = '10:00:00'

/** True if a follow-up would be sent too late, because it is sent only on the day after the visit. */
export const isFollowUpLate = (visitDate: CivilDate, at: Date): boolean => manilaDate(at) > addDays(visitDate, 1)

type Options = { branchId: string; channels: Channels; now: Date }

async function writeSomeFollowUps(tx: Tx, channel: Channel, { branchId, channels, now }: Options): Promise<number> {
  if (!(await isOn(tx, branchId, 'follow_up', channel))) return 0
  const today = manilaDate(now)
  // Includes the day before yesterday. If no process ran on the day of a follow-up, the follow-up is then recorded as
  // skipped.
  const days = { from: addDays(today, -2), to: addDays(today, -1) }
  const visits = await queries.visitsToFollowUp(tx, { branchId, channel, ...days, limit: AT_ONCE })
  const leaves = sendingTime({ occasion: 'follow_up', channel }, now)
  const messages = visits.map(({ id, appointment_date }): NewMessage => ({
    branchId,
    occasion: 'follow_up',
    only: channel,
    subjectId: id,
    version: 1,
    ...(isFollowUpLate(appointment_date, leaves) && { skipped: 'passed' }),
  }))
  await saveMessages(tx, { messages, channels, now })
  return visits.length
}

/**
 * Writes to clients who visited the day before and want news, once per day of visits, on each enabled channel. Returns
 * the number of messages.
 */
export async function writeFollowUps(db: Database, options: Options): Promise<number> {
  if (manilaTime(options.now) < DAILY_MESSAGES_FROM) return 0
  let all = 0
  for (const channel of CHANNELS) all += await writeAll(db, (tx) => writeSomeFollowUps(tx, channel, options))
  return all
}

async function writeSomePackageNotices(
  tx: Tx,
  { branchId, channels, now }: Options,
  { days, channel }: { days: PackageNoticeDays; channel: Channel },
): Promise<number> {
  if (!(await isOn(tx, branchId, 'package_expires', channel))) return 0
  const packages = await queries.packagesToAnnounce(tx, {
    branchId,
    channel,
    today: manilaDate(now),
    days,
    limit: AT_ONCE,
  })
  const messages = packages.map(({ account_id, expires_on }): NewMessage => ({
    branchId,
    occasion: 'package_expires',
    only: channel,
    subjectId: account_id,
    version: packageNoticeVersion(expires_on, days),
  }))
  await saveMessages(tx, { messages, channels, now })
  return packages.length
}

/**
 * Writes to clients that a package with unused sessions is about to expire, 30 and 7 days before its last day, once on
 * each enabled channel. Returns the number of messages.
 */
export async function writePackageNotices(db: Database, options: Options): Promise<number> {
  if (manilaTime(options.now) < DAILY_MESSAGES_FROM) return 0
  let all = 0
  for (const days of PACKAGE_NOTICE_DAYS)
    for (const channel of CHANNELS)
      all += await writeAll(db, (tx) => writeSomePackageNotices(tx, options, { days, channel }))
  return all
}

/** The shortest time between two e-mails to the staff about waiting requests, in milliseconds. */
const REST_MS = 3_600_000

/** Returns the booking times of requests that have waited too long, oldest first. */
export async function requestsWaitingTooLong(tx: ReadTx, branchId: string, hours: number, now: Date): Promise<Date[]> {
  const asked = await views.pendingSince(tx, branchId, now)
  return asked.filter((at) => afterDayHours(at, hours) <= now)
}

async function writeRequestAlertOf(tx: Tx, branchId: string, channels: Channels, now: Date): Promise<boolean> {
  if (!(await isOn(tx, branchId, 'requests_waiting', 'email'))) return false
  const { request_hours: hours } = await queries.requestSetting(tx, branchId)
  const late = await requestsWaitingTooLong(tx, branchId, hours, now)
  if (late.length === 0) return false
  const lastNotifiedAt = await views.lastNotified(tx, branchId, 'requests_waiting')
  const isNew = lastNotifiedAt === null || late.some((at) => afterDayHours(at, hours) > lastNotifiedAt)
  if (!isNew || (lastNotifiedAt !== null && now.getTime() - lastNotifiedAt.getTime() < REST_MS)) return false
  const version = Math.floor(now.getTime() / REST_MS)
  const message = { branchId, occasion: 'requests_waiting', subjectId: branchId, version } as const
  await saveMessages(tx, { messages: [message], channels, now })
  return true
}

/**
 * Writes an e-mail to staff when a request has waited longer than the clinic allows: at most one an hour, and none
 * about requests already announced. Does nothing without a mail server. Returns whether one was written.
 */
export async function writeRequestAlert(
  db: Database,
  channels: Channels,
  branchId: string,
  now: Date,
): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    if (!channels.email && !(await hasMailServer(tx, branchId))) return false
    return writeRequestAlertOf(tx, branchId, channels, now)
  })
}
