import type { ReadContext } from '#server/lib/context.ts'
import type { Answer } from '#shared/lib/endpoint.ts'
import { addDays, manilaDate } from '#shared/lib/manila-time.ts'
import { toPesos } from '#shared/lib/money.ts'
import type { salesContract } from '#shared/sales/contract.ts'
import { growthRate } from '#shared/sales/growth.ts'
import * as views from './views.ts'

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

/** For the dashboard: what each month brought, and all of them together, in centavos. */
export const { salesByMonth, revenueOfAllTime } = views
