import type { ReactNode } from 'react'
import { cardMessages as s, methodMessages } from '#shared/sales/messages.ts'
import { formatPeso, type Centavos } from '#shared/lib/money.ts'
import { cardReason } from '#shared/sales/senior-pwd-card.ts'
import { cardPrice, withoutVat } from '#shared/sales/tax.ts'
import { orderCharge, type ChargedPart } from '#web/sales/till/order-charge.ts'
import type { Order, OrderLine } from '#web/sales/till/order.ts'

/** The price of a line's service and of each of its add-ons. */
const pricesOf = (line: OrderLine) => [
  line.price * line.quantity,
  ...line.addOns.map((one) => one.price * one.quantity),
]

/** A line's price before and after the discount of a Senior or PWD card, computed per item as in the books. */
export function priceOf(line: OrderLine, isVatRegistered: boolean) {
  const taxed = { taxClass: line.taxClass ?? ('vatable' as const), isExcise: false }
  const prices = pricesOf(line).map((part) => cardPrice(part, taxed, { isVatRegistered, chargesExcise: false }))
  const gross = pricesOf(line).reduce((total, part) => total + part, 0)
  return { gross, toPay: prices.reduce((total, one) => total + one.toPay, 0) }
}

/**
 * Returns what the holder of a Senior or PWD card pays for a line at its promo prices. Card holders pay no VAT, so VAT
 * is taken off each promo price. Each price is rounded by itself, as the server does, so that both compute the same
 * centavo.
 */
export function promoPriceOf(line: OrderLine, promos: readonly Centavos[], isVatRegistered: boolean): Centavos {
  const hasVat = isVatRegistered && (line.taxClass ?? 'vatable') === 'vatable'
  return promos.reduce((total, promo) => total + (hasVat ? withoutVat(promo) : promo), 0)
}

/**
 * The amounts of the pieces that one Senior or PWD card covers: those of the service and of the add-ons that this card
 * discounts.
 */
function amountsOf({ price, quantity }: Pick<OrderLine, 'price' | 'quantity'>, { addOns, amounts }: ChargedPart) {
  const items = [
    { gross: price * quantity, ...amounts.service },
    ...addOns.flatMap((addOn, i) =>
      addOn.hasCard ? [{ gross: addOn.price * addOn.quantity, ...amounts.addOns[i]! }] : [],
    ),
  ]
  const sum = (of: (item: (typeof items)[number]) => Centavos) => items.reduce((total, item) => total + of(item), 0)
  const gross = sum((item) => item.gross)
  const lessVat = sum((item) => item.lessVat)
  const discount = sum((item) => item.discount + item.orderDiscount)
  return { gross, lessVat, exempt: gross - lessVat, discount, toPay: gross - lessVat - discount }
}

/**
 * The price of each line's service and add-ons if no Senior or PWD card were used: after the line's own discount and
 * its share of the order's discount.
 */
export function withoutCard({ lines, discount }: Pick<Order, 'lines' | 'discount'>): Centavos[][] {
  const plain = lines.map(({ pieces: _, ...line }) => line)
  return orderCharge({ lines: plain, discount, cards: [] }).items.map(({ service, addOns }) =>
    [service, ...addOns].map(({ lineTotal, orderDiscount }) => lineTotal - orderDiscount),
  )
}

function Sum({ label, amount, isStrong = false }: { label: ReactNode; amount: Centavos; isStrong?: boolean }) {
  return (
    <div
      className={
        isStrong ? 'flex justify-between gap-3 border-t border-line pt-1.5 font-bold' : 'flex justify-between gap-3'
      }
    >
      <dt className={isStrong ? '' : 'text-ink-2'}>{label}</dt>
      <dd className="whitespace-nowrap">{formatPeso(amount)}</dd>
    </div>
  )
}

type CalculationProps = { order: Order; isVatRegistered: boolean }

/**
 * Shows how the discounts of Senior and PWD cards are computed, step by step as on the receipt, and the order's new
 * total.
 */
export function CardCalculation({ order, isVatRegistered }: CalculationProps) {
  const { parts, total } = orderCharge(order)
  return (
    <div className="tnum flex flex-col gap-4 rounded-card bg-bg p-5 text-ctl">
      {order.lines.flatMap((line, i) =>
        parts[i]!.map((part) => {
          const card = part.card === null ? undefined : order.cards[part.card]
          if (!card) return null
          const isPart = order.cards.length > 1 || part.quantity < line.quantity
          const holder = card.name || s.card(part.card! + 1)
          return (
            <PartCalculation
              key={`${line.serviceId} ${part.card}`}
              title={isPart ? s.piecesOfHolder(part.quantity, line.name, holder) : line.name}
              amounts={amountsOf({ price: line.price, quantity: part.quantity }, part)}
              less={part.isPromo ? s.lessPromo : s.lessDiscount(methodMessages.discountReasons[cardReason(card.kind)])}
              isVatRegistered={isVatRegistered}
            />
          )
        }),
      )}
      <dl className="sticky -bottom-6 -mb-5 mt-auto flex items-baseline justify-between gap-3 border-t border-line bg-bg pt-3 pb-5">
        <dt className="font-bold">{s.newTotal}</dt>
        <dd className="text-3xl leading-none font-extrabold tracking-tight" aria-live="polite">
          {formatPeso(total)}
        </dd>
      </dl>
    </div>
  )
}

type PartProps = { title: string; amounts: ReturnType<typeof amountsOf>; less: string; isVatRegistered: boolean }

/** Shows how the discount of one Senior or PWD card on the pieces of one line is computed. */
function PartCalculation({ title, amounts, less, isVatRegistered }: PartProps) {
  return (
    <section>
      <h3 className="mb-1 font-semibold wrap-anywhere">{title}</h3>
      <dl className="space-y-1.5">
        <Sum label={isVatRegistered ? s.priceWithVat : s.price} amount={amounts.gross} />
        {amounts.lessVat > 0 && (
          <>
            <Sum label={s.lessVat} amount={-amounts.lessVat} />
            <Sum label={s.vatExempt} amount={amounts.exempt} />
          </>
        )}
        <Sum label={less} amount={-amounts.discount} />
        <Sum label={s.toPay} amount={amounts.toPay} isStrong />
      </dl>
    </section>
  )
}
