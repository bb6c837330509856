import { FileClock, Pencil, Plus, RefreshCw, Trash2 } from 'lucide-react'
import { formatNumber } from '#shared/lib/numbers.ts'
import {
  historyLogsContract,
  LOG_SUBJECTS,
  LOG_TYPES,
  type HistoryLog,
  type LogSubject,
  LOG_FILES,
} from '#shared/history-logs/contract.ts'
import { historyLogMessages as s } from '#shared/history-logs/messages.ts'
import type { Output, Parsed } from '#shared/lib/endpoint.ts'
import { formatInstant } from '#shared/lib/manila-time.ts'
import { exportMessages } from '#shared/lib/messages.ts'
import { useList, type List } from '#web/data/use-list.ts'
import { ExportButtons } from '#web/exports/export-buttons.tsx'
import { type Making, factsOf, type Report } from '#web/exports/report/report.ts'
import { Button } from '#web/ui/button.tsx'
import { DataTable, type Column } from '#web/ui/data/data-table.tsx'
import { EmptyState } from '#web/ui/data/load-states.tsx'
import { EMPTY_SUBTITLE, PageHeader } from '#web/ui/page-header.tsx'
import { Pager } from '#web/ui/data/pager.tsx'
import { SearchBox } from '#web/ui/fields/search-box.tsx'
import { Select } from '#web/ui/fields/select.tsx'
import { StatCard } from '#web/ui/card.tsx'
import { LogTypeBadge } from './log-type.tsx'

type Logs = List<typeof historyLogsContract.list>

const columns: Column<HistoryLog>[] = [
  {
    key: 'user',
    header: s.user,
    cell: (log) => <span className="font-semibold">{log.user}</span>,
    className: 'w-52',
    card: 'title',
  },
  {
    key: 'action',
    header: s.action,
    cell: (log) => log.action,
    card: 'title',
    className: 'wrap-anywhere cards:text-sm! cards:font-normal!',
  },
  { key: 'type', header: s.type, cell: (log) => <LogTypeBadge type={log.type} />, className: 'w-32' },
  {
    key: 'timestamp',
    header: s.timestamp,
    cell: (log) => <time dateTime={log.timestamp}>{formatInstant(log.timestamp)}</time>,
    align: 'right',
    className: 'w-52 whitespace-nowrap',
  },
]

const nothing = <EmptyState icon={FileClock} title={s.noneTitle} body={s.noneHint} />

/** The history log page. */
export default function HistoryLogsPage() {
  const list = useList(historyLogsContract.list, { failed: s.failedToLoad })
  const summary = list.answer?.summary
  const newest = summary?.last_updated
  return (
    <div className="space-y-4">
      <PageHeader
        title={s.title}
        subtitle={newest ? s.lastUpdated(formatInstant(newest)) : summary ? s.nothingYet : EMPTY_SUBTITLE}
        actions={
          <>
            <Exports query={list.query} total={list.error || list.isPrevious ? undefined : list.total} />
            <RefreshButton busy={list.isFetching} onClick={() => void list.reload()} />
          </>
        }
      />
      <LogSummary summary={summary} loading={list.isLoading} />
      <LogToolbar {...list} />
      <DataTable label={s.title} columns={columns} rowKey={(log) => log.id} empty={nothing} {...list.table} />
      <Pager {...list.pager} />
    </div>
  )
}

type Summary = Output<typeof historyLogsContract.list>['summary']

/** The counts of all entries that match the filter; a dash if they could not be loaded. */
function LogSummary({ summary, loading }: { summary: Summary | undefined; loading: boolean }) {
  const card = { loading }
  const count = (value: number | undefined) => (value === undefined ? '—' : formatNumber(value))
  return (
    <section aria-label={s.summary}>
      <dl className="grid grid-cols-2 gap-3 lg:grid-cols-4 lg:gap-4">
        <StatCard {...card} label={s.total} value={count(summary?.total)} icon={FileClock} />
        <StatCard {...card} label={s.created} value={count(summary?.created)} icon={Plus} />
        <StatCard {...card} label={s.updated} value={count(summary?.updated)} icon={Pencil} />
        <StatCard {...card} label={s.deleted} value={count(summary?.deleted)} icon={Trash2} />
      </dl>
    </section>
  )
}

const typeOptions = [
  { value: 'all' as const, label: s.allTypes },
  ...LOG_TYPES.map((type) => ({ value: type, label: s.types[type] })),
]
const subjectOptions = [
  { value: 'all' as const, label: s.allSubjects },
  ...LOG_SUBJECTS.map((subject) => ({ value: subject, label: s.subjects[subject] })),
]
const sortOptions = [
  { value: 'newest' as const, label: s.newestFirst },
  { value: 'oldest' as const, label: s.oldestFirst },
]

/** The controls for search, type, subject and order of the log. */
function LogToolbar({ query, change, searchBox }: Logs) {
  return (
    <div className="flex flex-wrap gap-3">
      <SearchBox label={s.search} {...searchBox} className="w-full md:w-auto md:min-w-52 md:flex-1" />
      <Select
        aria-label={s.filterByType}
        options={typeOptions}
        value={query.type ?? 'all'}
        onChange={(type) => change({ type: type === 'all' ? undefined : type })}
        className="w-auto! min-w-40 flex-1 md:flex-none"
      />
      <Select
        aria-label={s.filterBySubject}
        options={subjectOptions}
        value={LOG_SUBJECTS.find((subject) => subject === query.subject) ?? 'all'}
        onChange={(subject) => change({ subject: subject === 'all' ? undefined : subject })}
        className="w-auto! min-w-40 flex-1 md:flex-none"
      />
      <Select
        aria-label={s.sort}
        options={sortOptions}
        value={query.sort}
        onChange={(sort) => change({ sort })}
        className="w-auto! min-w-40 flex-1 md:flex-none"
      />
    </div>
  )
}

/** The buttons that export all filtered entries, not only the displayed page. */
function Exports({
  query: { search, type, sort, subject },
  total,
}: {
  query: Logs['query']
  total: number | undefined
}) {
  const filter = { search, type, sort, subject }
  const list = {
    endpoint: historyLogsContract.exportCsv,
    input: { querystring: filter },
    total,
    files: LOG_FILES,
    report: (making: Making) => logReport(filter, making),
    nothing: { title: s.noneTitle, description: s.noneHint },
  }
  return <ExportButtons list={list} />
}

const RefreshButton = ({ busy, onClick }: { busy: boolean; onClick: () => void }) => (
  <Button onClick={onClick} busy={busy} icon={<RefreshCw size={18} aria-hidden="true" />}>
    {s.refresh}
  </Button>
)

type Filter = Pick<Parsed<typeof historyLogsContract.list>['querystring'], 'search' | 'type' | 'sort' | 'subject'>

const isSubject = (subject: string | undefined): subject is LogSubject => LOG_SUBJECTS.some((each) => each === subject)

/** The report of the history log for its PDF and Excel file; `cell` is the index of a column in the CSV export. */
export const logReport = ({ search, type, sort, subject }: Filter, making: Making): Report => ({
  title: s.reportTitle,
  ...factsOf(making, [
    `${s.type}: ${type ? s.types[type] : s.allTypes} · ${sort === 'newest' ? s.newestFirst : s.oldestFirst}`,
    ...(isSubject(subject) ? [s.subjects[subject]] : []),
    ...(search === '' ? [] : [exportMessages.searchedFor(search)]),
  ]),
  columns: [
    { header: s.user, cell: 0, kind: 'text', width: 38 },
    { header: s.action, cell: 1, kind: 'text' },
    { header: s.type, cell: 2, kind: 'text', width: 19 },
    { header: s.timestamp, cell: 3, kind: 'moment', width: 38 },
  ],
})
