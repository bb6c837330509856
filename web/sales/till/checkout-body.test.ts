import { describe, expect, test } from 'vitest'
import { checkoutBody } from '#shared/sales/checkout-body.ts'
import { checkoutBodyOf, receivedOf, type Buyer } from './checkout-body.ts'
import { add, addTo, after, clientId, glow, light, peel } from './order-samples.ts'
import type { OrderAction } from './order.ts'

const at = new Date('2026-11-21T01:42:07Z')
const walkIn: Buyer = { userId: clientId, name: 'Lia Ramos', email: null, contactNumber: null, appointmentId: null }
const method = (name: 'cash' | 'gcash'): OrderAction => ({ type: 'method', method: name })
const discount: OrderAction = {
  type: 'discount',
  changes: { isOn: true, amount: '500.50', reason: 'PWD', idNumber: ' 77 ' },
}

describe('what is sent for an order', () => {
  test('carries the sums of the till in pesos, and the contract accepts it', () => {
    const order = after([add(peel), addTo(light), add(glow), discount, method('gcash')])
    const body = checkoutBodyOf(order, walkIn, { reference: ' GC-1 ', received: 400_000, at })
    expect(body).toMatchObject({
      total: 4350.5,
      discount: 500.5,
      is_discounted: 'yes',
      discount_reason: 'PWD',
      discount_id_number: '77',
      total_after_discount: 3850,
      received_money: 4000,
      exchange_money: 150,
      reference_number: 'GC-1',
      transaction_date: '2026-11-21T09:42:07+08:00',
      appointment_id: 'walkin_1795225327000',
      is_walk_in: true,
    })
    expect(checkoutBody.safeParse(body).error).toBeUndefined()
  })

  test('names the appointment of who has one', () => {
    const order = after([add(peel), method('cash')])
    const body = checkoutBodyOf(order, { ...walkIn, appointmentId: clientId }, { reference: '', received: 150_000, at })
    expect(body).toMatchObject({ appointment_id: clientId, is_walk_in: false })
  })

  test('leaves out a reference typed for another method, and the words of a discount that is off', () => {
    const order = after([add(peel), discount, { type: 'discount', changes: { isOn: false } }, method('cash')])
    const body = checkoutBodyOf(order, walkIn, { reference: 'GC-1', received: 150_000, at })
    expect(body).toMatchObject({
      reference_number: null,
      is_discounted: 'no',
      discount: 0,
      discount_reason: null,
      discount_id_number: null,
      total_after_discount: 1500,
    })
  })
})

test.each([
  ['', 0],
  ['1,500.00', 150_000],
  ['abc', null],
])('%j is received as %s', (text, received) => expect(receivedOf(text)).toBe(received))
