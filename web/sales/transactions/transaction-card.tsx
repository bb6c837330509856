import { clsx } from 'clsx'
import { Clock, HandCoins, MapPin, Printer, Undo2 } from 'lucide-react'
import { memo } from 'react'
import { formatInstantTime, formatLongDate } from '#shared/lib/manila-time.ts'
import type { Refunded } from '#shared/lib/refunded.ts'
import { formatPeso, toCentavos } from '#shared/lib/money.ts'
import { type Sale } from '#shared/sales/contract.ts'
import { methodMessages, transactionsMessages as s } from '#shared/sales/messages.ts'
import { refundMessages } from '#shared/sales/refunds/messages.ts'
import { textSize, treatmentText, type TextSize } from '#shared/sales/treatment-text.ts'
import { RefundedBadge } from '#web/sales/refunded-badge.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'

const sizes: Record<TextSize, string> = { normal: 'text-ctl', small: 'text-compact', smallest: 'text-xs' }

const states = {
  sale: { label: s.complete, tone: 'success' },
  voided: { label: s.voided, tone: 'danger' },
  void: { label: s.void, tone: 'danger' },
  refund: { label: s.refund, tone: 'danger' },
} as const

/** `onVoid` and `onRefund` are null if not possible for this person now. */
type CardProps = {
  sale: Sale
  onOpenReceipt: (saleId: string) => void
  onVoid: ((sale: Sale) => void) | null
  onRefund: ((sale: Sale) => void) | null
}

const refundedOf = ({ refunded, total_after_discount }: Sale): Refunded => {
  if (refunded === 0) return null
  return refunded < total_after_discount ? 'partly' : 'whole'
}

const methodsOf = ({ payments }: Sale) => [...new Set(payments.map(({ method }) => method))]

/** One sale: customer, items, payment, time and amount. */
export const TransactionCard = memo(function TransactionCard({ sale, ...actions }: CardProps) {
  const text = treatmentText(sale.treatments)
  const state = states[sale.state]
  return (
    <article className="flex h-full min-w-0 flex-col rounded-card border border-line bg-surface p-5">
      <Head sale={sale} />
      <p className="mt-4 flex flex-wrap gap-2">
        <Badge tone={state.tone} struck={sale.state === 'voided'}>
          {state.label}
        </Badge>
        <RefundedBadge refunded={refundedOf(sale)} />
        {methodsOf(sale).map((method) => (
          <Badge key={method}>{methodMessages.methods[method]}</Badge>
        ))}
      </p>
      <p className={clsx('mt-3 flex-1 leading-snug text-ink-2 wrap-anywhere', sizes[textSize(text)])}>{text}</p>
      <Foot sale={sale} {...actions} />
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

type CoverProps = Pick<CardProps, 'onOpenReceipt'> & { cover: NonNullable<Sale['cover']> }

/** The button on a sales slip that opens the invoice which covers it. */
const Cover = ({ cover, onOpenReceipt }: CoverProps) => (
  <button
    type="button"
    className="block min-h-touch text-left text-link underline underline-offset-2"
    onClick={() => onOpenReceipt(cover.id)}
  >
    {s.coveredBy(cover.document_name)}
  </button>
)

function Foot({ sale, onOpenReceipt, onVoid, onRefund }: CardProps) {
  return (
    <div className="mt-4 flex flex-wrap items-center justify-end gap-2 border-t border-line pt-3">
      <p className="tnum min-w-52 flex-1 text-sm text-ink-2">
        <time dateTime={sale.transaction_date} className="flex flex-wrap items-center gap-x-1.5">
          <Clock size={14} className="shrink-0" aria-hidden="true" />
          {formatInstantTime(sale.transaction_date)}
          <span className="w-full">{formatLongDate(sale.business_date)}</span>
        </time>
        <span className="text-ink-3">{sale.document_name}</span>
        {sale.takes_back !== null && (
          <span className="block text-ink-3">
            {sale.state === 'void' ? s.voidsSale(sale.takes_back) : s.refundsSale(sale.takes_back)}
          </span>
        )}
        {sale.cover && <Cover cover={sale.cover} onOpenReceipt={onOpenReceipt} />}
      </p>
      <div className="flex gap-2">
        {onVoid && (
          <Button
            aria-label={s.voidThis(sale.document_name)}
            icon={<Undo2 size={18} aria-hidden="true" />}
            onClick={() => onVoid(sale)}
          >
            {s.void}
          </Button>
        )}
        {onRefund && (
          <Button
            aria-label={refundMessages.refundThis(sale.document_name)}
            icon={<HandCoins size={18} aria-hidden="true" />}
            onClick={() => onRefund(sale)}
          >
            {s.refund}
          </Button>
        )}
        <Button
          onClick={() => onOpenReceipt(sale.id)}
          aria-label={sale.document_name}
          icon={<Printer size={18} aria-hidden="true" />}
        >
          {s.openDocument[sale.mode ?? 'acknowledgement']}
        </Button>
      </div>
    </div>
  )
}
