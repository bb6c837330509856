import { catalogueContract } from '#shared/catalogue/contract.ts'
import { dashboardContract } from '#shared/dashboard/contract.ts'
import { dashboardMessages as s } from '#shared/dashboard/messages.ts'
import type { Output } from '#shared/lib/endpoint.ts'
import { useOpenShifts } from '#web/cash/open-shifts.tsx'
import { useRead, type Read } from '#web/data/use-read.ts'
import { sentenceOf } from '#web/lib/query-client.ts'

/** Undefined while loading, null after a failure. */
type Loaded<Data> = Data | null | undefined
export type MonthlySales = Loaded<Output<typeof dashboardContract.monthlySales>['data']>
export type ClientCounts = Loaded<Output<typeof dashboardContract.clients>['data']>

type Part = Pick<Read<unknown>, 'error' | 'data'>

/** "Too many requests" is not shown while there are figures, which stay. */
function failureOf(sales: Part, clients: Part): string | undefined {
  const hasSales = sentenceOf(sales) === undefined
  const hasClients = sentenceOf(clients) === undefined
  if (!hasSales && !hasClients) return sentenceOf(sales, s.failed)
  return hasSales ? sentenceOf(clients, s.clientsFailed) : sentenceOf(sales, s.monthlySalesFailed)
}

/** The dashboard's figures, reloaded every `everyMs` while the page is visible (false: only on request). */
export function useDashboard(everyMs: number | false) {
  const sales = useRead(dashboardContract.monthlySales, {}, { everyMs })
  const clients = useRead(dashboardContract.clients, {}, { everyMs })
  const today = useRead(dashboardContract.today, {}, { everyMs, failed: s.todayFailed })
  const treatments = useRead(catalogueContract.treatments, { querystring: { per_page: 1 } })
  const shifts = useOpenShifts()
  const readAt = [sales, clients].flatMap((part) => (part.readAt && part.data ? [part.readAt.getTime()] : []))
  return {
    today,
    sales: sales.data?.data ?? (sales.error ? null : undefined),
    clients: clients.data?.data ?? (clients.error ? null : undefined),
    /** True when all visitors seem to come from the proxy's address. */
    isProxyNotTrusted: sales.data?.notices.includes('proxy_not_trusted') === true,
    /** True when the last check of the books found differences. */
    doBooksDiffer: sales.data?.notices.includes('books_differ') === true,
    /** True when the daily limit of e-mails to unknown, unconfirmed people is reached. */
    areMailsStopped: sales.data?.notices.includes('mails_stopped') === true,
    failingJobs: sales.data?.failing_jobs ?? [],
    /** True when nothing can be booked or sold yet. */
    isCatalogueEmpty: treatments.data?.total === 0,
    /** It is known whether the next steps and the open shifts are on the page, which stand above the figures. */
    isLayoutKnown: !treatments.isLoading && !shifts.isLoading,
    failure: failureOf(sales, clients),
    /** When the older of the figures on the screen were loaded. */
    lastUpdated: readAt.length > 0 ? new Date(Math.min(...readAt)) : undefined,
    isBusy: today.isFetching || sales.isFetching || clients.isFetching,
    refresh: () => void Promise.all([today.reload(), sales.reload(), clients.reload(), treatments.reload()]),
  }
}
