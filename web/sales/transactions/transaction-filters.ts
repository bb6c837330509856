import { isCivilDate } from '#shared/lib/manila-time.ts'
import type { Parsed } from '#shared/lib/endpoint.ts'
import { periodOf, quickFilterOf, type Period, type QuickFilter } from '#shared/sales/filter.ts'
import type { salesContract } from '#shared/sales/contract.ts'
import { saleSentences } from '#shared/sales/sentences.ts'
import { useUrlState } from '#web/lib/use-url-state.ts'

export type TransactionQuery = Parsed<typeof salesContract.list>['querystring']

export const PER_PAGE = 12

/** How the filters stand in the address: `?search=ana&from=2026-11-16&to=2026-11-22&page=2`. */
const defaults = { search: '', from: '', to: '', page: 1 }

/** A hand-written address may say anything: what is no filter counts as not given. */
export function queryOf(state: { search: string; from: string; to: string; page: number }): TransactionQuery {
  const isPeriod = isCivilDate(state.from) && isCivilDate(state.to) && state.from <= state.to
  return {
    search: state.search.trim().slice(0, 100),
    ...(isPeriod && { from: state.from, to: state.to }),
    page: Math.max(1, Math.min(state.page, 1_000_000)),
    per_page: PER_PAGE,
  }
}

/** What is wrong with two typed dates; null when they can be applied. Both empty is the whole time. */
export function periodProblem(from: string, to: string): string | null {
  if (from === '' && to === '') return null
  if (from === '' || to === '') return saleSentences.bothDates
  return from <= to ? null : saleSentences.dateOrder
}

export const periodIn = ({ from, to }: TransactionQuery): Period => ({ ...(from && { from }), ...(to && { to }) })

/** The filters of the page; changing one of them goes back to its first page. */
export function useTransactionFilters(today: string) {
  const [state, change] = useUrlState(defaults)
  const query = queryOf(state)
  return {
    query,
    quick: quickFilterOf(periodIn(query), today),
    setSearch: (search: string) => change({ search }),
    setPeriod: ({ from = '', to = '' }: Period) => change({ from, to }),
    setQuick: (filter: QuickFilter) => {
      const { from = '', to = '' } = periodOf(filter, today)
      change({ from, to })
    },
    setPage: (page: number) => change({ page }),
  }
}
