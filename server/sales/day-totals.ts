import type { ReadContext } from '#server/lib/context.ts'
import type { Answer } from '#shared/lib/endpoint.ts'
import { addDays, addMonths, manilaDate, startOfMonth, type CivilDate } from '#shared/lib/manila-time.ts'
import { toPesos } from '#shared/lib/money.ts'
import type { salesContract } from '#shared/sales/contract.ts'
import { growthRate } from '#shared/sales/growth.ts'
import * as views from './day-views.ts'
import { mostSoldSince } from './views.ts'

/**
 * Today's sales in Manila, from the totals stored with each document, compared with yesterday's sales up to the same
 * time. Growth is 0 until there were sales on both days.
 */
export async function dailySales({
  tx,
  now,
  branchId,
}: Pick<ReadContext, 'tx' | 'now' | 'branchId'>): Promise<Answer<typeof salesContract.dailySales>['data']> {
  const date = manilaDate(now)
  const today = await views.totalsOfDay(tx, branchId, date)
  const sold = today?.total_centavos ?? 0
  return {
    date,
    daily_sales: toPesos(sold),
    growth_rate: sold === 0 ? 0 : growthRate(sold, await revenueOfYesterdayByNow({ tx, now, branchId })),
    transaction_count: today?.transaction_count ?? 0,
  }
}

/** By how many percent today's net sales exceed the net sales of the whole of yesterday, for the dashboard. */
export async function growthOverYesterday({ tx, now, branchId }: ReadContext): Promise<number> {
  const date = manilaDate(now)
  const soldOn = (day: CivilDate) => views.revenueBetween(tx, branchId, day, day)
  return growthRate(await soldOn(date), await soldOn(addDays(date, -1)))
}

const DAY_MS = 86_400_000

const revenueOfYesterdayByNow = ({ tx, now, branchId }: Pick<ReadContext, 'tx' | 'now' | 'branchId'>) =>
  views.revenueUntil(tx, branchId, addDays(manilaDate(now), -1), new Date(now.getTime() - DAY_MS))

/** Growth in percent, or null when the earlier amount is 0. */
const growthOrNull = (latest: number, before: number) => (before > 0 ? growthRate(latest, before) : null)

/**
 * The growth of sales this month and today so far, compared with the same part of the previous month and of yesterday.
 */
export async function growthSoFar(context: ReadContext) {
  const { tx, now, branchId } = context
  const today = manilaDate(now)
  const from = addMonths(startOfMonth(today), -1)
  // The same day of the previous month; if that month is shorter, its last day.
  const to = addMonths(today, -1)
  const between = (first: CivilDate, last: CivilDate) => views.revenueBetween(tx, branchId, first, last)
  const byNow = await revenueOfYesterdayByNow(context)
  return {
    month: growthOrNull(await between(startOfMonth(today), today), await between(from, to)),
    month_compared: { from, to },
    day: growthOrNull(await between(today, today), byNow),
  }
}

const MOST_SOLD_DAYS = 90
const MOST_SOLD_COUNT = 24

/** The services that this branch sold most in the last 90 days. */
export const mostSold = ({ tx, now, branchId }: ReadContext) =>
  mostSoldSince(tx, { branchId, from: addDays(manilaDate(now), -MOST_SOLD_DAYS), limit: MOST_SOLD_COUNT })

/** Queries for the revenue in centavos, which the dashboard and the owner's page show. */
export const { salesByMonth, revenueOfAllTime, revenueBetween, revenueByDay } = views

/** The sums of the documents of each shift, for readings and reports. */
export { sumsOfShifts } from './shift-views.ts'
