import { clsx } from 'clsx'
import { IdCard, Tag, X } from 'lucide-react'
import { useEffect, useRef, useState, type ReactNode, type RefObject } from 'react'
import { permissionsOf } from '#shared/auth/permissions.ts'
import type { Centavos } from '#shared/lib/money.ts'
import { cardContract } from '#shared/sales/till-contract.ts'
import { cardMessages, methodMessages } from '#shared/sales/messages.ts'
import { DISCOUNT_REASONS, isCardReason, type DiscountReason } from '#shared/sales/payment.ts'
import { cardReason, kindOfCardReason, type CardKind } from '#shared/sales/senior-pwd-card.ts'
import { discountGiven, isAboveLimit } from '#shared/sales/discount-limit.ts'
import { tillMessages as s } from '#shared/sales/till-messages.ts'
import { useRead } from '#web/data/use-read.ts'
import { useRole } from '#web/lib/session/session.ts'
import { usePaymentSettings } from '#web/sales/api.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { MoneyInput } from '#web/ui/fields/money-input.tsx'
import { SegmentedControl } from '#web/ui/fields/radio-group.tsx'
import { Select } from '#web/ui/fields/select.tsx'
import { TextInput } from '#web/ui/fields/text-input.tsx'
import { ScrollIntoView } from '#web/ui/fold.tsx'
import { discountNote, type Discount, type DiscountNote } from './discount.ts'
import { PercentButtons } from './line-discount.tsx'
import { orderCharge } from './order-charge.ts'
import { dispatchOrder } from './order-store.ts'
import { isSettled, type Order } from './order.ts'
import { useTillKey } from './till-keys.tsx'

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

const change = (changes: Partial<Discount>) => dispatchOrder({ type: 'discount', changes })

/** `onSenior` opens the form for a Senior Citizen or PWD card, with the kind chosen if it is given. */
type DiscountsProps = { order: Order; onSenior: (kind?: CardKind) => void }

/**
 * The order's discounts: by Senior or PWD card, or for other reasons. While the discount is open, the button of the
 * card moves beside the reasons, to leave more of the order visible.
 */
export function OrderDiscounts({ order, onSenior }: DiscountsProps) {
  const card = <CardRow order={order} onSenior={onSenior} />
  const isBesideReason = order.discount.isOn && order.cards.length === 0
  return (
    <>
      {!isBesideReason && card}
      <OrderDiscount order={order} onSenior={onSenior} besideReason={isBesideReason && card} />
    </>
  )
}

/** The Senior and PWD cards of the order, or a button to add one; shown only if a service is eligible. */
function CardRow({ order, onSenior }: DiscountsProps) {
  const disabled = isSettled(order)
  const isEligible = order.lines.some((line) => line.isEligible)
  // The terms for Senior and PWD cards are loaded in advance, so that they are available without a connection.
  useRead(cardContract.terms, isEligible ? { querystring: {} } : null, { staleMs: 3_600_000 })
  useTillKey('s', () => {
    if (isEligible && !disabled) onSenior()
  })
  if (!isEligible) return null
  const { cards } = order
  if (cards.length === 0)
    return (
      <Button
        block
        onClick={() => onSenior()}
        disabled={disabled}
        icon={<IdCard size={20} aria-hidden="true" />}
        className="min-h-13 px-3! low:min-h-touch"
      >
        {s.seniorPwd}
      </Button>
    )
  return (
    <div className="flex items-center gap-2 rounded-ctl bg-primary-soft py-1 pr-1 pl-3.5 text-primary-ink">
      <IdCard size={18} className="shrink-0" aria-hidden="true" />
      <ul className="min-w-0 flex-1 text-sm font-semibold wrap-anywhere">
        {cards.map(({ kind, idNumber, name }) => (
          <li key={`${kind} ${idNumber}`}>
            {s.seniorPwdOf(methodMessages.discountReasons[cardReason(kind)], cards.length === 1 ? idNumber : name)}
            {cards.length === 1 && <span className="block font-normal">{name}</span>}
          </li>
        ))}
      </ul>
      <Button variant="quiet" onClick={() => onSenior()} disabled={disabled}>
        {s.changeCard(cards.length)}
      </Button>
      <IconButton
        label={s.removeCard(cards.length)}
        icon={<X size={18} aria-hidden="true" />}
        disabled={disabled}
        onClick={() => dispatchOrder({ type: 'cards', cards: [], pieces: {} })}
      />
    </div>
  )
}

/** The order's discount: on or off, amount with its maximum in pesos or percent, and reason. */
export function OrderDiscount({ order, onSenior, besideReason }: DiscountsProps & { besideReason?: ReactNode }) {
  const { discount } = order
  const disabled = isSettled(order)
  const note = discountNote(discount, orderCharge(order))
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
          <UnitAndPercentages discount={discount} onUnit={amount.expect} disabled={disabled} />
          <DiscountReasonFields order={order} onSenior={onSenior} disabled={disabled} beside={besideReason} />
        </ScrollIntoView>
      )}
      <LimitNote order={order} />
    </div>
  )
}

type DiscountLimit = {
  /** The sum of all voluntary discounts of the order and its lines. */
  amount: Centavos
  /** The limit in percent of the order; null without one. */
  limit: number | null
  /** True when an admin must approve; never for admins. */
  isAbove: boolean
}

/** Compares the order's discount with the discount that the logged-in person may give without approval. */
export function useDiscountLimit(order: Order): DiscountLimit {
  const limit = usePaymentSettings()?.discount_limit ?? null
  const needsNobody = permissionsOf(useRole()).has('sales.approve')
  const charge = orderCharge(order)
  const lines = charge.parts
    .flat()
    .map(({ card, isPromo, isPrepaid = false }) => ({ hasCard: card !== null, isPromo, isPrepaid }))
  const isAbove = limit !== null && !needsNobody && isAboveLimit({ ...charge, lines }, Math.round(limit * 100))
  return { amount: discountGiven({ ...charge, lines }), limit, isAbove }
}

/** Shows the discount limit while the discount is typed, so that it is no surprise at the payment. */
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
  note: DiscountNote
  disabled: boolean
}

/** The field for the discount's amount, in pesos or percent. */
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

/** The choice between pesos and percent, and buttons for common percentages. */
function UnitAndPercentages({ discount, onUnit, disabled }: UnitProps) {
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
      <PercentButtons discount={discount} onChange={change} disabled={disabled} className="flex-1" />
    </div>
  )
}

type ReasonProps = DiscountsProps & { disabled: boolean; beside: ReactNode }

/** The field for the reason. Senior Citizen and PWD open the card's form, or are refused if no service is eligible. */
function DiscountReasonFields({ order, onSenior, disabled, beside }: ReasonProps) {
  const { discount, lines } = order
  const [isRefused, setRefused] = useState(false)
  const choose = (reason: DiscountReason | null) => {
    if (!isCardReason(reason)) {
      setRefused(false)
      change({ reason })
    } else if (lines.some((line) => line.isEligible)) onSenior(kindOfCardReason(reason))
    else setRefused(true)
  }
  return (
    <>
      <div className="mt-2 flex flex-wrap gap-2 *:min-w-28 *:flex-1">
        <Select
          aria-label={s.discountReason}
          placeholder={s.discountReason}
          options={reasons}
          value={isCardReason(discount.reason) ? null : discount.reason}
          onChange={choose}
          size="sm"
          disabled={disabled}
        />
        {beside}
      </div>
      {isRefused && (
        <p role="alert" className="mt-1.5 text-sm font-medium text-danger">
          {cardMessages.noneEligible}
        </p>
      )}
    </>
  )
}
