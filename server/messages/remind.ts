import { saveMessages, type NewMessage } from '#server/messages/outbox/outbox.ts'
import type { Database, Tx } from '#server/db/pool.ts'
import { inTransaction } from '#server/db/transactions.ts'
import { CHANNELS, type Channels, REMINDERS, uselessFrom } from '#shared/messages/occasions.ts'
import { sendingTime } from '#shared/messages/sending-time.ts'
import { startVersion } from './compose/compose-visit.ts'
import * as queries from './queries.ts'

const HOUR_MS = 3_600_000
/** Reminders that are written in one transaction: it must end within seconds. */
const AT_ONCE = 500
/** What was not reminded of because nothing ran then is told as skipped for so long. */
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

async function remindSome(tx: Tx, reminder: Reminder, channels: Channels, now: Date): Promise<number> {
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

/** Writes the reminders that are due by now; each once, however many processes look. Answers how many. */
export async function remind(db: Database, channels: Channels, now: Date): Promise<number> {
  let all = 0
  for (const reminder of REMINDERS)
    for (;;) {
      const written = await inTransaction(db, (tx) => remindSome(tx, reminder, channels, now))
      all += written
      if (written < AT_ONCE) break
    }
  return all
}
