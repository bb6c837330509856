import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { OrderAction } from '#web/sales/till/change-order.ts'
import { orderCharge } from '#web/sales/till/order-charge.ts'
import { add, after, glow, peel } from '#web/sales/till/order-samples.ts'
import { checkoutBodyOf } from '#web/sales/till/payment/payment.ts'
import type { LineDiscount } from '#web/sales/till/discount.ts'
import type { Order, OrderCard } from '#web/sales/till/order.ts'
import { setPieces } from './pieces.ts'

const consultation = { ...peel, name: 'Consultation', price: 2_500_00, isEligible: true }
const { serviceId } = consultation
const corazon: OrderCard = {
  kind: 'senior',
  idNumber: 'QC-0148-22719',
  name: 'Corazon Villanueva',
  birthDate: '1959-03-14',
  tin: '',
  isVatRegistered: true,
}
const buyer = { userId: null, name: 'Corazon', email: null, contactNumber: null, appointmentId: null }
const bodyOf = (order: Order) =>
  checkoutBodyOf({ ...order, method: 'cash' }, buyer, { reference: '', received: 99_999_999, at: new Date(0) })

const pesosOff = (pesos: number): OrderAction => ({
  type: 'discount',
  changes: { isOn: true, unit: 'pesos', amount: String(pesos) },
})
const percentOff = (percent: number): OrderAction => ({
  type: 'discount',
  changes: { isOn: true, unit: 'percent', percent: String(percent) },
})

/** An order of `quantity` consultations, one of them for a Senior Citizen, with further changes. */
function seniorWith(quantity: number, ...changes: OrderAction[]): Order {
  const order = after([add(consultation), { type: 'service-quantity', serviceId, quantity }, ...changes])
  const [line] = order.lines
  return after([{ type: 'cards', cards: [corazon], pieces: { [serviceId]: setPieces(line!, 0, 1).pieces } }], order)
}

const lineOff = (discount: Partial<LineDiscount>): OrderAction => ({
  type: 'line-entries',
  serviceId,
  entries: { discount: { unit: 'percent', amount: '', percent: '', reason: 'Promo', ...discount } },
})
const totalOf = (order: Order) => orderCharge(order).total
const hasPromo = (order: Order) => orderCharge(order).parts[0]![0]!.isPromo

describe('the better of a Senior Citizen card and a discount of the order', () => {
  test('₱750 off ₱2,500 is better than the card: the Senior Citizen pays ₱1,562.50, whether ₱750 or 30 % is taken off the order or the line', () => {
    const ways = [
      pesosOff(750),
      percentOff(30),
      lineOff({ unit: 'pesos', amount: '750' }),
      lineOff({ percent: '30' }),
    ].map((way) => seniorWith(1, way))
    expect(ways.map(totalOf)).toEqual([1_562_50, 1_562_50, 1_562_50, 1_562_50])
    expect(ways.map(hasPromo)).toEqual([true, true, true, true])
  })

  test('the request has the discount of the order as it was typed, and the sums without VAT', () => {
    for (const way of [pesosOff(750), percentOff(30)])
      expect(bodyOf(seniorWith(1, way))).toMatchObject({ total: 2232.14, discount: 750, total_after_discount: 1562.5 })
  })

  test('with ₱450 off ₱2,500 the Senior Citizen would pay ₱1,830.36, so the card applies, with which it is ₱1,785.71', () => {
    const order = seniorWith(1, pesosOff(450))
    expect([totalOf(order), hasPromo(order)]).toEqual([1_785_71, false])
  })

  test('with ₱1,000 off an order for a Senior Citizen and a companion, the card applies, the companion gets the discount, and both pay ₱3,285.71', () => {
    const order = seniorWith(2, pesosOff(1_000))
    expect([totalOf(order), hasPromo(order)]).toEqual([3_285_71, false])
  })

  test('a promo does not apply if it is better for the card holder but makes the whole order dearer than the card would', () => {
    // With the promo the Senior Citizen would pay ₱1,696.43 and the companion ₱1,900.00.
    const order = seniorWith(2, pesosOff(1_200))
    expect([totalOf(order), hasPromo(order)]).toEqual([3_085_71, false])
    expect(totalOf(seniorWith(2, percentOff(24)))).toBe(1_696_43 + 1_900_00)
  })

  test('a better promo on the line stays beside a small discount of the order', () => {
    const order = seniorWith(2, add(glow), lineOff({ percent: '50' }), pesosOff(100))
    expect(hasPromo(order)).toBe(true)
  })

  test('a larger discount of the order never makes the order dearer', () => {
    const pesos = fc.integer({ min: 0, max: 6_000 })
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 3 }), pesos, pesos, fc.constantFrom(0, 10, 50), (quantity, a, b, off) => {
        const [less, more] = [Math.min(a, b), Math.max(a, b)].map((amount) =>
          totalOf(seniorWith(quantity, lineOff({ percent: String(off) }), pesosOff(amount))),
        )
        expect(more).toBeLessThanOrEqual(less!)
      }),
    )
  })
})
