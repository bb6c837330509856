import type { ReadTx, Tx } from '#server/db/pool.ts'
import { idsWithDailySummary } from '#server/people/public.ts'
import { readOpening } from '#server/reports/public.ts'
import { dayNumber, instantOf, manilaDate, type CivilDate } from '#shared/lib/manila-time.ts'
import type { Channels } from '#shared/messages/message-types.ts'
import { saveMessages } from './outbox/outbox.ts'
import { hasMailServer } from './transport/queries.ts'

const MINUTE_MS = 60_000
/** A summary that could not be written for so long, because no process ran, is not written any more. */
const LATE_MS = 12 * 60 * MINUTE_MS

type Options = { branchId: string; channels: Channels; now: Date }

/** The dates on which the clinic has closed within the last hours. A date whose hours end after midnight is one of them. */
async function closedDays(tx: ReadTx, { branchId, now }: Options): Promise<CivilDate[]> {
  const today = manilaDate(now)
  const days = await readOpening(tx, { branchId, from: today, to: today })
  return days.flatMap(({ date, opening }) => {
    if (opening.length === 0) return []
    const closing = Math.max(...opening.map(({ to }) => to)) * MINUTE_MS
    const passed = now.getTime() - instantOf(date, '00:00:00').getTime() - closing
    return passed >= 0 && passed < LATE_MS ? [date] : []
  })
}

/**
 * Writes the summary of a day to each admin who wants it once the clinic has closed: nothing on a closed day or without a
 * mail server. The day is the message's version, so that two processes write it once.
 */
export async function writeDailySummaries(tx: Tx, options: Options): Promise<void> {
  const { branchId, channels, now } = options
  const sends = channels.email || (await hasMailServer(tx, branchId))
  const people = sends ? await idsWithDailySummary(tx) : []
  if (people.length === 0) return
  const messages = (await closedDays(tx, options)).flatMap((date) =>
    people.map((subjectId) => ({
      branchId,
      occasion: 'daily_summary' as const,
      subjectId,
      version: dayNumber(date),
      parameters: { date },
    })),
  )
  await saveMessages(tx, { messages, channels, now })
}
