import type { ReadContext } from '#server/lib/context.ts'
import type { Answer } from '#shared/lib/endpoint.ts'
import { addDays, addMonths, manilaDate, startOfMonth, type CivilDate } from '#shared/lib/manila-time.ts'
import { toPesos } from '#shared/lib/money.ts'
import type { salesContract } from '#shared/sales/contract.ts'
import { growthRate } from '#shared/sales/growth.ts'
import * as views from './day-views.ts'

/** Today's sales in Manila, from the totals kept with each document. */
export async function dailySales({
  tx,
  now,
  branchId,
}: ReadContext): Promise<Answer<typeof salesContract.dailySales>['data']> {
  const date = manilaDate(now)
  const totals = await views.totalsOfDays(tx, branchId, [date, addDays(date, -1)])
  const days = new Map(totals.map((day) => [day.business_date, day]))
  const today = days.get(date)
  const yesterday = days.get(addDays(date, -1))
  return {
    date,
    daily_sales: toPesos(today?.total_centavos ?? 0),
    growth_rate: growthRate(today?.total_centavos ?? 0, yesterday?.total_centavos ?? 0),
    transaction_count: today?.transaction_count ?? 0,
  }
}

const DAY_MS = 86_400_000

/** Percent, or null where there is nothing to compare with. */
const growthOrNull = (latest: number, before: number) => (before > 0 ? growthRate(latest, before) : null)

/** The month and the day so far, against as much of the month and of the day before. */
export async function growthSoFar({ tx, now, branchId }: ReadContext) {
  const today = manilaDate(now)
  const from = addMonths(startOfMonth(today), -1)
  // The 31st is compared with the whole of a shorter month.
  const to = addMonths(today, -1)
  const between = (first: CivilDate, last: CivilDate) => views.revenueBetween(tx, branchId, first, last)
  const yesterday = addDays(today, -1)
  const byNow = await views.revenueUntil(tx, branchId, yesterday, new Date(now.getTime() - DAY_MS))
  return {
    month: growthOrNull(await between(startOfMonth(today), today), await between(from, to)),
    month_compared: { from, to },
    day: growthOrNull(await between(today, today), byNow),
  }
}

/** For the dashboard: what each month brought, and all of them together, in centavos. */
export const { salesByMonth, revenueOfAllTime } = views

/** What the documents of shifts come to. */
export { sumsOfShifts } from './shift-views.ts'
