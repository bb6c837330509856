import type { ReadTx, Tx } from '#server/db/pool.ts'
import { idsWithDailySummary } from '#server/people/public.ts'
import { readOpening } from '#server/reports/public.ts'
import { dayNumber, instantOf, manilaDate, type CivilDate } from '#shared/lib/manila-time.ts'
import type { Channels } from '#shared/messages/message-types.ts'
import { saveMessages } from './outbox/outbox.ts'
import { hasMailServer } from './transport/queries.ts'

const MINUTE_MS = 60_000
/** A summary that could not be written within this time, because no process ran, is not written any more. */
const LATE_MS = 12 * 60 * MINUTE_MS

type Options = { branchId: string; channels: Channels; now: Date }

/**
 * The dates whose opening hours ended within the last `LATE_MS`. Hours that end after midnight belong to the date on
 * which they began.
 */
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
 * Writes the summary of a day to each admin who wants it, once the clinic has closed; writes nothing on a closed day or
 * without a mail server. Each message has the day as its version, so that two processes write a summary once.
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
