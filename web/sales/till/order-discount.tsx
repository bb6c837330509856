import { clsx } from 'clsx'
import { Tag } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { methodMessages } from '#shared/sales/method-messages.ts'
import { formatPeso, parsePesos } from '#shared/lib/money.ts'
import { DISCOUNT_REASONS, hasIdNumber, type DiscountReason } from '#shared/sales/payment.ts'
import { tillMessages as s } from '#shared/sales/till-messages.ts'
import type { Totals } from '#shared/sales/totals.ts'
import { MoneyInput } from '#web/ui/money-input.tsx'
import { SegmentedControl } from '#web/ui/segmented-control.tsx'
import { Select } from '#web/ui/select.tsx'
import { TextInput } from '#web/ui/text-input.tsx'
import { dispatchOrder } from './order-store.ts'
import { isSettled, type Discount, type Order } from './order.ts'

const NOTE = 'discount-note'

const yesNo = [
  { value: 'yes', label: s.yes },
  { value: 'no', label: s.no },
]
const reasons = DISCOUNT_REASONS.map((reason) => ({ value: reason, label: methodMessages.discountReasons[reason] }))

const change = (changes: Partial<Discount>) => dispatchOrder({ type: 'discount', changes })

/** What is said under the amount: how much is possible, that more was typed, or that it is no amount. */
function noteOf({ amount }: Discount, { subtotal }: Totals): { text: string; isError: boolean } {
  const typed = amount.trim() === '' ? 0 : parsePesos(amount)
  if (typed === null) return { text: s.discountInvalid, isError: true }
  if (typed > subtotal) return { text: s.discountCapped(formatPeso(subtotal)), isError: false }
  return { text: s.discountMax(formatPeso(subtotal)), isError: false }
}

/** Yes or no, the amount with its maximum, and why it is given. */
export function OrderDiscount({ order, totals }: { order: Order; totals: Totals }) {
  const { discount } = order
  const disabled = isSettled(order)
  const note = noteOf(discount, totals)
  const amount = useFocusWhenOn(discount.isOn)
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
          <MoneyInput
            ref={amount.input}
            aria-label={s.discountAmount}
            aria-describedby={discount.isOn ? NOTE : undefined}
            aria-invalid={(discount.isOn && note.isError) || undefined}
            value={discount.amount}
            onChange={(typed) => change({ amount: typed })}
            disabled={!discount.isOn || disabled}
          />
        </div>
      </div>
      {discount.isOn && (
        <p id={NOTE} className={clsx('tnum mt-1 text-right text-compact', note.isError ? 'text-danger' : 'text-ink-2')}>
          {note.text}
        </p>
      )}
      {discount.isOn && <DiscountReasonFields discount={discount} disabled={disabled} />}
    </div>
  )
}

/** Whoever switches the discount on types its amount next. An order that comes with one leaves the focus alone. */
function useFocusWhenOn(isOn: boolean) {
  const input = useRef<HTMLInputElement>(null)
  const isExpected = useRef(false)
  useEffect(() => {
    if (isOn && isExpected.current) input.current?.focus()
    isExpected.current = false
  }, [isOn])
  const expect = () => {
    isExpected.current = true
  }
  return { input, expect }
}

function DiscountReasonFields({ discount, disabled }: { discount: Discount; disabled: boolean }) {
  const choose = (reason: DiscountReason) => change({ reason, ...(!hasIdNumber(reason) && { idNumber: '' }) })
  return (
    <div className="mt-1 flex gap-2">
      <Select
        aria-label={s.discountReason}
        placeholder={s.discountReason}
        options={reasons}
        value={discount.reason}
        onChange={choose}
        size="sm"
        disabled={disabled}
        className="flex-1"
      />
      {hasIdNumber(discount.reason) && (
        <TextInput
          aria-label={s.discountIdNumber}
          placeholder={s.discountIdNumber}
          required
          value={discount.idNumber}
          onChange={(event) => change({ idNumber: event.target.value })}
          maxLength={60}
          size="sm"
          disabled={disabled}
          className="flex-1"
        />
      )}
    </div>
  )
}
