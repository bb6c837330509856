import { CircleCheck, Printer, ReceiptText, ScanSearch, SearchX, TriangleAlert } from 'lucide-react'
import { useMemo, useState } from 'react'
import { cashManagementContract } from '#shared/cash/management-contract.ts'
import { cashMessages } from '#shared/cash/messages.ts'
import { terminalsMessages as s } from '#shared/cash/terminals-messages.ts'
import type { Output } from '#shared/lib/endpoint.ts'
import { formatShortDate } from '#shared/lib/manila-time.ts'
import { formatPeso, toCentavos } from '#shared/lib/money.ts'
import { formatNumber } from '#shared/lib/numbers.ts'
import { receiptNumber } from '#shared/sales/receipt.ts'
import { useAction } from '#web/data/use-action.ts'
import { useList } from '#web/data/use-list.ts'
import { Button } from '#web/ui/button.tsx'
import { DataTable } from '#web/ui/data/data-table.tsx'
import type { Column } from '#web/ui/data/data-table-column.ts'
import { EmptyState } from '#web/ui/data/empty-state.tsx'
import { Pager } from '#web/ui/data/pager.tsx'
import { SearchBox } from '#web/ui/fields/search-box.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { lazyDialog, useDialog } from '#web/ui/overlays/use-dialog.tsx'
import { Difference } from './shift-list.tsx'

const ReadingDialog = lazyDialog(async () => (await import('./reading-dialog.tsx')).ReadingDialog)

type Row = Output<typeof cashManagementContract.readings>['data'][number]
type Recount = Output<typeof cashManagementContract.recount>['data']

const peso = (pesos: number) => formatPeso(toCentavos(pesos))

const columns = (onReprint: (row: Row) => void): Column<Row>[] => [
  {
    key: 'number',
    header: s.number,
    card: 'title',
    cell: ({ number }) => <b className="tnum font-semibold">{receiptNumber(number)}</b>,
  },
  { key: 'date', header: s.date, cell: ({ business_date }) => formatShortDate(business_date) },
  {
    key: 'terminal',
    header: s.terminal,
    cell: ({ terminal_name }) => <span className="wrap-anywhere">{terminal_name}</span>,
  },
  { key: 'net', header: s.net, align: 'right', cell: ({ net }) => peso(net) },
  {
    key: 'difference',
    header: s.difference,
    align: 'right',
    cell: ({ difference }) => <Difference pesos={difference} />,
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
        label={s.reprintOf(receiptNumber(row.number))}
        icon={<Printer size={18} aria-hidden="true" />}
        onClick={() => onReprint(row)}
      />
    ),
  },
]

/** What the recount has found, or that all adds up. */
function RecountResult({ recount: { shifts, readings, findings } }: { recount: Recount }) {
  const text = s.recountText(cashMessages.shiftCount(shifts), cashMessages.readingCount(readings))
  const isClean = findings.length === 0
  const Icon = isClean ? CircleCheck : TriangleAlert
  return (
    <div
      role="status"
      className={`flex gap-3 rounded-card px-4 py-3 text-sm ${isClean ? 'bg-success-soft text-success' : 'bg-danger-soft text-danger'}`}
    >
      <Icon size={20} className="mt-0.5 shrink-0" aria-hidden="true" />
      <div className="min-w-0">
        <p className="font-bold">{isClean ? s.recountClean : s.recountFound(findings.length)}</p>
        <p>{text}</p>
        {!isClean && (
          <ul className="mt-1 list-disc pl-4">
            {findings.map((finding) => (
              <li key={finding}>{finding}</li>
            ))}
          </ul>
        )}
      </div>
    </div>
  )
}

/** Every Z-reading, to be printed again, and the recount of all of them. */
export function ReadingList() {
  const list = useList(cashManagementContract.readings, { failed: s.readingsFailed })
  const { open, element } = useDialog(ReadingDialog)
  const [recount, setRecount] = useState<Recount | null>(null)
  const count = useAction(cashManagementContract.recount, {
    failed: s.recountFailed,
    onDone: ({ data }) => setRecount(data),
  })
  const shown = useMemo(() => columns(({ id }) => open({ kind: 'Z', id })), [open])
  const empty =
    list.query.search === '' ? (
      <EmptyState icon={ReceiptText} title={s.noReadings} body={s.noReadingsHint} />
    ) : (
      <EmptyState icon={SearchX} title={s.noMatch} body={s.noMatchHint} />
    )
  return (
    <div className="space-y-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <SearchBox label={s.searchReadings} {...list.searchBox} className="w-full sm:w-96" />
        <Button
          icon={<ScanSearch size={18} aria-hidden="true" />}
          onClick={() => void count.run({})}
          busy={count.busy}
          busyLabel={s.recounting}
          className="max-sm:w-full"
        >
          {s.recount}
        </Button>
      </div>
      {recount && <RecountResult recount={recount} />}
      <DataTable
        label={s.readings}
        columns={shown}
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
