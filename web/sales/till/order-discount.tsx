import { clsx } from 'clsx'
import { Tag } from 'lucide-react'
import { useEffect, useRef, type ReactNode, type RefObject } from 'react'
import { methodMessages } from '#shared/sales/method-messages.ts'
import { formatPeso, type Centavos } from '#shared/lib/money.ts'
import { DISCOUNT_REASONS, hasIdNumber } from '#shared/sales/payment.ts'
import { tillMessages as s } from '#shared/sales/till-messages.ts'
import { Button } from '#web/ui/button.tsx'
import { MoneyInput } from '#web/ui/fields/money-input.tsx'
import { SegmentedControl } from '#web/ui/fields/segmented-control.tsx'
import { Select } from '#web/ui/fields/select.tsx'
import { TextInput } from '#web/ui/fields/text-input.tsx'
import { usePaymentSettings } from '#web/sales/api.ts'
import { useDiscountLimit } from './discount-limit.ts'
import { ScrollIntoView } from '#web/ui/scrolled-into-sight.tsx'
import { discountOf, withReason, type Discount } from './discount.ts'
import { dispatchOrder } from './order-store.ts'
import { isSettled, orderCharge, type Order } from './order.ts'

const NOTE = 'discount-note'

const yesNo = [
  { value: 'yes', label: s.yes },
  { value: 'no', label: s.no },
]
const reasons = DISCOUNT_REASONS.map((reason) => ({ value: reason, label: methodMessages.discountReasons[reason] }))

const units = [
  { value: 'pesos' as const, label: s.pesos },
  { value: 'percent' as const, label: s.percent },
]

/** The usual percentages. */
const CHIPS = ['5', '10', '20']

const change = (changes: Partial<Discount>) => dispatchOrder({ type: 'discount', changes })

type Note = { text: string; isError: boolean }

/** The hint below the amount: the maximum, that it was exceeded, or that the text is invalid. */
function noteOf(discount: Discount, subtotal: Centavos): Note {
  const wanted = discountOf(discount, subtotal)
  if (discount.unit === 'percent') {
    if (wanted === null) return { text: s.percentInvalid, isError: true }
    const share = discount.percent.replace(/[\s%]/g, '')
    const text = share === '' ? s.percentMax : s.percentIs(share, formatPeso(subtotal), formatPeso(wanted))
    return { text, isError: false }
  }
  if (wanted === null) return { text: s.discountInvalid, isError: true }
  if (wanted > subtotal) return { text: s.discountCapped(formatPeso(subtotal)), isError: false }
  return { text: s.discountMax(formatPeso(subtotal)), isError: false }
}

/** The order's discount: on or off, amount with its maximum in pesos or percent, and reason. */
export function OrderDiscount({ order, besideReason }: { order: Order; besideReason?: ReactNode }) {
  const { discount } = order
  const disabled = isSettled(order)
  const note = noteOf(discount, orderCharge(order).discountable)
  const amount = useFocusAfterSwitch(discount)
  return (
    <div>
      <div className="flex items-center gap-2">
        <Tag size={16} className="text-ink-3 max-[24rem]:hidden" aria-hidden="true" />
        <span className="flex-1 text-sm font-semibold">{s.discount}</span>
        <SegmentedControl
          aria-label={s.discount}
          options={yesNo}
          value={discount.isOn ? 'yes' : 'no'}
          onChange={(answer) => {
            amount.expect()
            change({ isOn: answer === 'yes' })
          }}
          disabled={disabled}
        />
        <div className="w-32">
          <AmountField inputRef={amount.input} discount={discount} note={note} disabled={disabled} />
        </div>
      </div>
      {discount.isOn && (
        <ScrollIntoView>
          <p
            id={NOTE}
            role="status"
            className={clsx('tnum mt-1 text-right text-compact', note.isError ? 'text-danger' : 'text-ink-2')}
          >
            {note.text}
          </p>
          <UnitAndChips discount={discount} onUnit={amount.expect} disabled={disabled} />
          <DiscountReasonFields discount={discount} disabled={disabled} beside={besideReason} />
        </ScrollIntoView>
      )}
      <LimitNote order={order} />
    </div>
  )
}

/** Shown while typing, so that the limit is no surprise at the payment. */
function LimitNote({ order }: { order: Order }) {
  const { limit, isAbove } = useDiscountLimit(order)
  const canBeApproved = (usePaymentSettings()?.approvers ?? []).length > 0
  return (
    <p role="status" className={clsx('text-compact font-semibold text-warning', isAbove && 'mt-2')}>
      {isAbove && (canBeApproved ? s.aboveLimit(String(limit)) : s.aboveLimitNobody(String(limit)))}
    </p>
  )
}

/** Focuses the amount after the discount or its unit was switched, but not for a restored order. */
function useFocusAfterSwitch({ isOn, unit }: Discount) {
  const input = useRef<HTMLInputElement>(null)
  const isExpected = useRef(false)
  useEffect(() => {
    if (isOn && isExpected.current) input.current?.focus()
    isExpected.current = false
  }, [isOn, unit])
  const expect = () => {
    isExpected.current = true
  }
  return { input, expect }
}

type AmountFieldProps = {
  inputRef: RefObject<HTMLInputElement | null>
  discount: Discount
  note: Note
  disabled: boolean
}

/** The amount in pesos or percent. */
function AmountField({ inputRef, discount, note, disabled }: AmountFieldProps) {
  const { isOn } = discount
  const field = {
    ref: inputRef,
    'aria-describedby': isOn ? NOTE : undefined,
    'aria-invalid': (isOn && note.isError) || undefined,
    disabled: !isOn || disabled,
  }
  if (discount.unit === 'pesos')
    return (
      <MoneyInput
        {...field}
        aria-label={s.discountAmount}
        value={discount.amount}
        onChange={(amount) => change({ amount })}
      />
    )
  return (
    <span className="relative block">
      <TextInput
        {...field}
        aria-label={s.discountPercent}
        inputMode="decimal"
        autoComplete="off"
        maxLength={7}
        value={discount.percent}
        onChange={(event) => change({ percent: event.target.value })}
        className="tnum pr-9! text-right font-semibold"
      />
      <span
        className="pointer-events-none absolute inset-y-0 right-3.5 grid place-items-center text-ink-2"
        aria-hidden="true"
      >
        {s.percent}
      </span>
    </span>
  )
}

type UnitProps = { discount: Discount; onUnit: () => void; disabled: boolean }

/** The unit, and buttons for usual percentages. */
function UnitAndChips({ discount, onUnit, disabled }: UnitProps) {
  const isTaken = (percent: string) => discount.unit === 'percent' && discount.percent === percent
  return (
    <div className="mt-1 flex flex-wrap items-center gap-2">
      <SegmentedControl
        aria-label={s.discountUnit}
        options={units}
        value={discount.unit}
        onChange={(unit) => {
          onUnit()
          change({ unit })
        }}
        disabled={disabled}
      />
      <div role="group" aria-label={s.percentChips} className="flex flex-1 gap-2">
        {CHIPS.map((percent) => (
          <Button
            key={percent}
            aria-pressed={isTaken(percent)}
            onClick={() => change({ unit: 'percent', percent })}
            disabled={disabled}
            className={clsx('tnum flex-1 px-2!', isTaken(percent) && 'border-primary! ring-1 ring-primary')}
          >
            {s.percentOff(percent)}
          </Button>
        ))}
      </div>
    </div>
  )
}

type ReasonProps = { discount: Discount; disabled: boolean; beside: ReactNode }

function DiscountReasonFields({ discount, disabled, beside }: ReasonProps) {
  const idNumber = useRef<HTMLInputElement>(null)
  return (
    <div className="mt-2 flex flex-wrap gap-2 *:min-w-28 *:flex-1">
      <Select
        aria-label={s.discountReason}
        placeholder={s.discountReason}
        options={reasons}
        value={discount.reason}
        onChange={(reason) => change(withReason(discount, reason))}
        // The card's number is typed next.
        focusNext={() => idNumber.current}
        size="sm"
        disabled={disabled}
      />
      {hasIdNumber(discount.reason) && (
        <TextInput
          ref={idNumber}
          aria-label={s.discountIdNumber}
          placeholder={s.discountIdNumber}
          required
          value={discount.idNumber}
          onChange={(event) => change({ idNumber: event.target.value })}
          // The list focuses it without scrolling, and the message below the total may cover it.
          onFocus={({ currentTarget: field }) =>
            requestAnimationFrame(() => field.scrollIntoView({ block: 'nearest' }))
          }
          maxLength={60}
          size="sm"
          disabled={disabled}
        />
      )}
      {beside}
    </div>
  )
}
