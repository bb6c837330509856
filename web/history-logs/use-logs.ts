import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { historyLogsContract } from '#shared/history-logs/contract.ts'
import { pageCount } from '#shared/lib/paging.ts'
import { query as endpointQuery } from '#web/lib/query.ts'
import type { useLogFilters } from './log-filters.ts'

/** One page of the log. A page behind the last one (an old link) leads to the last. */
export function useLogs({ query, change }: ReturnType<typeof useLogFilters>) {
  const list = useQuery({
    ...endpointQuery(historyLogsContract.list, { querystring: query }),
    placeholderData: keepPreviousData,
  })
  const pages = pageCount(list.data?.total ?? 0, query.per_page)
  const isBehindLast = list.data !== undefined && !list.isPlaceholderData && query.page > pages
  useEffect(() => {
    if (isBehindLast) change({ page: pages })
  })
  return { list, pages }
}
