import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { PriceList } from '#shared/sales/line.ts'
import type { Discount } from './discount.ts'
import { add, addTo, after, carbon, facials, glow, key, laser, light, mask, peel, saleId } from './order-samples.ts'
import { orderReducer, type OrderAction, priceChanges } from './change-order.ts'
import { orderTotals } from './order-charge.ts'
import { hasService, MAX_LINES, MAX_QUANTITY, newOrder, orderProblem } from './order.ts'
import { parseOrder } from './stored-order.ts'
import { checkoutBodyOf } from '#web/sales/till/payment/payment.ts'

const names = (order = newOrder(key)) =>
  order.lines.map((line) => [line.name, ...line.addOns.map((addOn) => addOn.name)].join(' + '))

describe('the order', () => {
  test('an order contains a service only once', () => {
    const order = after([add(peel), add(glow), add(peel)])
    expect(names(order)).toEqual(['Diamond peel', 'Hydra glow'])
    expect(after([add(peel)], order)).toBe(order)
  })

  test('an order contains at most sixty services', () => {
    const many = Array.from({ length: MAX_LINES + 1 }, (_, i) => add({ ...peel, serviceId: String(i) }))
    expect(after(many).lines).toHaveLength(MAX_LINES)
  })

  test.each([
    [3, 3],
    [0, 1],
    [-5, 1],
    [1.7, 1],
    [Number.NaN, 1],
    [5000, MAX_QUANTITY],
  ])('an order sets an entered quantity of %d to the allowed quantity %d', (asked, quantity) => {
    const order = after([add(peel), { type: 'service-quantity', serviceId: peel.serviceId, quantity: asked }])
    expect(order.lines[0]?.quantity).toBe(quantity)
  })

  test('a service is removed from an order together with its add-ons', () => {
    const order = after([add(peel), addTo(light), add(carbon), { type: 'remove-service', serviceId: peel.serviceId }])
    expect(names(order)).toEqual(['Carbon peel'])
    expect(hasService(order, peel.serviceId)).toBe(false)
  })
})

describe('an add-on in the order', () => {
  test('an add-on in an order belongs to the latest line of its treatment', () => {
    expect(names(after([add(peel), add(glow), add(carbon), addTo(light)]))).toEqual([
      'Diamond peel',
      'Hydra glow + LED light',
      'Carbon peel',
    ])
  })

  test('an add-on in an order needs a service of its treatment', () =>
    expect(names(after([add(carbon), addTo(light)]))).toEqual(['Carbon peel']))

  test('an add-on cannot be added to an order twice, not even to different lines', () =>
    expect(names(after([add(peel), addTo(light), add(glow), addTo(light)]))).toEqual([
      'Diamond peel + LED light',
      'Hydra glow',
    ]))

  test('an add-on in an order has its own quantity and can be removed separately', () => {
    const where = { serviceId: peel.serviceId, addOnId: light.id }
    const order = after([add(peel), addTo(light), addTo(mask), { type: 'add-on-quantity', ...where, quantity: 4 }])
    expect(order.lines[0]?.addOns.map((addOn) => addOn.quantity)).toEqual([4, 1])
    expect(names(after([{ type: 'remove-add-on', ...where }], order))).toEqual(['Diamond peel + Collagen mask'])
  })
})

describe('the sums of the order', () => {
  const discount = (amount: string, isOn = true): OrderAction => ({ type: 'discount', changes: { isOn, amount } })

  test('the sums of an order include add-ons and quantities', () => {
    const order = after([add(peel), addTo(light), { type: 'service-quantity', serviceId: peel.serviceId, quantity: 2 }])
    expect(orderTotals(order)).toEqual({
      subtotal: 335_000,
      discount: 0,
      total: 335_000,
      itemCount: 3,
      prepaid: 0,
      deposited: 0,
      credited: 0,
    })
  })

  test.each([
    ['1,000.50', 100_050],
    ['99,999', 150_000],
    ['', 0],
    ['abc', 0],
    ['1e21', 0],
    ['-5', 0],
  ])('the sums of an order apply a discount typed as %j as %i centavos', (amount, taken) =>
    expect(orderTotals(after([add(peel), discount(amount)])).discount).toBe(taken),
  )

  test('the sums of an order ignore a discount that is switched off, but the order keeps its value', () => {
    const order = after([add(peel), discount('500'), { type: 'discount', changes: { isOn: false } }])
    expect(orderTotals(order).total).toBe(150_000)
    expect(order.discount.amount).toBe('500')
  })

  test('the sums of an order apply a discount in percent to the current subtotal, and the order keeps the amount typed in pesos before', () => {
    const percent = (text: string): OrderAction => ({ type: 'discount', changes: { unit: 'percent', percent: text } })
    const order = after([add(peel), discount('500'), percent('12.5')])
    expect(orderTotals(order)).toMatchObject({ discount: 18_750, total: 131_250 })
    expect(orderTotals(after([add(glow)], order)).discount).toBe(50_006)
    expect(orderTotals(after([{ type: 'discount', changes: { unit: 'pesos' } }], order)).discount).toBe(50_000)
    expect(orderTotals(after([percent('101')], order)).discount).toBe(0)
    expect(orderTotals(after([percent('100')], order)).total).toBe(0)
  })
})

describe('the discount of an order', () => {
  const discounted = (changes: Partial<Discount>) =>
    orderProblem(after([add(peel), { type: 'method', method: 'cash' }, { type: 'discount', changes }]))

  test.each<[string, Partial<Discount>, string | null]>([
    [
      'the discount of an order prevents payment while its amount is invalid',
      { isOn: true, amount: 'abc' },
      'Enter an amount, for example 500 or 499.50.',
    ],
    [
      'the discount of an order prevents payment while its percentage is invalid',
      { isOn: true, unit: 'percent', percent: '101' },
      'Enter a percentage from 0 to 100, for example 10 or 12.5.',
    ],
    [
      'a discount of an order in pesos does not need a valid percentage',
      { isOn: true, unit: 'pesos', amount: '5', percent: '101' },
      null,
    ],
    [
      'an order that an earlier version of the app stored with a Senior Citizen or PWD discount cannot be paid until the card is entered',
      { isOn: true, amount: '5', reason: 'PWD', idNumber: '77' },
      'The Senior Citizen and PWD discount needs a card. Choose Senior / PWD and enter it.',
    ],
    [
      'a discount of an order for a reason without a card allows payment',
      { isOn: true, amount: '5', reason: 'Staff' },
      null,
    ],
    [
      'a discount of an order does not prevent payment while it is switched off',
      { isOn: false, amount: 'abc', reason: 'PWD' },
      null,
    ],
  ])('%s', (_, changes, problem) => expect(discounted(changes)).toBe(problem))
})

describe('new prices for an order in progress', () => {
  const prices = (more: Partial<PriceList> = {}): PriceList => ({
    services: [{ service_id: peel.serviceId, name: 'Diamond peel', price: 1600, treatment_id: facials }],
    add_ons: [{ addOn_id: light.id, addOn_name: 'LED light', addOn_price: 350, treatment_id: facials }],
    ...more,
  })

  test('new prices are applied to an order in progress, and items no longer offered are removed', () => {
    const before = after([add(peel), addTo(light), addTo(mask), add(carbon)])
    const order = after([{ type: 'reprice', prices: prices() }], before)
    expect(names(order)).toEqual(['Diamond peel + LED light'])
    expect(order.lines[0]?.price).toBe(160_000)
    expect(priceChanges(before, order)).toEqual([
      'Diamond peel was ₱1,500 and is now ₱1,600.',
      'Collagen mask is no longer offered and was removed from the order.',
      'Carbon peel is no longer offered and was removed from the order.',
    ])
  })

  test('new prices show a message when a service is no longer eligible for the card of a Senior Citizen or PWD', () => {
    const card = {
      kind: 'senior',
      idNumber: '1',
      name: 'Ana',
      birthDate: '1950-01-01',
      tin: '',
      isVatRegistered: false,
    } as const
    const eligible = { ...peel, price: 160_000, isEligible: true }
    const pieces = { [peel.serviceId]: [{ card: 0, quantity: 1, addOns: [] }] }
    const before = after([add(eligible), { type: 'cards', cards: [card], pieces }])
    const order = after([{ type: 'reprice', prices: prices() }], before)
    expect(order.cards).toEqual([])
    expect(priceChanges(before, order)).toEqual([
      'Diamond peel is not eligible for the Senior Citizen and PWD discount.',
    ])
  })

  test('new prices show no message when nothing in the order has changed', () => {
    const before = after([add({ ...peel, price: 160_000 }), addTo(light)])
    expect(priceChanges(before, after([{ type: 'reprice', prices: prices() }], before))).toEqual([])
  })

  test('new prices remove an add-on whose service moved to another treatment', () => {
    const services = [{ service_id: peel.serviceId, name: 'Diamond peel', price: 1600, treatment_id: laser }]
    const order = after([add(peel), addTo(light), { type: 'reprice', prices: prices({ services }) }])
    expect(names(order)).toEqual(['Diamond peel'])
  })
})

describe('an order whose payment was sent', () => {
  const buyer = { userId: null, name: 'Lia Ramos', email: null, contactNumber: null, appointmentId: null }
  const ready = after([add(peel), { type: 'method', method: 'cash' }])
  const body = checkoutBodyOf(ready, buyer, { reference: '', received: 150_000, at: new Date(0) })
  const sent = after([{ type: 'sent', body }], ready)

  test.each<OrderAction>([
    add(glow),
    { type: 'remove-service', serviceId: peel.serviceId },
    { type: 'service-quantity', serviceId: peel.serviceId, quantity: 2 },
    { type: 'discount', changes: { isOn: true, amount: '5' } },
    { type: 'method', method: 'maya' },
  ])('an order whose payment was sent cannot be changed by the action %j', (action) =>
    expect(orderReducer(sent, action)).toBe(sent),
  )

  test('an order whose payment was sent can be changed again if no sale was recorded, and keeps its idempotency key', () => {
    const order = after([{ type: 'not-recorded' }, add(glow)], sent)
    expect(names(order)).toEqual(['Diamond peel', 'Hydra glow'])
    expect(order.key).toBe(key)
  })

  test('an order whose payment was sent is finished once the sale is recorded, and only the next order gets another idempotency key', () => {
    const recorded = after([{ type: 'recorded', saleId }, add(glow)], sent)
    expect(recorded).toMatchObject({ saleId, sent: null, key, lines: ready.lines })
    expect(after([{ type: 'next', key: 'other' }], recorded)).toEqual(newOrder('other'))
  })

  test('an order whose payment was sent is the same after a reload', () => {
    expect(parseOrder(JSON.stringify(sent))).toEqual(sent)
    expect(parseOrder(JSON.stringify(after([{ type: 'recorded', saleId }], sent)))?.saleId).toBe(saleId)
  })
})

describe('an order stored on the device', () => {
  test.each([null, '', '{', '[]', '{"key":"1"}', JSON.stringify({ ...newOrder(key), lines: [{ price: -1 }] })])(
    'an order stored on the device as %j is ignored as invalid',
    (text) => expect(parseOrder(text)).toBeNull(),
  )

  test('a discount of an order stored by a version without percentages is in pesos', () => {
    const discount = { isOn: true, amount: '500', reason: null, idNumber: '' }
    const text = JSON.stringify({ ...after([add(peel)]), discount })
    expect(parseOrder(text)?.discount).toEqual({ ...discount, unit: 'pesos', percent: '' })
  })

  test('the only discount card of an order that an earlier version stored covers all pieces of the card’s lines', () => {
    const card = { kind: 'pwd', idNumber: '13-7404-1', name: 'Ana', birthDate: null, isVatRegistered: true }
    const { cards: _, lines, ...order } = after([add({ ...peel, isEligible: true }), addTo(light), add(carbon)])
    const [line, ...others] = lines
    const text = JSON.stringify({ ...order, card, lines: [{ ...line, hasCard: true, quantity: 2 }, ...others] })
    const parsed = parseOrder(text)
    expect(parsed?.cards).toEqual([{ ...card, tin: '' }])
    expect(parsed?.lines.map(({ pieces }) => pieces)).toEqual([
      [{ card: 0, quantity: 2, addOns: [{ id: light.id, quantity: 1 }] }],
      undefined,
    ])
  })

  test('any order stored on the device is read back unchanged', () => {
    const service = fc.constantFrom(peel, glow, carbon)
    const addOn = fc.constantFrom(light, mask)
    const action = fc.oneof(
      service.map(add),
      addOn.map(addTo),
      service.map(({ serviceId }): OrderAction => ({ type: 'remove-service', serviceId })),
      fc
        .tuple(service, fc.integer())
        .map(([{ serviceId }, quantity]): OrderAction => ({ type: 'service-quantity', serviceId, quantity })),
      fc.string().map((amount): OrderAction => ({ type: 'discount', changes: { isOn: true, amount } })),
    )
    fc.assert(
      fc.property(fc.array(action, { maxLength: 30 }), (actions) => {
        const order = after(actions)
        expect(parseOrder(JSON.stringify(order))).toEqual(order)
        expect(new Set(order.lines.map((line) => line.serviceId)).size).toBe(order.lines.length)
        expect(orderTotals(order).total).toBeGreaterThanOrEqual(0)
      }),
    )
  })
})
