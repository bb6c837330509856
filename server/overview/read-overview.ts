import { countRequests, countVisitsOfDay } from '#server/appointments/public.ts'
import { listOpenShifts } from '#server/cash/lists.ts'
import { lastGoodRun, readTrials } from '#server/db/job-runs.ts'
import { countExpiring, countLowStock } from '#server/inventory/public.ts'
import type { ReadContext } from '#server/lib/context.ts'
import { countFailedMessages } from '#server/messages/outbox/public.ts'
import { readLastCheck, readOpening } from '#server/reports/public.ts'
import { dailySales, revenueBetween, revenueByDay } from '#server/sales/day-totals.ts'
import { countClosureRequests } from '#server/users/closure-requests.ts'
import { addDays, addMonths, isoInManila, manilaDate, startOfMonth, startOfWeek } from '#shared/lib/manila-time.ts'
import { toPesos } from '#shared/lib/money.ts'
import type { Needs, Overview, WeekFigures } from '#shared/overview/contract.ts'
import { readGoal } from './goal.ts'
import * as views from './views.ts'

const DAY_MS = 86_400_000
/** How old the last backup may be: a day and an hour, because a nightly backup may take longer than the one before. */
const BACKUP_MS = DAY_MS + 3_600_000
/** For how long a message that could not be sent is reported. */
const FAILED_MS = 7 * DAY_MS

/** The snapshot, the branch, and the instant for which the figures are computed. */
type Asked = Pick<ReadContext, 'tx' | 'branchId' | 'now'>

async function readToday(context: Asked): Promise<Overview['today']> {
  const { tx, branchId, now } = context
  const { daily_sales, transaction_count } = await dailySales(context)
  const visits = await views.visitsOfDay(tx, branchId, manilaDate(now))
  return { ...visits, sales: daily_sales, transactions: transaction_count }
}

const inPesos = ({ sales, ...counts }: views.PartRow): WeekFigures => ({ ...counts, sales: toPesos(sales) })

async function readWeek({ tx, branchId, now }: Asked): Promise<Overview['week']> {
  const today = manilaDate(now)
  const monday = startOfWeek(today, 1)
  const part = (days: number) => ({
    branchId,
    from: addDays(monday, days),
    to: addDays(today, days),
    until: new Date(now.getTime() + days * DAY_MS),
  })
  const sold = await revenueByDay(tx, branchId, addDays(monday, -7), today)
  const salesOn = (date: string) => toPesos(sold.get(date) ?? 0)
  return {
    present: inPesos(await views.figuresOf(tx, part(0))),
    before: inPesos(await views.figuresOf(tx, part(-7))),
    days: Array.from({ length: 7 }, (_, n) => addDays(monday, n)).map((date) => ({
      date,
      sales: date > today ? null : salesOn(date),
      sales_before: salesOn(addDays(date, -7)),
    })),
  }
}

async function readMonth({ tx, branchId, now }: Asked): Promise<Overview['month']> {
  const today = manilaDate(now)
  const first = startOfMonth(today)
  const days = await readOpening(tx, { branchId, from: today, to: addDays(addMonths(first, 1), -1) })
  return {
    sales: toPesos(await revenueBetween(tx, branchId, first, today)),
    ...(await readGoal(tx, branchId)),
    // Counts only days from today on, because `readOpening` also returns the day before `from`.
    open_days_left: days.filter(({ date, opening }) => date >= today && opening.length > 0).length,
  }
}

async function readNeeds(context: Asked): Promise<Needs> {
  const { tx, branchId, now } = context
  const backup = await lastGoodRun(tx)
  const { last: trial } = await readTrials(tx)
  const isBackupLate = backup === null || now.getTime() - backup.getTime() > BACKUP_MS
  return {
    requests: await countRequests(tx, branchId),
    closures: await countClosureRequests(tx),
    unpaid_visits: (await countVisitsOfDay(tx, branchId, manilaDate(now))).unpaid,
    low_stock: await countLowStock(tx, branchId),
    ...(await countExpiring(tx, { branchId, today: manilaDate(now) })),
    failed_messages: await countFailedMessages(tx, branchId, new Date(now.getTime() - FAILED_MS)),
    book_differences: (await readLastCheck(context))?.finding_count ?? 0,
    ...(isBackupLate && { backup: { made_at: backup && isoInManila(backup) } }),
    ...(trial?.problem && { backup_trial: { tried_at: isoInManila(trial.finishedAt), problem: trial.problem } }),
  }
}

/** The figures of the day, the week and the month of `now`, and what waits for an admin. */
export async function readOverview(context: Asked): Promise<Overview> {
  return {
    date: manilaDate(context.now),
    today: await readToday(context),
    open_shifts: await listOpenShifts(context),
    week: await readWeek(context),
    month: await readMonth(context),
    needs: await readNeeds(context),
  }
}
