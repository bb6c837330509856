import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { historyLogsContract } from '#shared/history-logs/contract.ts'
import { pageCount } from '#shared/lib/paging.ts'
import { query as endpointQuery } from '#web/lib/query.ts'
import { useExistingPage } from '#web/lib/use-existing-page.ts'
import type { useLogFilters } from './log-filters.ts'

/** One page of the log. */
export function useLogs({ query, change }: ReturnType<typeof useLogFilters>) {
  const list = useQuery({
    ...endpointQuery(historyLogsContract.list, { querystring: query }),
    placeholderData: keepPreviousData,
  })
  const pages = pageCount(list.data?.total ?? 0, query.per_page)
  useExistingPage(query.page, list.data && !list.isPlaceholderData ? pages : undefined, (page) => change({ page }))
  return { list, pages }
}
