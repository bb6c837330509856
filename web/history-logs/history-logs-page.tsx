import { FileClock, RefreshCw } from 'lucide-react'
import { historyLogsContract, type HistoryLog } from '#shared/history-logs/contract.ts'
import { LOG_FILES } from '#shared/history-logs/logs-export.ts'
import { historyLogSentences as s } from '#shared/history-logs/sentences.ts'
import { formatInstant, formatInstantTime } from '#shared/lib/manila-time.ts'
import { ExportButtons } from '#web/exports/export-buttons.tsx'
import { sentenceOf } from '#web/lib/query-client.ts'
import type { Making } from '#web/exports/report/report-facts.ts'
import { Button } from '#web/ui/button.tsx'
import { DataTable } from '#web/ui/data-table.tsx'
import type { Column } from '#web/ui/data-table-column.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Pager } from '#web/ui/pager.tsx'
import { useLogFilters, type LogQuery } from './log-filters.ts'
import { logReport } from './log-report.ts'
import { LogSummary } from './log-summary.tsx'
import { LogToolbar } from './log-toolbar.tsx'
import { LogTypeBadge } from './log-type-badge.tsx'
import { useLogs } from './use-logs.ts'

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

/** Who changed what, and when. */
export default function HistoryLogsPage() {
  const filters = useLogFilters()
  const { list, pages } = useLogs(filters)
  const refresh = () => void list.refetch()
  const summary = list.data?.summary
  const newest = summary?.last_updated
  return (
    <div className="space-y-4">
      <PageHeader
        title={s.title}
        subtitle={newest ? s.lastUpdated(formatInstant(newest)) : summary && s.nothingYet}
        actions={
          <>
            <Exports
              query={filters.query}
              total={list.isError || list.isPlaceholderData ? undefined : list.data?.total}
            />
            <RefreshButton busy={list.isFetching} onClick={refresh} />
          </>
        }
      />
      <LogSummary summary={summary} loading={list.isPending} />
      <LogToolbar {...filters} />
      <DataTable
        label={s.title}
        columns={columns}
        rows={list.data?.logs}
        rowKey={(log) => log.id}
        empty={nothing}
        error={sentenceOf(list, s.failedToLoad)}
        onRetry={refresh}
        busy={list.isFetching}
        lastUpdated={formatInstantTime(new Date(list.dataUpdatedAt))}
      />
      <Pager page={filters.query.page} pageCount={pages} onChange={(page) => filters.change({ page })} />
    </div>
  )
}

const kinds = ['pdf'] as const

/** The whole filter as a file, not the page on the screen. */
function Exports({ query: { search, type, sort }, total }: { query: LogQuery; total: number | undefined }) {
  const filter = { search, type, sort }
  const list = {
    endpoint: historyLogsContract.exportCsv,
    input: { querystring: filter },
    total,
    files: LOG_FILES,
    report: (making: Making) => logReport(filter, making),
    nothing: { title: s.noneTitle, description: s.noneHint },
  }
  return <ExportButtons list={list} kinds={kinds} />
}

const RefreshButton = ({ busy, onClick }: { busy: boolean; onClick: () => void }) => (
  <Button onClick={onClick} busy={busy} icon={<RefreshCw size={18} aria-hidden="true" />}>
    {s.refresh}
  </Button>
)
