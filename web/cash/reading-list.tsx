import { Printer, ReceiptText, SearchX } from 'lucide-react'
import { useMemo } from 'react'
import { cashManagementContract } from '#shared/cash/management-contract.ts'
import { terminalsMessages as s } from '#shared/cash/messages.ts'
import type { Output } from '#shared/lib/endpoint.ts'
import { formatShortDate } from '#shared/lib/manila-time.ts'
import { formatPeso, toCentavos } from '#shared/lib/money.ts'
import { formatNumber } from '#shared/lib/numbers.ts'
import { documentNumber } from '#shared/clinic/document-name.ts'
import { useList } from '#web/data/use-list.ts'
import { BooksCheckCard } from '#web/reports/books-check.tsx'
import { DataTable, type Column } from '#web/ui/data/data-table.tsx'
import { EmptyState } from '#web/ui/data/empty-state.tsx'
import { Pager } from '#web/ui/data/pager.tsx'
import { SearchBox } from '#web/ui/fields/search-box.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { lazyDialog, useDialog } from '#web/ui/overlays/use-dialog.tsx'
import { Difference } from './shift-list.tsx'

const ReadingDialog = lazyDialog(async () => (await import('./reading-dialog.tsx')).ReadingDialog)

type Row = Output<typeof cashManagementContract.readings>['data'][number]

const peso = (pesos: number) => formatPeso(toCentavos(pesos))

const columns = (onReprint: (row: Row) => void): Column<Row>[] => [
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
        label={s.reprintOf(documentNumber(row.number))}
        icon={<Printer size={18} aria-hidden="true" />}
        onClick={() => onReprint(row)}
      />
    ),
  },
]

/** All Z-readings for reprinting, and the check of the books. */
export function ReadingList() {
  const list = useList(cashManagementContract.readings, { failed: s.readingsFailed })
  const { open, element } = useDialog(ReadingDialog)
  const shown = useMemo(() => columns(({ id }) => open({ kind: 'Z', id })), [open])
  const empty =
    list.query.search === '' ? (
      <EmptyState icon={ReceiptText} title={s.noReadings} body={s.noReadingsHint} />
    ) : (
      <EmptyState icon={SearchX} title={s.noMatch} body={s.noMatchHint} />
    )
  return (
    <div className="space-y-4">
      <SearchBox label={s.searchReadings} {...list.searchBox} className="w-full sm:w-96" />
      <DataTable
        label={s.readings}
        columns={shown}
        rowKey={({ id }) => id}
        empty={empty}
        cardsBelow="lg"
        {...list.table}
      />
      <Pager {...list.pager} />
      <BooksCheckCard />
      {element}
    </div>
  )
}
