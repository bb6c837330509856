import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { splitLine, type CardPieces } from '#shared/sales/card-pieces.ts'
import { chargeOf } from '#shared/sales/charge.ts'
import type { CheckoutBody } from '#shared/sales/checkout-body.ts'
import { percentOf } from '#shared/sales/percent.ts'
import { cardPrice } from '#shared/sales/tax.ts'
import { toCentavos } from '#shared/lib/money.ts'
import type { OrderAction } from '#web/sales/till/change-order.ts'
import { orderCharge, type ChargedPart } from '#web/sales/till/order-charge.ts'
import { add, addTo, after, glow, key, light, peel } from '#web/sales/till/order-samples.ts'
import { newOrder, type Order, type OrderCard, type OrderLine } from '#web/sales/till/order.ts'
import { parseOrder } from '#web/sales/till/stored-order.ts'
import { checkoutBodyOf } from '#web/sales/till/payment/payment.ts'
import { coverNew, freePieces, piecesUnder, setAddOnPieces, setPieces, withoutCardAt } from './pieces.ts'

const consultation = { ...peel, name: 'Consultation', price: 2_500_00, isEligible: true }
const card = (name: string, isVatRegistered = true): OrderCard => ({
  kind: 'pwd',
  idNumber: `13-7404-${name.length}`,
  name,
  birthDate: null,
  tin: '',
  isVatRegistered,
})
const [ana, bea, cora] = ['Ana', 'Bianca', 'Corazon'].map((name) => card(name)) as [OrderCard, OrderCard, OrderCard]
const setQuantity = (quantity: number): OrderAction => ({
  type: 'service-quantity',
  serviceId: consultation.serviceId,
  quantity,
})
/** Returns an order of `quantity` consultations with the add-on `light`, and of one service `glow`. */
const orderOf = (quantity: number): Order => after([add(consultation), addTo(light), setQuantity(quantity), add(glow)])
const cover = (order: Order, cards: readonly OrderCard[], lines: readonly OrderLine[]): Order =>
  after(
    [{ type: 'cards', cards, pieces: Object.fromEntries(lines.map((line) => [line.serviceId, line.pieces])) }],
    order,
  )
const under = ([line]: readonly OrderLine[], cards: number) =>
  Array.from({ length: cards }, (_, one) => piecesUnder(line!, one))

describe('the pieces of an order covered by Senior Citizen and PWD cards', () => {
  test('the first Senior or PWD card of an order covers all eligible pieces with their add-ons, and each further card takes one piece from a card with several', () => {
    const first = coverNew(orderOf(3).lines, 0)
    expect([under(first, 1), piecesUnder(first[0]!, 0, light.id), first[1]!.pieces]).toEqual([[3], 1, undefined])
    const second = coverNew(first, 1)
    expect(under(second, 2)).toEqual([2, 1])
    // An add-on for one of three persons has no Senior or PWD card until the cashier says whose it is.
    expect(freePieces(second[0]!, light.id)).toBe(1)
    expect(under(coverNew(coverNew(second, 2), 3), 4)).toEqual([1, 1, 1, 0])
  })

  test('a Senior or PWD card takes pieces of other cards if none is free, and its add-on needs a piece of the service', () => {
    const [line] = coverNew(coverNew(orderOf(2).lines, 0), 1)
    const taken = setPieces(line!, 1, 2)
    expect([piecesUnder(taken, 0), piecesUnder(taken, 1), piecesUnder(taken, 1, light.id)]).toEqual([0, 2, 1])
    expect(setAddOnPieces(taken, 0, light.id, 1)).toBe(taken)
    const shared = setAddOnPieces(line!, 1, light.id, 1)
    expect(piecesUnder(setAddOnPieces(shared, 0, light.id, 1), 1, light.id)).toBe(0)
  })

  test('when the first of two Senior or PWD cards is removed, the second card keeps its pieces and becomes the first', () => {
    const lines = withoutCardAt(coverNew(coverNew(orderOf(2).lines, 0), 1), 0)
    expect(under(lines, 2)).toEqual([1, 0])
  })

  test('pieces added to a line belong to the only Senior or PWD card if it covered the whole line, and to no card otherwise', () => {
    const { lines } = orderOf(1)
    const whole = cover(orderOf(1), [ana], coverNew(lines, 0))
    expect(under(after([setQuantity(3)], whole).lines, 1)).toEqual([3])
    const two = orderOf(2)
    const both = cover(two, [ana, bea], coverNew(coverNew(two.lines, 0), 1))
    const more = after([setQuantity(4)], both)
    expect([under(more.lines, 2), freePieces(more.lines[0]!)]).toEqual([[1, 1], 2])
    const fewer = after([setQuantity(1)], both)
    expect([under(fewer.lines, 1), fewer.cards]).toEqual([[1], [ana]])
  })

  test('when an add-on is removed from a service, the only Senior or PWD card still covers the service, and no longer the add-on', () => {
    const one = orderOf(1)
    const whole = cover(one, [ana], coverNew(one.lines, 0))
    const without = after([{ type: 'remove-add-on', serviceId: consultation.serviceId, addOnId: light.id }], whole)
    expect(without.lines[0]!.pieces).toEqual([{ card: 0, quantity: 1, addOns: [] }])
    expect(bodyOf(without).treatments[0]!.senior_pwd_pieces![0]!.addOns).toEqual([])
  })

  test('an order stored on the device keeps its Senior and PWD cards; covered pieces beyond the quantity of their line are dropped', () => {
    const two = orderOf(2)
    const both = cover(two, [ana, bea], coverNew(coverNew(two.lines, 0), 1))
    expect(parseOrder(JSON.stringify(both))).toEqual(both)
    const [line, ...others] = both.lines
    const wrong = parseOrder(JSON.stringify({ ...both, lines: [{ ...line, quantity: 1 }, ...others] }))
    expect([under(wrong!.lines, 1), wrong!.cards]).toEqual([[1], [ana]])
  })
})

/** The total of a request as the server computes it, in a clinic with or without VAT. */
function totalOnServer(body: CheckoutBody, isVatRegistered: boolean): number {
  const settings = { isVatRegistered, chargesExcise: false }
  const taxed = { taxClass: 'vatable' as const, isExcise: false }
  const lines = body.treatments.flatMap((line) => {
    const price = toCentavos(line.price)
    const gross = price * line.quantity
    const discount =
      typeof line.discount_percent === 'number'
        ? percentOf(gross, Math.round(line.discount_percent * 100))
        : Math.min(toCentavos(line.discount ?? 0), gross)
    const addOns = (line.addOns ?? []).map(({ addOn_id: id, addOn_price, quantity }) => ({
      id,
      price: toCentavos(addOn_price),
      quantity,
    }))
    const pieces = (line.senior_pwd_pieces ?? []).map((piece): CardPieces => ({
      card: piece.card,
      quantity: piece.quantity,
      isPromo: piece.keeps_promo ?? false,
      addOns: (piece.addOns ?? []).map((one) => ({
        id: one.addOn_id,
        quantity: one.quantity,
        isPromo: one.keeps_promo ?? false,
      })),
    }))
    return splitLine({ price, quantity: line.quantity, discount, addOns }, pieces).map((part) => ({
      ...part,
      price,
      hasCard: part.card !== null,
      taxed,
    }))
  })
  const discount = { isOn: body.is_discounted === 'yes', amount: toCentavos(body.discount ?? 0) }
  const charge = chargeOf(lines, discount, settings)
  for (const [i, line] of lines.entries()) {
    const { service } = charge.items[i]!
    // The server refuses a promo for pieces under a Senior or PWD card if the card's own discount is better.
    if (line.isPromo)
      expect(service.lineTotal - service.orderDiscount).toBeLessThanOrEqual(
        cardPrice(line.price * line.quantity, taxed, settings).toPay,
      )
  }
  return charge.total
}

const buyer = { userId: null, name: 'Ana', email: null, contactNumber: null, appointmentId: null }
const bodyOf = (order: Order) =>
  checkoutBodyOf({ ...order, method: 'cash' }, buyer, { reference: '', received: 99_999_999, at: new Date(0) })

describe('the amounts of the till', () => {
  test('two holders of Senior or PWD cards and a companion pay ₱6,071.42 at the till, as on the server', () => {
    const three = after([add(consultation), setQuantity(3)])
    const lines = three.lines.map((line) => setPieces(setPieces(line, 0, 1), 1, 1))
    const order = cover(three, [ana, bea], lines)
    const { total, parts } = orderCharge(order)
    expect([total, totalOnServer(bodyOf(order), true)]).toEqual([6_071_42, 6_071_42])
    expect(parts[0]!.map(({ card: of, quantity }) => [of, quantity])).toEqual([
      [0, 1],
      [1, 1],
      [null, 1],
    ])
  })

  test('the till gives an add-on, like its service, the better of promo and card discount', () => {
    const one = orderOf(1)
    const promo = after([{ type: 'discount', changes: { isOn: true, unit: 'percent', percent: '30' } }], one)
    const order = cover(promo, [ana], coverNew(promo.lines, 0))
    const [line] = bodyOf(order).treatments
    expect(line!.senior_pwd_pieces).toMatchObject([{ keeps_promo: true, addOns: [{ keeps_promo: true }] }])
    const gross = consultation.price + light.price
    const { parts } = orderCharge(order)
    const [{ amounts }] = parts[0] as [ChargedPart]
    const paid = [amounts.service, ...amounts.addOns].reduce(
      (sum, item) => sum + item.lineTotal - item.orderDiscount,
      0,
    )
    // A promo of 30 % off the price without VAT is better than the 20 % discount of a Senior or PWD card.
    expect(paid).toBeCloseTo((gross / 1.12) * 0.7, -1)
  })

  test('the amounts of the till match those of the server for any cards, pieces, add-ons and discounts', () => {
    const count = fc.integer({ min: 0, max: 4 })
    const some = fc.record({
      quantity: fc.integer({ min: 1, max: 4 }),
      pieces: fc.array(fc.tuple(fc.integer({ min: 0, max: 2 }), count, count), { maxLength: 5 }),
      lineDiscount: fc.option(
        fc.record({ unit: fc.constantFrom('percent', 'pesos'), value: fc.integer({ min: 0, max: 100 }) }),
      ),
      orderDiscount: fc.option(
        fc.record({ unit: fc.constantFrom('percent', 'pesos'), value: fc.integer({ min: 0, max: 60 }) }),
      ),
      isVatRegistered: fc.boolean(),
    })
    fc.assert(
      fc.property(some, ({ quantity, pieces, lineDiscount, orderDiscount, isVatRegistered }) => {
        const text = { amount: String((lineDiscount?.value ?? 0) * 17), percent: String(lineDiscount?.value ?? 0) }
        const discounts: OrderAction[] = [
          ...(lineDiscount
            ? [
                {
                  type: 'line-entries',
                  serviceId: consultation.serviceId,
                  entries: { discount: { unit: lineDiscount.unit, ...text, reason: 'Promo' } },
                } as const,
              ]
            : []),
          ...(orderDiscount === null
            ? []
            : [
                {
                  type: 'discount',
                  changes: {
                    isOn: true,
                    unit: orderDiscount.unit,
                    percent: String(orderDiscount.value),
                    amount: String(orderDiscount.value * 83),
                  },
                } as const,
              ]),
        ]
        const plain = after(discounts, orderOf(quantity))
        const lines = plain.lines.map((line) =>
          pieces.reduce((one, [of, n, ofAddOn]) => setAddOnPieces(setPieces(one, of, n), of, light.id, ofAddOn), line),
        )
        const order = cover(
          plain,
          [ana, bea, cora].map((one) => ({ ...one, isVatRegistered })),
          lines.filter((line) => line.isEligible),
        )
        const body = bodyOf(order)
        const hasCards = order.cards.length > 0
        expect(toCentavos(body.total_after_discount)).toBe(totalOnServer(body, hasCards && isVatRegistered))
        const used = new Set(body.treatments.flatMap((line) => (line.senior_pwd_pieces ?? []).map((one) => one.card)))
        expect([...used].sort()).toEqual((body.senior_pwd_cards ?? []).map((_, i) => i))
      }),
    )
  })

  test('an order without cards costs the sum of its services and add-ons', () => {
    expect(orderCharge({ ...newOrder(key), lines: orderOf(2).lines }).total).toBe(5_000_00 + 350_00 + 2_500_50)
  })
})
