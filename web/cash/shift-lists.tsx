import { clsx } from 'clsx'
import { Download, FileText, Printer, ReceiptText, SearchX, WalletCards } from 'lucide-react'
import { useMemo } from 'react'
import { cashManagementContract, type Shift } from '#shared/cash/management-contract.ts'
import { terminalsMessages as s } from '#shared/cash/messages.ts'
import { documentNumber } from '#shared/clinic/document-name.ts'
import type { Output } from '#shared/lib/endpoint.ts'
import { formatInstantTime, formatShortDate } from '#shared/lib/manila-time.ts'
import { formatPeso, toCentavos } from '#shared/lib/money.ts'
import { formatNumber } from '#shared/lib/numbers.ts'
import { useAction } from '#web/data/use-action.ts'
import { useList } from '#web/data/use-list.ts'
import { download } from '#web/lib/copy-and-download.ts'
import { BooksCheckCard } from '#web/reports/books-check.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { DataTable, type Column } from '#web/ui/data/data-table.tsx'
import { EmptyState } from '#web/ui/data/load-states.tsx'
import { Pager } from '#web/ui/data/pager.tsx'
import { SearchBox } from '#web/ui/fields/search-box.tsx'
import { Button, IconButton } from '#web/ui/button.tsx'
import { lazyDialog, useDialog } from '#web/ui/overlays/use-dialog.tsx'
import { ListExport } from '#web/exports/list-export.tsx'
import { readingFile, shiftFile } from '#shared/cash/list-files.ts'

const ReadingDialog = lazyDialog(async () => (await import('./reading-dialog.tsx')).ReadingDialog)

const peso = (pesos: number) => formatPeso(toCentavos(pesos))

/** The difference of a cash count with its sign, or "exact". */
function Difference({ pesos }: { pesos: number }) {
  if (pesos === 0) return <span className="text-ink-2">{s.exact}</span>
  return (
    <b className={clsx('font-semibold whitespace-nowrap', pesos < 0 ? 'text-danger' : 'text-warning')}>
      {pesos > 0 && '+'}
      {peso(pesos)}
    </b>
  )
}

/** The counted amount; if the cashier counted twice with different results, the first count is shown below it. */
function Counted({ shift: { counted, first_counted } }: { shift: Shift }) {
  if (counted === null) return '—'
  return (
    <>
      {peso(counted)}
      {first_counted !== null && first_counted !== counted && (
        <span className="block text-sm text-ink-2">{s.firstCounted(peso(first_counted))}</span>
      )}
    </>
  )
}

const shiftColumns = (onReading: (shift: Shift) => void): Column<Shift>[] => [
  {
    key: 'cashier',
    header: s.cashier,
    card: 'title',
    cell: ({ cashier_name, terminal_name }) => (
      <>
        <span className="block font-semibold wrap-anywhere">{cashier_name}</span>
        <span className="block text-ink-2 wrap-anywhere">{terminal_name}</span>
      </>
    ),
  },
  {
    key: 'opened',
    header: s.opened,
    cell: ({ business_date, opened_at }) => `${formatShortDate(business_date)}, ${formatInstantTime(opened_at)}`,
  },
  {
    key: 'closed',
    header: s.closed,
    cell: ({ closed_at }) => (closed_at === null ? <Badge tone="info">{s.open}</Badge> : formatInstantTime(closed_at)),
  },
  { key: 'float', header: s.float, align: 'right', cell: ({ float }) => peso(float) },
  { key: 'expected', header: s.expected, align: 'right', cell: ({ expected }) => peso(expected) },
  { key: 'counted', header: s.counted, align: 'right', cell: (shift) => <Counted shift={shift} /> },
  {
    key: 'difference',
    header: s.difference,
    align: 'right',
    cell: ({ difference, difference_reason }) => (
      <>
        {difference === null ? '—' : <Difference pesos={difference} />}
        {difference_reason && (
          <span className="ml-auto block max-w-56 text-sm text-ink-2 wrap-anywhere">{difference_reason}</span>
        )}
      </>
    ),
  },
  {
    key: 'actions',
    header: s.xReading,
    headerHidden: true,
    align: 'right',
    card: 'actions',
    cell: (shift) => (
      <IconButton
        label={s.xReadingOf(shift.cashier_name, formatShortDate(shift.business_date))}
        icon={<FileText size={18} aria-hidden="true" />}
        onClick={() => onReading(shift)}
      />
    ),
  },
]

type Summary = Output<typeof cashManagementContract.shifts>['summary']

/** The number of closed shifts and their total difference for each cashier, over all shifts that match the filter. */
function ByCashier({ cashiers }: Summary) {
  if (cashiers.length === 0) return null
  return (
    <section aria-label={s.byCashier}>
      <h2 className="mb-2 font-bold">{s.byCashier}</h2>
      <dl className="grid gap-3 sm:grid-cols-2 xl:grid-cols-4">
        {cashiers.map(({ cashier_name, shifts, short, over, difference }) => (
          <div key={cashier_name} className="min-w-0 rounded-card border border-line bg-surface px-4 py-3">
            <dt className="font-semibold wrap-anywhere">{cashier_name}</dt>
            <dd className="tnum mt-1 text-xl">
              <Difference pesos={difference} />
            </dd>
            <dd className="tnum text-sm text-ink-2">
              {s.count}: {formatNumber(shifts)} · {s.short}: {peso(short)} · {s.over}: {peso(over)}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

/** Lists all shifts, newest first, with their X-readings. */
export function ShiftList() {
  const list = useList(cashManagementContract.shifts, { failed: s.shiftsFailed })
  const { open, element } = useDialog(ReadingDialog)
  const columns = useMemo(() => shiftColumns(({ id }) => open({ kind: 'X', id })), [open])
  const empty =
    list.query.search === '' ? (
      <EmptyState icon={WalletCards} title={s.noShifts} body={s.noShiftsHint} />
    ) : (
      <EmptyState icon={SearchX} title={s.noMatch} body={s.noMatchHint} />
    )
  return (
    <div className="space-y-4">
      {list.answer && <ByCashier {...list.answer.summary} />}
      <div className="flex flex-wrap items-center gap-3">
        <SearchBox label={s.searchShifts} {...list.searchBox} className="w-full sm:w-96" />
        <ListExport list={list} file={shiftFile} endpoint={cashManagementContract.exportShifts} />
      </div>
      <DataTable
        label={s.shifts}
        columns={columns}
        rowKey={({ id }) => id}
        empty={empty}
        cardsBelow="lg"
        {...list.table}
      />
      <Pager {...list.pager} />
      {element}
    </div>
  )
}

type Reading = Output<typeof cashManagementContract.readings>['data'][number]

const readingColumns = (onReprint: (row: Reading) => void): Column<Reading>[] => [
  {
    key: 'number',
    header: s.number,
    card: 'title',
    cell: ({ number }) => <b className="tnum font-semibold">{documentNumber(number)}</b>,
  },
  { key: 'date', header: s.date, cell: ({ business_date }) => formatShortDate(business_date) },
  {
    key: 'terminal',
    header: s.terminal,
    cell: ({ terminal_name }) => <span className="wrap-anywhere">{terminal_name}</span>,
  },
  { key: 'net', header: s.net, align: 'right', cell: ({ net }) => (net === null ? s.damaged : peso(net)) },
  {
    key: 'difference',
    header: s.difference,
    align: 'right',
    cell: ({ difference }) => (difference === null ? '—' : <Difference pesos={difference} />),
  },
  { key: 'grand-total', header: s.grandTotal, align: 'right', cell: ({ grand_total }) => peso(grand_total) },
  { key: 'prints', header: s.prints, align: 'right', cell: ({ print_count }) => formatNumber(print_count) },
  {
    key: 'actions',
    header: s.reprint,
    headerHidden: true,
    align: 'right',
    card: 'actions',
    cell: (row) => (
      <IconButton
        label={s.reprintOf(documentNumber(row.number))}
        icon={<Printer size={18} aria-hidden="true" />}
        onClick={() => onReprint(row)}
      />
    ),
  },
]

/** Saves all Z-readings with their hashes as a file. */
function ReadingExport() {
  const { run, busy } = useAction(cashManagementContract.exportReadings, {
    failed: s.exportFailed,
    onDone: (data) => {
      const file = new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' })
      download(file, s.readingsFile(data.exported_at.slice(0, 10)))
    },
  })
  return (
    <div>
      <Button
        busy={busy}
        busyLabel={s.exporting}
        onClick={() => void run({})}
        icon={<Download size={18} aria-hidden="true" />}
      >
        {s.exportReadings}
      </Button>
      <p className="mt-1.5 text-sm text-ink-2">{s.exportHint}</p>
    </div>
  )
}

/** Lists all Z-readings, to print them again, with their export and the check of the books. */
export function ReadingList() {
  const list = useList(cashManagementContract.readings, { failed: s.readingsFailed })
  const { open, element } = useDialog(ReadingDialog)
  const columns = useMemo(() => readingColumns(({ id }) => open({ kind: 'Z', id })), [open])
  const empty =
    list.query.search === '' ? (
      <EmptyState icon={ReceiptText} title={s.noReadings} body={s.noReadingsHint} />
    ) : (
      <EmptyState icon={SearchX} title={s.noMatch} body={s.noMatchHint} />
    )
  return (
    <div className="space-y-4">
      <div className="flex flex-wrap items-center gap-3">
        <SearchBox label={s.searchReadings} {...list.searchBox} className="w-full sm:w-96" />
        <ListExport list={list} file={readingFile} endpoint={cashManagementContract.exportReadingList} />
      </div>
      <DataTable
        label={s.readings}
        columns={columns}
        rowKey={({ id }) => id}
        empty={empty}
        cardsBelow="lg"
        {...list.table}
      />
      <Pager {...list.pager} />
      <ReadingExport />
      <BooksCheckCard />
      {element}
    </div>
  )
}
