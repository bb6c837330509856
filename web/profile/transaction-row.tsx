import { ReceiptText } from 'lucide-react'
import { useId, useState } from 'react'
import { formatDate, manilaDate } from '#shared/lib/manila-time.ts'
import { formatPeso, toCentavos } from '#shared/lib/money.ts'
import { profileSentences as s } from '#shared/profile/sentences.ts'
import type { ClientSale } from '#shared/sales/contract.ts'
import { receiptNumber } from '#shared/sales/receipt.ts'
import { Button } from '#web/ui/button.tsx'
import { PaymentBadge } from './payment-badge.tsx'
import { itemWords, soldItemsOf } from './sold-items.ts'

/** How many names are shown before «Show more». */
const NAMES = 3

type TransactionRowProps = { transaction: ClientSale; onOpenReceipt: () => void }

/** One payment: for what, when, how much and how; and its receipt. */
export function TransactionRow({ transaction, onOpenReceipt }: TransactionRowProps) {
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
        <PaymentBadge method={transaction.payment_method} />
      </div>
      <Button
        onClick={onOpenReceipt}
        aria-label={`${s.openReceipt} ${receiptNumber(transaction.receipt_number)}`}
        icon={<ReceiptText size={18} aria-hidden="true" />}
        className="max-sm:w-full"
      >
        {s.openReceipt}
      </Button>
    </li>
  )
}

/** The first three names; the others behind a button. */
function Names({ transaction }: { transaction: ClientSale }) {
  const [open, setOpen] = useState(false)
  const listId = useId()
  const names = soldItemsOf(transaction.treatments).map(itemWords)
  const shown = open ? names : names.slice(0, NAMES)
  return (
    <>
      <ul
        id={listId}
        aria-label={s.receipt(receiptNumber(transaction.receipt_number))}
        className="font-bold wrap-anywhere"
      >
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
