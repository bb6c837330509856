import { clsx } from 'clsx'
import { useId, useState } from 'react'
import { formatPeso } from '#shared/lib/money.ts'
import { cardMessages, methodMessages } from '#shared/sales/messages.ts'
import { DISCOUNT_REASONS, isCardReason, type DiscountReason } from '#shared/sales/payment.ts'
import { kindOfCardReason, type CardKind } from '#shared/sales/senior-pwd-card.ts'
import { tillMessages as s } from '#shared/sales/till-messages.ts'
import { Button } from '#web/ui/button.tsx'
import { MoneyInput } from '#web/ui/fields/money-input.tsx'
import { SegmentedControl } from '#web/ui/fields/radio-group.tsx'
import { Select } from '#web/ui/fields/select.tsx'
import { TextInput } from '#web/ui/fields/text-input.tsx'
import { ScrollIntoView } from '#web/ui/fold.tsx'
import { noLineDiscount, type LineDiscount } from './discount.ts'
import { dispatchOrder } from './order-store.ts'
import { lineDiscountOf, type OrderLine } from './order.ts'

const units = [
  { value: 'percent' as const, label: s.percent },
  { value: 'pesos' as const, label: s.pesos },
]
const reasons = DISCOUNT_REASONS.map((reason) => ({
  value: reason,
  label: methodMessages.discountReasons[reason],
}))

const USUAL_PERCENTAGES = ['5', '10', '20']

/**
 * The reasons Senior Citizen and PWD open the form for the Senior or PWD card, or are refused on a service that is not
 * eligible.
 */
function useLineReason(
  line: OrderLine,
  onSenior: (kind?: CardKind) => void,
  change: (reason: LineDiscount['reason']) => void,
) {
  const [isRefused, setRefused] = useState(false)
  const choose = (reason: DiscountReason | null) => {
    setRefused(isCardReason(reason) && !line.isEligible)
    if (!isCardReason(reason)) change(reason)
    else if (line.isEligible) onSenior(kindOfCardReason(reason))
  }
  return { choose, refusal: isRefused ? cardMessages.notEligible(line.name) : null }
}

type LineDiscountProps = {
  line: OrderLine
  onDone: () => void
  /** Opens the form for a Senior Citizen or PWD card. */
  onSenior: (kind?: CardKind) => void
}

/** The fields for one line's discount: pesos or percent, common percentages, and reason. */
export function LineDiscountFields({ line, onDone, onSenior }: LineDiscountProps) {
  const noteId = useId()
  const discount = line.discount ?? noLineDiscount
  const set = (discountOfLine: LineDiscount | undefined) =>
    dispatchOrder({ type: 'line-entries', serviceId: line.serviceId, entries: { discount: discountOfLine } })
  const change = (changes: Partial<LineDiscount>) => set({ ...discount, ...changes })
  const reason = useLineReason(line, onSenior, (chosen) => change({ reason: chosen }))
  const [price, wanted] = [line.price * line.quantity, lineDiscountOf(line)]
  const field = {
    autoFocus: true,
    'aria-label': s.discountOf(line.name),
    'aria-describedby': noteId,
    'aria-invalid': wanted === null || undefined,
  }
  return (
    <ScrollIntoView
      role="group"
      aria-label={s.discountOf(line.name)}
      className="scroll-my-1 space-y-2 rounded-ctl bg-surface-2 p-2.5 lg:low:space-y-1 lg:low:p-1.5"
    >
      <div className="flex gap-2">
        <SegmentedControl
          aria-label={s.discountUnit}
          options={units}
          value={discount.unit}
          onChange={(unit) => change({ unit })}
          className="shrink-0"
        />
        {discount.unit === 'pesos' ? (
          <MoneyInput {...field} value={discount.amount} onChange={(amount) => change({ amount })} />
        ) : (
          <TextInput
            {...field}
            inputMode="decimal"
            autoComplete="off"
            maxLength={7}
            value={discount.percent}
            onChange={(event) => change({ percent: event.target.value })}
            className="tnum min-w-0 text-right font-semibold"
          />
        )}
      </div>
      <PercentButtons discount={discount} onChange={change} />
      <div className="flex gap-2">
        <Select
          aria-label={s.discountReason}
          placeholder={s.discountReason}
          options={reasons}
          value={discount.reason}
          onChange={reason.choose}
          className="min-w-0 flex-1"
        />
        <Button
          variant="quiet"
          onClick={() => {
            set(undefined)
            onDone()
          }}
        >
          {s.noLineDiscount}
        </Button>
        <Button onClick={onDone}>{s.done}</Button>
      </div>
      {reason.refusal !== null && (
        <p role="alert" className="text-sm font-medium text-danger">
          {reason.refusal}
        </p>
      )}
      <p
        id={noteId}
        role="status"
        className={clsx('tnum text-compact', wanted === null ? 'text-danger' : 'text-ink-2')}
      >
        {wanted === null
          ? s.lineDiscountInvalid
          : s.lineDiscountIs(formatPeso(Math.min(wanted, price)), formatPeso(Math.max(price - wanted, 0)))}
      </p>
    </ScrollIntoView>
  )
}

type PercentButtonsProps = {
  discount: Pick<LineDiscount, 'unit' | 'percent'>
  onChange: (changes: { unit: 'percent'; percent: string }) => void
  disabled?: boolean
  className?: string
}

/** Buttons for common percentages, also for the discount of the order. */
export function PercentButtons({ discount, onChange, disabled, className }: PercentButtonsProps) {
  const isTaken = (percent: string) => discount.unit === 'percent' && discount.percent === percent
  return (
    <div role="group" aria-label={s.percentChips} className={clsx('flex gap-2', className)}>
      {USUAL_PERCENTAGES.map((percent) => (
        <Button
          key={percent}
          aria-pressed={isTaken(percent)}
          onClick={() => onChange({ unit: 'percent', percent })}
          disabled={disabled}
          className={clsx('tnum flex-1 px-2!', isTaken(percent) && 'border-primary! ring-1 ring-primary')}
        >
          {s.percentOff(percent)}
        </Button>
      ))}
    </div>
  )
}
