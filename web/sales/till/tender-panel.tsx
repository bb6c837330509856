import { formatPeso, formatPesoShort, type Centavos } from '#shared/lib/money.ts'
import { paymentSentences as s } from '#shared/sales/payment-sentences.ts'
import { changeOf, quickAmounts } from '#shared/sales/totals.ts'
import { Button } from '#web/ui/button.tsx'

type TenderPanelProps = {
  total: Centavos
  itemCount: number
  received: Centavos | null
  disabled: boolean
  onQuickAmount: (amount: Centavos) => void
}

/** What is due, what goes back, and the sums that customers are likely to hand over. */
export function TenderPanel({ total, itemCount, received, disabled, onQuickAmount }: TenderPanelProps) {
  return (
    <div className="flex flex-col rounded-card bg-bg p-5">
      <dl className="tnum">
        <dt className="text-sm text-ink-2">{s.totalAmount(itemCount)}</dt>
        <dd className="text-3xl font-extrabold tracking-tight wrap-anywhere">{formatPeso(total)}</dd>
        <dt className="mt-4 text-sm text-ink-2">{s.change}</dt>
        <dd className="text-2xl font-bold text-success wrap-anywhere" aria-live="polite">
          {formatPeso(changeOf(received ?? 0, total))}
        </dd>
      </dl>
      {total > 0 && (
        <div role="group" aria-label={s.quickAmounts} className="mt-5 grid grid-cols-2 gap-2">
          {quickAmounts(total).map((amount) => (
            <Button key={amount} disabled={disabled} onClick={() => onQuickAmount(amount)} className="tnum px-2!">
              {amount === total ? s.exact : formatPesoShort(amount)}
            </Button>
          ))}
        </div>
      )}
    </div>
  )
}
