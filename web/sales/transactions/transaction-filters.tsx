import { exportMessages } from '#shared/lib/messages.ts'
import type { CivilDate } from '#shared/lib/manila-time.ts'
import { salesContract } from '#shared/sales/contract.ts'
import { periodError, periodOf, QUICK_FILTERS, quickFilterOf, type Period, formatPeriod } from '#shared/sales/period.ts'
import { transactionsMessages as s } from '#shared/sales/messages.ts'
import { writeListChange } from '#web/data/list-endpoint.ts'
import type { List } from '#web/data/use-list.ts'
import { factsOf, type Making, type Report } from '#web/exports/report/report.ts'
import { writeParam, useAddress } from '#web/lib/use-url-state.ts'
import { DateRange } from '#web/ui/fields/date-input.tsx'
import { SearchBox } from '#web/ui/fields/search-box.tsx'
import { SegmentedControl } from '#web/ui/fields/radio-group.tsx'

type Transactions = List<typeof salesContract.list>

const PERIOD = 'period'
const ALL = 'all'
const filters = ['from', 'to', 'search', 'page', PERIOD]

/**
 * The period of dates in the URL. Cashiers see today by default, so for them "all time" has its own value in the URL.
 * `start` is the query to redirect to from a URL without filters; null when no redirect is needed.
 */
export function usePeriod(beginsToday: boolean, today: CivilDate) {
  const [params, edit] = useAddress()
  const isBare = beginsToday && !filters.some((name) => params.has(name))
  const setPeriod = ({ from, to }: Period) =>
    edit((next) => {
      // Both dates are passed, because a date that is left out would keep its old value in the URL.
      writeListChange(salesContract.list, next, { from, to })
      writeParam(next, PERIOD, beginsToday && !from ? ALL : undefined, undefined)
    })
  return { start: isBare ? `?from=${today}&to=${today}` : null, setPeriod }
}

const quickOptions = QUICK_FILTERS.map((filter) => ({ value: filter, label: s.quick[filter] }))

const labels = { from: s.from, to: s.to, apply: s.applyFilter }

type ToolbarProps = { list: Transactions; today: CivilDate; setPeriod: (period: Period) => void }

/** Search, quick filters, and two dates with an Apply button. */
export function TransactionToolbar({ list, today, setPeriod }: ToolbarProps) {
  const { from = '', to = '' } = list.query
  return (
    <div className="flex flex-wrap items-start gap-3">
      <SearchBox label={s.search} placeholder={s.searchPlaceholder} {...list.searchBox} className="w-full lg:w-80" />
      <SegmentedControl
        aria-label={s.period}
        options={quickOptions}
        value={quickFilterOf({ ...(from && { from }), ...(to && { to }) }, today) ?? null}
        onChange={(filter) => setPeriod(periodOf(filter, today))}
      />
      {/* A new period from a filter or link resets the typed dates. */}
      <DateRange
        key={`${from} ${to}`}
        from={from}
        to={to}
        labels={labels}
        check={periodError}
        onApply={(range) => setPeriod(range.from === '' ? {} : range)}
      />
    </div>
  )
}

type Filter = { search: string; from?: string | undefined; to?: string | undefined }

/** The Transaction Report, whose columns show cells of the export transactions.csv. */
export const transactionReport = ({ search, from, to }: Filter, making: Making): Report => ({
  title: s.reportTitle,
  ...factsOf(making, [
    formatPeriod({ ...(from && { from }), ...(to && { to }) }),
    ...(search === '' ? [] : [exportMessages.searchedFor(search)]),
  ]),
  columns: [
    { header: s.date, cell: 3, kind: 'date', width: 24 },
    { header: s.time, cell: 4, kind: 'time', width: 18 },
    { header: s.customer, cell: 0, kind: 'text', width: 46 },
    { header: s.treatment, cell: 1, kind: 'text' },
    { header: s.amount, cell: 2, kind: 'amount', width: 30 },
  ],
  sumLabel: s.revenueLabel,
})
