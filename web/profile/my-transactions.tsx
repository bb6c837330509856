import { ReceiptText } from 'lucide-react'
import { useId, useState } from 'react'
import { formatDate, manilaDate } from '#shared/lib/manila-time.ts'
import { formatPeso, toCentavos } from '#shared/lib/money.ts'
import { profileMessages as s } from '#shared/profile/messages.ts'
import { salesContract, type ClientSale, type Receipt } from '#shared/sales/contract.ts'
import { methodMessages } from '#shared/sales/messages.ts'
import { type PaymentMethod } from '#shared/sales/payment.ts'
import { receiptText } from '#shared/sales/receipt.ts'
import { useList } from '#web/data/use-list.ts'
import { useRead } from '#web/data/use-read.ts'
import { useMediaQuery } from '#web/lib/use-device.ts'
import { ReceiptPaper } from '#web/sales/receipt/receipt-paper.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { SectionCard } from '#web/ui/card.tsx'
import { EmptyState, ErrorPanel, Loaded, RowSkeletons, Skeleton, SkeletonGroup } from '#web/ui/data/load-states.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { useDialog, type DialogControl } from '#web/ui/overlays/use-dialog.tsx'
import type { Tone } from '#web/ui/tone.ts'
import { givenBackOf, itemText, soldItemsOf } from './own-sales.ts'
import { PrevNext } from './visit-parts.tsx'

/** The tab of the client's own payments, five at a time. */
export function MyTransactions() {
  const list = useList(salesContract.mine, { local: true })
  const receipt = useDialog(MyReceiptDialog)
  const { rows, failure } = list
  return (
    <SectionCard title={s.transactionsTab} aside={list.answer && <Badge tone="primary">{list.total}</Badge>}>
      {failure && <ErrorPanel {...failure} message={s.transactionsNotLoaded} className="mb-4" />}
      {list.isLoading && <RowSkeletons />}
      {rows?.length === 0 && <EmptyState icon={ReceiptText} title={s.noTransactions} className="py-8!" />}
      <ul aria-label={s.transactionsTab} aria-busy={list.isFetching || undefined}>
        {rows?.map((transaction) => (
          <TransactionRow
            key={transaction.transaction_id}
            transaction={transaction}
            onOpenReceipt={() => receipt.open({ saleId: transaction.transaction_id })}
          />
        ))}
      </ul>
      <PrevNext label={s.transactionsTab} {...list.pager} />
      {receipt.element}
    </SectionCard>
  )
}

/** The number of sold items that are named before "Show more" is pressed. */
const NAMES = 3

type TransactionRowProps = { transaction: ClientSale; onOpenReceipt: () => void }

/** One payment: items, date, amount, method, and its receipt. */
function TransactionRow({ transaction, onOpenReceipt }: TransactionRowProps) {
  const givenBack = givenBackOf(transaction)
  return (
    <li className="flex flex-wrap items-start gap-x-6 gap-y-3 border-t border-line py-4 first:border-t-0 first:pt-0 last:pb-0">
      <div className="min-w-0 flex-1 basis-52">
        <Names transaction={transaction} />
        <p className="tnum mt-1 text-sm text-ink-2">
          <time dateTime={transaction.transaction_date}>
            {formatDate(manilaDate(new Date(transaction.transaction_date)))}
          </time>
        </p>
      </div>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 max-sm:w-full max-sm:justify-between sm:flex-col sm:items-end">
        <span className="tnum text-lg font-extrabold">{formatPeso(toCentavos(transaction.total))}</span>
        <p className="flex flex-wrap gap-2 sm:justify-end">
          {givenBack && (
            <Badge tone={givenBack.tone} struck={givenBack.isStruck}>
              {givenBack.label}
            </Badge>
          )}
          {(transaction.payment_methods ?? [transaction.payment_method]).map((method) => (
            <PaymentBadge key={method} method={method} />
          ))}
        </p>
      </div>
      <Button
        onClick={onOpenReceipt}
        aria-label={`${s.openReceipt}: ${transaction.document_name}`}
        icon={<ReceiptText size={18} aria-hidden="true" />}
        className="max-sm:w-full"
      >
        {s.openReceipt}
      </Button>
    </li>
  )
}

/** The first three names of sold items, with a button that shows all of them. */
function Names({ transaction }: { transaction: ClientSale }) {
  const [open, setOpen] = useState(false)
  const listId = useId()
  const names = soldItemsOf(transaction.treatments).map(itemText)
  const shown = open ? names : names.slice(0, NAMES)
  return (
    <>
      <ul id={listId} aria-label={transaction.document_name} className="font-bold wrap-anywhere">
        {shown.map((name, index) => (
          <li key={index}>{name}</li>
        ))}
      </ul>
      {names.length > NAMES && (
        <button
          type="button"
          aria-expanded={open}
          aria-controls={listId}
          onClick={() => setOpen(!open)}
          className="min-h-11 text-sm font-semibold text-primary underline-offset-4 hover:underline"
        >
          {open ? s.showLess : s.showMore}
        </button>
      )}
    </>
  )
}

// The badge colours of the specification. It defines none for payment methods, so these stay grey.
const tones: Record<string, Tone> = { confirmed: 'success', pending: 'warning', completed: 'info' }

/** A badge that names how a transaction was paid. */
function PaymentBadge({ method }: { method: PaymentMethod }) {
  return <Badge tone={tones[method] ?? 'neutral'}>{methodMessages.methods[method]}</Badge>
}

/** The receipt of the client's own sale, as the till prints it. */
export function MyReceiptDialog({ open, saleId, onClose }: DialogControl & { saleId: string }) {
  const read = useRead(salesContract.receipt, { params: { id: saleId } }, { failed: s.receiptNotLoaded })
  return (
    <Dialog
      open={open}
      onClose={onClose}
      size="sm"
      title={read.data?.data.document_name ?? s.openReceipt}
      footer={<Button onClick={onClose}>{s.close}</Button>}
    >
      <Loaded read={read} skeleton={<Loading />}>
        {({ data }) => <Paper receipt={data} />}
      </Loaded>
    </Dialog>
  )
}

function Paper({ receipt }: { receipt: Receipt }) {
  const isNarrow = useMediaQuery('(width < 24rem)')
  // Viewing a receipt is not printing a copy, so REPRINT is not shown.
  const text = receiptText({ ...receipt, print_count: 0 }, null)
  return (
    <div className="flex flex-col items-center gap-3 rounded-card bg-surface-3 p-4">
      {receipt.state !== 'sale' && <Badge tone="danger">{s.states[receipt.state]}</Badge>}
      <ReceiptPaper text={text} width={isNarrow ? 58 : 80} />
    </div>
  )
}

function Loading() {
  return (
    <SkeletonGroup className="space-y-3 rounded-card bg-surface-3 p-6">
      {['w-2/3', 'w-1/2', 'w-full', 'w-full', 'w-3/4', 'w-full', 'w-full', 'w-1/2'].map((width, index) => (
        <Skeleton key={index} className={`h-5 ${width}`} />
      ))}
    </SkeletonGroup>
  )
}
