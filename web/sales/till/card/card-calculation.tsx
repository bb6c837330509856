import type { ReactNode } from 'react'
import { cardMessages as s, methodMessages } from '#shared/sales/messages.ts'
import { formatPeso, type Centavos } from '#shared/lib/money.ts'
import { cardReason, type CardKind } from '#shared/sales/senior-pwd-card.ts'
import type { Charge, ItemAmounts } from '#shared/sales/charge.ts'
import { cardPrice, withoutVat } from '#shared/sales/tax.ts'
import { betterPromos, orderCharge, type Order, type OrderLine } from '#web/sales/till/order.ts'

/** The amounts of a line: service and add-ons. */
const parts = (line: OrderLine) => [line.price * line.quantity, ...line.addOns.map((one) => one.price * one.quantity)]

/** A line's price with the card, computed per item as in the books. */
export function priceOf(line: OrderLine, isVatRegistered: boolean) {
  const taxed = { taxClass: line.taxClass ?? ('vatable' as const), isExcise: false }
  const prices = parts(line).map((part) => cardPrice(part, taxed, { isVatRegistered, chargesExcise: false }))
  const gross = parts(line).reduce((total, part) => total + part, 0)
  return { gross, toPay: prices.reduce((total, one) => total + one.toPay, 0) }
}

/** A line's promo price for a card holder, who pays no VAT. */
export const promoPriceOf = (line: OrderLine, promo: Centavos, isVatRegistered: boolean): Centavos =>
  isVatRegistered && (line.taxClass ?? 'vatable') === 'vatable' ? withoutVat(promo) : promo

/** The amounts of a line with its add-ons, as the order is charged. */
function amountsOf(line: OrderLine, { service, addOns }: Charge['items'][number]) {
  const items = [service, ...addOns]
  const sum = (of: (item: ItemAmounts) => Centavos) => items.reduce((total, item) => total + of(item), 0)
  const gross = parts(line).reduce((total, part) => total + part, 0)
  const lessVat = sum((item) => item.lessVat)
  const discount = sum((item) => item.discount + item.orderDiscount)
  return { gross, lessVat, exempt: gross - lessVat, discount, toPay: gross - lessVat - discount }
}

/** Each line's price without a card: less its own discount and its share of the order's discount. */
export function withoutCard({ lines, discount }: Order): Centavos[] {
  const plain = lines.map(({ hasCard: _, ...line }) => line)
  return orderCharge({ lines: plain, discount }).items.map(({ service, addOns }) =>
    [service, ...addOns].reduce((sum, { lineTotal, orderDiscount }) => sum + lineTotal - orderDiscount, 0),
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

type CalculationProps = { order: Order; serviceIds: readonly string[]; isVatRegistered: boolean; kind: CardKind }

/** The calculation of the card's discount, step by step as on the receipt, and the order's new total. */
export function CardCalculation({ order, serviceIds, isVatRegistered, kind }: CalculationProps) {
  const card = { kind, idNumber: '', name: '', birthDate: null, isVatRegistered }
  const lines = order.lines.map((line) => ({ ...line, hasCard: serviceIds.includes(line.serviceId) }))
  const applied = { lines, discount: order.discount, card }
  const { items, total } = orderCharge(applied)
  const promos = betterPromos(applied)
  return (
    <div className="tnum flex flex-col gap-4 rounded-card bg-bg p-5 text-ctl">
      {lines.map((line, i) => {
        const price = amountsOf(line, items[i]!)
        return (
          line.hasCard && (
            <section key={line.serviceId}>
              <h3 className="mb-1 font-semibold wrap-anywhere">{line.name}</h3>
              <dl className="space-y-1.5">
                <Sum label={isVatRegistered ? s.priceWithVat : s.price} amount={price.gross} />
                {price.lessVat > 0 && (
                  <>
                    <Sum label={s.lessVat} amount={-price.lessVat} />
                    <Sum label={s.vatExempt} amount={price.exempt} />
                  </>
                )}
                <Sum
                  label={
                    promos.has(line.serviceId)
                      ? s.lessPromo
                      : s.lessDiscount(methodMessages.discountReasons[cardReason(kind)])
                  }
                  amount={-price.discount}
                />
                <Sum label={s.toPay} amount={price.toPay} isStrong />
              </dl>
            </section>
          )
        )
      })}
      <dl className="sticky -bottom-6 -mb-5 mt-auto flex items-baseline justify-between gap-3 border-t border-line bg-bg pt-3 pb-5">
        <dt className="font-bold">{s.newTotal}</dt>
        <dd className="text-3xl leading-none font-extrabold tracking-tight" aria-live="polite">
          {formatPeso(total)}
        </dd>
      </dl>
    </div>
  )
}
