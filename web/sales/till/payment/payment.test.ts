import { describe, expect, test } from 'vitest'
import type { StaffAppointment } from '#shared/appointments/contract.ts'
import { checkoutBody } from '#shared/sales/checkout-body.ts'
import { paymentMessages } from '#shared/sales/till-messages.ts'
import { saleMessages as s } from '#shared/sales/messages.ts'
import { add, addTo, after, clientId, glow, light, peel } from '#web/sales/till/order-samples.ts'
import type { OrderAction } from '#web/sales/till/change-order.ts'
import type { OrderedVisit } from '#web/sales/till/order.ts'
import {
  bookedButMissing,
  checkoutBodyOf,
  customerReducer,
  noCustomer,
  disabledReasonOf,
  footerNoteOf,
  findOnlyNamesake,
  problemsOfPayment,
  problemsOfError,
  visitText,
  WALK_IN,
  type Buyer,
  type Customer,
  type Person,
  type Tender,
} from './payment.ts'
import { receivedOf } from './split.ts'

const bianca: Person = { userId: '1', name: 'Bianca Garcia', email: null, contactNumber: null }
const chosen: Customer = { type: 'existing', name: bianca.name, person: bianca, visit: WALK_IN }
const cash: Tender = { method: 'cash', total: 150_000, received: 150_000, reference: '' }

describe('the customer of a payment', () => {
  test('the customer of a payment is chosen from the list, and the resulting change of the text field does not deselect the client', () => {
    const picked = customerReducer(noCustomer, { type: 'chosen', person: bianca, visit: null })
    expect(customerReducer(picked, { type: 'typed', name: 'Bianca Garcia' })).toBe(picked)
  })

  test('the customer of a payment is deselected as soon as the name is changed', () => {
    expect(customerReducer(chosen, { type: 'typed', name: 'Bianca Garci' })).toEqual({
      type: 'existing',
      name: 'Bianca Garci',
      person: null,
      visit: null,
    })
  })

  test('the customer of a payment keeps the typed name when the client type is switched, and is searched again', () => {
    expect(customerReducer(chosen, { type: 'client-type', clientType: 'new' })).toEqual({
      type: 'new',
      name: 'Bianca Garcia',
      person: null,
      visit: null,
    })
  })

  test.each([
    ['bianca garcia', 'Bianca Garcia'],
    [' BIANCA  GARCÍA ', 'Bianca Garcia'],
    ['Bianca', null],
    ['Maria Cruz', null],
    ['', null],
  ])('the customer of a payment is found by typing the full name: %j finds %s', (typed, name) => {
    const people = [{ name: 'Bianca Garcia' }, { name: 'Maria Cruz' }, { name: 'Maria Cruz' }]
    expect(findOnlyNamesake(people, typed)?.name ?? null).toBe(name)
  })
})

describe('a payment', () => {
  test('a payment is possible when everything is complete', () => expect(problemsOfPayment(chosen, cash)).toEqual({}))

  test.each<[string, Partial<Customer>, Partial<Tender>, object]>([
    [
      'a payment is not possible without the name of a customer',
      { name: '  ', person: null },
      {},
      { name: s.selectCustomer },
    ],
    [
      'a payment is not possible if the customer name matches no client',
      { name: 'Bian', person: null, visit: null },
      {},
      { name: s.selectValidCustomer },
    ],
    [
      'a payment is not possible until the cashier has chosen the appointment',
      { visit: null },
      {},
      { visit: s.selectValidAppointment },
    ],
    [
      'a payment is not possible with less money than the amount due',
      {},
      { received: 149_999 },
      { received: s.receivedTooLow },
    ],
    [
      'a payment from a wallet is not possible with more money than the amount due, because it gives no change',
      {},
      { method: 'gcash', reference: 'GC-1', received: 150_001 },
      { received: s.changeFromCashOnly },
    ],
    [
      'a payment is not possible if the amount received is invalid',
      {},
      { received: null },
      { received: paymentMessages.amountInvalid },
    ],
    [
      'a payment by transfer is not possible without a reference number',
      {},
      { method: 'gcash' },
      { reference: s.referenceRequired },
    ],
    [
      'a payment is not possible with a reference number of dashes only',
      {},
      { method: 'maya', reference: ' -- ' },
      { reference: s.referenceRequired },
    ],
  ])('%s', (_, customer, tender, problems) =>
    expect(problemsOfPayment({ ...chosen, ...customer }, { ...cash, ...tender })).toEqual(problems),
  )

  test('a payment is possible without an amount when nothing is due', () =>
    expect(problemsOfPayment(chosen, { method: 'gcash', total: 0, received: 0, reference: '' })).toEqual({}))
})

describe('the button Confirm Payment', () => {
  test.each<[string, Partial<Customer>, Partial<Tender>, string | null]>([
    ['Confirm Payment is enabled when everything is complete', {}, {}, null],
    ['Confirm Payment is disabled without a customer name', { name: ' ' }, {}, paymentMessages.needName],
    ['Confirm Payment is disabled while no amount is received', {}, { received: 0 }, paymentMessages.needReceived],
    ['Confirm Payment is enabled without an amount when nothing is due', {}, { total: 0, received: 0 }, null],
    [
      'Confirm Payment is disabled without the reference number of a bank transfer',
      {},
      { method: 'bank_transfer' },
      paymentMessages.needReference,
    ],
    [
      'Confirm Payment is disabled without the reference number of a bank transfer that is a part of a split payment',
      {},
      {
        parts: [
          { id: 1, method: 'cash', amount: '500', received: '', reference: '' },
          { id: 2, method: 'bank_transfer', amount: null, received: '', reference: ' ' },
        ],
      },
      paymentMessages.needReference,
    ],
    [
      'Confirm Payment is enabled without the reference number of GCash, which is requested when pressed',
      {},
      { method: 'gcash' },
      null,
    ],
    [
      'Confirm Payment is enabled with a name that matches no client, which is reported when pressed',
      { person: null },
      {},
      null,
    ],
  ])('%s', (_, customer, tender, reason) =>
    expect(disabledReasonOf({ ...chosen, ...customer }, { ...cash, ...tender })).toBe(reason),
  )
})

test.each<[string, Partial<Customer>, Partial<Tender>, string | null]>([
  ['no customer is named', { name: '', person: null }, { received: 0 }, paymentMessages.needName],
  ['the name matches no client', { person: null }, { received: 0 }, paymentMessages.needKnownName],
  ['the name matches no client, although the amount is entered', { person: null }, {}, paymentMessages.needKnownName],
  [
    'the name matches no client for a bank transfer',
    { person: null },
    { method: 'bank_transfer' },
    paymentMessages.needKnownName,
  ],
  ['only the amount received is missing', {}, { received: 0 }, paymentMessages.needReceived],
  ['nothing is missing', {}, {}, null],
])('the payment dialog says what is missing for the payment, or nothing, when %s', (_, customer, tender, sentence) =>
  expect(footerNoteOf({ ...chosen, ...customer }, { ...cash, ...tender })).toBe(sentence),
)

test('an error of the server about a payment is shown at the fields that it names, or separately if it names none', () => {
  expect(problemsOfError({ reference_number: ['Used.'], appointment_id: ['Paid.'] }, 'Used.')).toEqual({
    reference: 'Used.',
    visit: 'Paid.',
  })
  expect(problemsOfError({}, 'This appointment has already been paid.')).toEqual({
    rest: 'This appointment has already been paid.',
  })
})

test.each([
  ['2026-11-21', 'Today, 9:00 AM: Hydra glow (Facials)'],
  ['2026-11-22', 'Tomorrow, 9:00 AM: Hydra glow (Facials)'],
  ['2026-11-20', 'Yesterday, 9:00 AM: Hydra glow (Facials)'],
  ['2026-10-30', 'Oct 30, 2026, 9:00 AM: Hydra glow (Facials)'],
])('in the payment dialog an appointment of %s is displayed as %j', (appointment_date, text) => {
  const visit = {
    appointment_date,
    appointment_time: '09:00:00',
    service_name: 'Hydra glow',
    treatment_name: 'Facials',
  }
  expect(visitText(visit as StaffAppointment, '2026-11-21')).toBe(text)
})

test('at the payment of a visit with several services, each booked service that is missing in the order is listed', () => {
  const visit = {
    service_id: peel.serviceId,
    service_name: 'Diamond peel',
    further_services: [{ service_id: glow.serviceId, service_name: 'Hydra glow', treatment_name: 'Facials' }],
  } as OrderedVisit
  const customer: Customer = { ...chosen, visit }
  expect(bookedButMissing(after([]), customer)).toBe('Diamond peel + Hydra glow')
  expect(bookedButMissing(after([add(peel)]), customer)).toBe('Hydra glow')
  expect(bookedButMissing(after([add(glow), add(peel)]), customer)).toBeNull()
})

test('an order started for a visit contains all booked services, in order', () => {
  const visit = { service_id: peel.serviceId } as OrderedVisit
  const order = after([{ type: 'begin-visit', key: 'k', visit, services: [peel, glow] }])
  expect(order.lines.map(({ serviceId }) => serviceId)).toEqual([peel.serviceId, glow.serviceId])
})

const at = new Date('2026-11-21T01:42:07Z')
const walkIn: Buyer = { userId: clientId, name: 'Lia Ramos', email: null, contactNumber: null, appointmentId: null }
const method = (name: 'cash' | 'gcash'): OrderAction => ({ type: 'method', method: name })
const discount: OrderAction = {
  type: 'discount',
  changes: { isOn: true, amount: '500.50', reason: 'Staff' },
}

describe('the request that pays an order', () => {
  test('the request that pays an order has the till’s totals in pesos, and satisfies the contract', () => {
    const order = after([add(peel), addTo(light), add(glow), discount, method('gcash')])
    const body = checkoutBodyOf(order, walkIn, { reference: ' GC-1 ', received: 400_000, at })
    expect(body).toMatchObject({
      total: 4350.5,
      discount: 500.5,
      is_discounted: 'yes',
      discount_reason: 'Staff',
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

  test('the request that pays an order contains a percentage discount as an amount in pesos', () => {
    const changes = { isOn: true, unit: 'percent' as const, percent: '10', reason: 'Staff' as const }
    const order = after([add(peel), { type: 'discount', changes }, method('cash')])
    expect(checkoutBodyOf(order, walkIn, { reference: '', received: 150_000, at })).toMatchObject({
      discount: 150,
      total_after_discount: 1350,
    })
  })

  test('the request that pays an order contains the id of the appointment if there is one', () => {
    const order = after([add(peel), method('cash')])
    const body = checkoutBodyOf(order, { ...walkIn, appointmentId: clientId }, { reference: '', received: 150_000, at })
    expect(body).toMatchObject({ appointment_id: clientId, is_walk_in: false })
  })

  test('the request that pays an order omits a reference number typed for another method, and the reason of a discount that is off', () => {
    const order = after([add(peel), discount, { type: 'discount', changes: { isOn: false } }, method('cash')])
    const body = checkoutBodyOf(order, walkIn, { reference: 'GC-1', received: 150_000, at })
    expect(body).toMatchObject({
      reference_number: null,
      is_discounted: 'no',
      discount: 0,
      discount_reason: null,
      total_after_discount: 1500,
    })
  })
})

test.each([
  ['', 0],
  ['1,500.00', 150_000],
  ['abc', null],
])('the amount received that is typed as %j is %s centavos', (text, received) =>
  expect(receivedOf(text)).toBe(received),
)
