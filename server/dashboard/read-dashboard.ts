import { countRequests, countVisitsOfDay } from '#server/appointments/public.ts'
import { countExpiring, countLowStock } from '#server/inventory/public.ts'
import { exceedsLimit } from '#server/db/rate-limits.ts'
import type { ReadContext } from '#server/lib/context.ts'
import type { Limits } from '#server/lib/http/limits.ts'
import { UNKNOWN_PEOPLE_MAILS } from '#server/messages/deliver.ts'
import { countClients } from '#server/people/find-person.ts'
import { readLastCheck } from '#server/reports/check-books.ts'
import {
  dailySales,
  growthOverYesterday,
  growthSoFar,
  revenueOfAllTime,
  salesByMonth,
} from '#server/sales/day-totals.ts'
import { hasStoppedWebhook } from '#server/webhooks/public.ts'
import type { dashboardContract } from '#shared/dashboard/contract.ts'
import { growthRate } from '#shared/sales/growth.ts'
import type { Answer } from '#shared/lib/endpoint.ts'
import { addMonths, formatMonth, instantOf, manilaDate, startOfMonth, type CivilDate } from '#shared/lib/manila-time.ts'
import { toPesos } from '#shared/lib/money.ts'
import * as views from './views.ts'

const MONTHS = 12

type MonthlySales = Answer<typeof dashboardContract.monthlySales>['data']
type Problem = NonNullable<Answer<typeof dashboardContract.monthlySales>['notices']>[number]
type Today = Answer<typeof dashboardContract.today>['data']
type Clients = Answer<typeof dashboardContract.clients>['data']

/**
 * Sales of the last twelve months including this one, oldest first (0 for a month without sales), with all-time and
 * today's revenue.
 */
export async function readMonthlySales(context: ReadContext): Promise<MonthlySales> {
  const { tx, now } = context
  const today = manilaDate(now)
  const months = lastMonths(today)
  const sold = await salesByMonth(tx, months[0] ?? today)
  const totals = months.map((month) => sold.find((row) => row.month === month)?.total ?? 0)
  const day = await dailySales(context)
  return {
    'Monthly-sales': months.map((month, i) => ({ month: formatMonth(month), total_sales: toPesos(totals[i] ?? 0) })),
    total_sales: toPesos(await revenueOfAllTime(tx)),
    monthly_growth_rate: growthRate(totals.at(-1) ?? 0, totals.at(-2) ?? 0),
    Today_sales: day.daily_sales,
    daily_growth_rate: await growthOverYesterday(context),
    so_far: await growthSoFar(context),
  }
}

/** True when the last check of the books found differences. */
const hasBookDifferences = async (context: ReadContext): Promise<boolean> =>
  ((await readLastCheck(context))?.finding_count ?? 0) > 0

export type ProblemOptions = { proxyNotTrusted?: boolean | undefined; limits: Limits }

/** Problems that the operator or the owner should look into. */
export async function listProblems(
  context: ReadContext,
  { proxyNotTrusted, limits }: ProblemOptions,
): Promise<Problem[]> {
  const { scope, key } = UNKNOWN_PEOPLE_MAILS
  const areMailsStopped = await exceedsLimit(context.tx, scope, key, limits.unknownPeopleMails, context.now)
  return [
    ...(proxyNotTrusted ? (['proxy_not_trusted'] as const) : []),
    ...((await hasBookDifferences(context)) ? (['books_differ'] as const) : []),
    ...(areMailsStopped ? (['mails_stopped'] as const) : []),
    ...((await hasStoppedWebhook(context.tx)) ? (['webhook_stopped'] as const) : []),
  ]
}

/**
 * Counts today's visits, the unpaid ones among them, all requests that wait, and products that run low or expire soon.
 */
export async function countToday({ tx, branchId, now }: ReadContext): Promise<Today> {
  const { visits, unpaid } = await countVisitsOfDay(tx, branchId, manilaDate(now))
  const requests = await countRequests(tx, branchId)
  const low_stock = await countLowStock(tx, branchId)
  const expiring = await countExpiring(tx, { branchId, today: manilaDate(now) })
  return { visits, requests, unpaid_visits: unpaid, low_stock, ...expiring }
}

const lastMonths = (today: CivilDate): CivilDate[] => {
  const present = startOfMonth(today)
  return Array.from({ length: MONTHS }, (_, i) => addMonths(present, i - MONTHS + 1))
}

const dayStart = (date: CivilDate): views.DayStart => ({ date, instant: instantOf(date, '00:00:00') })

/**
 * Counts all clients, those active in the last twelve months, and the different clients served this month and last
 * month.
 */
export async function countClientsByMonth({ tx, now }: ReadContext): Promise<Clients> {
  const today = manilaDate(now)
  const present = startOfMonth(today)
  const served = await views.countServedClients(
    tx,
    dayStart(addMonths(present, -1)),
    dayStart(present),
    dayStart(addMonths(present, 1)),
  )
  return {
    total_clients: await countClients(tx),
    active_clients: await views.countActiveClients(tx, addMonths(today, -12)),
    catered_clients_this_month: served.present,
    catered_clients_last_month: served.last,
  }
}
