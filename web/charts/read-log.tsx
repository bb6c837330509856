import { Eye, SearchX } from 'lucide-react'
import { CHART_READ_FILES, CHART_READ_KINDS, chartsContract, type ChartRead } from '#shared/charts/contract.ts'
import { clinicalRecordMessages as s } from '#shared/charts/messages.ts'
import { formatInstant } from '#shared/lib/manila-time.ts'
import { formatPeriod, periodError } from '#shared/sales/period.ts'
import { useList, type List } from '#web/data/use-list.ts'
import { ExportButtons } from '#web/exports/export-buttons.tsx'
import { factsOf, type Making, type Report } from '#web/exports/report/report.ts'
import { DataTable, type Column } from '#web/ui/data/data-table.tsx'
import { EmptyState } from '#web/ui/data/load-states.tsx'
import { Pager } from '#web/ui/data/pager.tsx'
import { DateRange } from '#web/ui/fields/date-input.tsx'
import { SearchBox } from '#web/ui/fields/search-box.tsx'
import { Select } from '#web/ui/fields/select.tsx'

const columns: Column<ChartRead>[] = [
  { key: 'time', header: s.time, card: 'title', cell: ({ read_at }) => formatInstant(read_at) },
  { key: 'reader', header: s.reader, cell: ({ read_by }) => read_by },
  { key: 'client', header: s.client, cell: ({ client_name }) => client_name },
  { key: 'what', header: s.what, cell: ({ kind }) => s.kinds[kind] },
]

type Reads = List<typeof chartsContract.reads>

/** Who has opened which chart, photo or document. */
export function ReadLog() {
  const list = useList(chartsContract.reads, { failed: s.readsFailed, local: true })
  return (
    <section aria-label={s.readLog} className="space-y-3">
      <p className="text-sm text-ink-2">{s.readsHint}</p>
      <Filters list={list} />
      <div className="flex flex-wrap gap-2">
        <Exports list={list} />
      </div>
      <DataTable
        label={s.readLog}
        columns={columns}
        rowKey={({ id }) => id}
        empty={
          isFiltered(list.query) ? (
            <EmptyState icon={SearchX} title={s.noMatch} body={s.noMatchHint} />
          ) : (
            <EmptyState icon={Eye} title={s.noReads} body={s.noReadsHint} />
          )
        }
        cardsBelow="md"
        {...list.table}
      />
      <Pager {...list.pager} />
    </section>
  )
}

const isFiltered = ({ search, from, reader_id, kind }: Reads['query']) =>
  search !== '' || from !== undefined || reader_id !== undefined || kind !== undefined

const ALL = 'all'
const labels = { from: s.from, to: s.to, apply: s.apply }

const kinds = CHART_READ_KINDS.map((value) => ({ value, label: s.kinds[value] }))

/** The fields that filter the log by client, two dates, reader, and what was read. */
function Filters({ list }: { list: Reads }) {
  const { from = '', to = '', reader_id, kind } = list.query
  const readers = list.answer?.summary.readers ?? []
  return (
    <div className="flex flex-wrap items-start gap-3">
      <SearchBox label={s.search} {...list.searchBox} className="w-full lg:w-80" />
      <DateRange
        key={`${from} ${to}`}
        from={from}
        to={to}
        labels={labels}
        check={periodError}
        onApply={(range) => list.change({ from: range.from || undefined, to: range.to || undefined })}
      />
      <Select
        aria-label={s.byPerson}
        options={[{ value: ALL, label: s.everybody }, ...readers.map(({ id, name }) => ({ value: id, label: name }))]}
        value={reader_id ?? ALL}
        onChange={(id) => list.change({ reader_id: id === ALL ? undefined : id })}
        className="w-auto! min-w-40 flex-1 md:flex-none"
      />
      <Select<(typeof kinds)[number]['value'] | typeof ALL>
        aria-label={s.byKind}
        options={[{ value: ALL, label: s.allKinds }, ...kinds]}
        value={kind ?? ALL}
        onChange={(next) => list.change({ kind: next === ALL ? undefined : next })}
        className="w-auto! min-w-40 flex-1 md:flex-none"
      />
    </div>
  )
}

function Exports({ list }: { list: Reads }) {
  const { search, from, to, reader_id, kind } = list.query
  const filter = { search, ...(from && to && { from, to }), ...(reader_id && { reader_id }), ...(kind && { kind }) }
  return (
    <ExportButtons
      list={{
        endpoint: chartsContract.exportReads,
        input: { querystring: filter },
        total: list.total,
        files: CHART_READ_FILES,
        report: (making) => readReport(from && to ? { from, to } : {}, making),
        nothing: { title: s.nothingToExport, description: s.noMatchHint },
      }}
    />
  )
}

const readReport = (period: Parameters<typeof formatPeriod>[0], making: Making): Report => ({
  title: s.readLog,
  ...factsOf(making, [formatPeriod(period)]),
  columns: [
    { header: s.time, cell: 0, kind: 'text', width: 40 },
    { header: s.reader, cell: 1, kind: 'text' },
    { header: s.client, cell: 2, kind: 'text' },
    { header: s.what, cell: 3, kind: 'text', width: 40 },
  ],
})
