import { clsx } from 'clsx'
import { Clock, MapPin, Printer } from 'lucide-react'
import { memo } from 'react'
import { formatInstantTime, formatLongDate } from '#shared/lib/manila-time.ts'
import { formatPeso, toCentavos } from '#shared/lib/money.ts'
import type { Sale } from '#shared/sales/contract.ts'
import { PAYMENT_LABELS } from '#shared/sales/payment.ts'
import { receiptNumber } from '#shared/sales/receipt.ts'
import { textSize, treatmentText, type TextSize } from '#shared/sales/treatment-text.ts'
import { transactionsSentences as s } from '#shared/sales/transactions-sentences.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'

const sizes: Record<TextSize, string> = { normal: 'text-ctl', small: 'text-compact', smallest: 'text-xs' }

const states = {
  sale: { label: s.complete, tone: 'success' },
  voided: { label: s.voided, tone: 'danger' },
  void: { label: s.void, tone: 'danger' },
} as const

type CardProps = { sale: Sale; onOpenReceipt: (saleId: string) => void }

/** One sale: who, what, how it was paid, when and how much. */
export const TransactionCard = memo(function TransactionCard({ sale, onOpenReceipt }: CardProps) {
  const text = treatmentText(sale.treatments)
  const state = states[sale.state]
  return (
    <article className="flex h-full min-w-0 flex-col rounded-card border border-line bg-surface p-5">
      <Head sale={sale} />
      <p className="mt-4 flex flex-wrap gap-2">
        <Badge tone={state.tone} struck={sale.state === 'voided'}>
          {state.label}
        </Badge>
        <Badge>{PAYMENT_LABELS[sale.payment_method]}</Badge>
      </p>
      <p className={clsx('mt-3 flex-1 leading-snug text-ink-2 wrap-anywhere', sizes[textSize(text)])}>{text}</p>
      <Foot sale={sale} onOpenReceipt={onOpenReceipt} />
    </article>
  )
})

function Head({ sale }: { sale: Sale }) {
  return (
    <div className="flex items-start gap-3">
      <Avatar name={sale.customer_name} />
      <div className="min-w-0 flex-1">
        <h2 className="leading-snug font-bold wrap-anywhere">{sale.customer_name}</h2>
        <p className="flex items-center gap-1 text-sm text-ink-3">
          <MapPin size={14} className="shrink-0" aria-hidden="true" />
          {sale.location}
        </p>
      </div>
      <p className="tnum text-lg leading-snug font-extrabold whitespace-nowrap">
        {formatPeso(toCentavos(sale.total_after_discount))}
      </p>
    </div>
  )
}

function Foot({ sale, onOpenReceipt }: CardProps) {
  const number = receiptNumber(sale.receipt_number)
  return (
    <div className="mt-4 flex items-center gap-3 border-t border-line pt-3">
      <p className="tnum min-w-0 flex-1 text-sm text-ink-2">
        <time dateTime={sale.transaction_date} className="flex flex-wrap items-center gap-x-1.5">
          <Clock size={14} className="shrink-0" aria-hidden="true" />
          {formatInstantTime(sale.transaction_date)}
          <span className="w-full">{formatLongDate(sale.business_date)}</span>
        </time>
        <span className="text-ink-3">{s.receiptNumber(number)}</span>
      </p>
      <Button
        onClick={() => onOpenReceipt(sale.id)}
        aria-label={s.receiptNumber(number)}
        icon={<Printer size={18} aria-hidden="true" />}
      >
        {s.openReceipt}
      </Button>
    </div>
  )
}
