import { IdCard, X } from 'lucide-react'
import { cardContract } from '#shared/sales/card-contract.ts'
import { methodMessages } from '#shared/sales/method-messages.ts'
import { cardReason } from '#shared/sales/senior-pwd-card.ts'
import { tillMessages as s } from '#shared/sales/till-messages.ts'
import { useRead } from '#web/data/use-read.ts'
import { Button } from '#web/ui/button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { OrderDiscount } from './order-discount.tsx'
import { dispatchOrder } from './order-store.ts'
import { isSettled, type Order } from './order.ts'
import { useTillKey } from './use-till-key.ts'

/** `onSenior` opens the form for a Senior Citizen or PWD card. */
type PlaceProps = { order: Order; onSenior: () => void }

/**
 * The order's discounts: by card, or for other reasons. While the discount is open, the card's button moves beside the
 * reasons, to leave more of the order visible.
 */
export function DiscountPlace({ order, onSenior }: PlaceProps) {
  const card = <SeniorPwdPlace order={order} onSenior={onSenior} />
  const isBesideReason = order.discount.isOn && !order.card
  return (
    <>
      {!isBesideReason && card}
      <OrderDiscount order={order} besideReason={isBesideReason && card} />
    </>
  )
}

/** The order's card, or a button to add one; only if a service is eligible. */
function SeniorPwdPlace({ order, onSenior }: PlaceProps) {
  const disabled = isSettled(order)
  const isEligible = order.lines.some((line) => line.isEligible)
  // Loaded in advance, so that it is available without a connection.
  useRead(cardContract.terms, isEligible ? { querystring: {} } : null, { staleMs: 3_600_000 })
  useTillKey('s', () => {
    if (isEligible && !disabled) onSenior()
  })
  if (!isEligible) return null
  const { card } = order
  if (!card)
    return (
      <Button
        block
        onClick={onSenior}
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
      <p className="min-w-0 flex-1 text-sm font-semibold wrap-anywhere">
        {s.seniorPwdOf(methodMessages.discountReasons[cardReason(card.kind)], card.idNumber)}
        <span className="block font-normal">{card.name}</span>
      </p>
      <Button variant="quiet" onClick={onSenior} disabled={disabled}>
        {s.changeCard}
      </Button>
      <IconButton
        label={s.removeCard}
        icon={<X size={18} aria-hidden="true" />}
        disabled={disabled}
        onClick={() => dispatchOrder({ type: 'card', card: null, serviceIds: [] })}
      />
    </div>
  )
}
