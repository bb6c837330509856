import { useQuery } from '@tanstack/react-query'
import { catalogueContract } from '#shared/catalogue/contract.ts'
import { dashboardContract } from '#shared/dashboard/contract.ts'
import { dashboardSentences as s } from '#shared/dashboard/sentences.ts'
import type { Output } from '#shared/lib/endpoint.ts'
import { query } from '#web/lib/query.ts'
import { sentenceOf } from '#web/lib/query-client.ts'

/** Undefined while it loads, null when it could not be loaded. */
type Loaded<Data> = Data | null | undefined
export type MonthlySales = Loaded<Output<typeof dashboardContract.monthlySales>['data']>
export type ClientCounts = Loaded<Output<typeof dashboardContract.clients>['data']>

type Part = Parameters<typeof sentenceOf>[0]

/** «Too many requests» is no failure to show while there are figures: they stay. */
function failureOf(sales: Part, clients: Part): string | undefined {
  const hasSales = sentenceOf(sales) === undefined
  const hasClients = sentenceOf(clients) === undefined
  if (!hasSales && !hasClients) return sentenceOf(sales, s.failed)
  return hasSales ? sentenceOf(clients, s.clientsFailed) : sentenceOf(sales, s.monthlySalesFailed)
}

/** Everything the dashboard shows, asked for again every `refreshMinutes` while it is looked at (0: only on request). */
export function useDashboard(refreshMinutes: number) {
  const refetchInterval = refreshMinutes === 0 ? (false as const) : refreshMinutes * 60_000
  const sales = useQuery({ ...query(dashboardContract.monthlySales, {}), refetchInterval })
  const clients = useQuery({ ...query(dashboardContract.clients, {}), refetchInterval })
  const treatments = useQuery(query(catalogueContract.treatments, { querystring: { per_page: 1 } }))
  const loadedAt = [sales, clients].filter((part) => part.data).map((part) => part.dataUpdatedAt)
  return {
    sales: sales.data?.data ?? (sales.isError ? null : undefined),
    clients: clients.data?.data ?? (clients.isError ? null : undefined),
    /** Every visitor seems to come from the proxy. */
    isProxyNotTrusted: sales.data?.notices.includes('proxy_not_trusted') === true,
    /** Nothing can be booked or sold yet. */
    isCatalogueEmpty: treatments.data?.total === 0,
    failure: failureOf(sales, clients),
    /** When the older of the figures on the screen were loaded. */
    lastUpdated: loadedAt.length > 0 ? new Date(Math.min(...loadedAt)) : undefined,
    isBusy: sales.isFetching || clients.isFetching,
    refresh: () => void Promise.all([sales.refetch(), clients.refetch(), treatments.refetch()]),
  }
}
