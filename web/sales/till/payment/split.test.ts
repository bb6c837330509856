import { describe, expect, test } from 'vitest'
import { saleMessages } from '#shared/sales/messages.ts'
import { paymentMessages as s } from '#shared/sales/till-messages.ts'
import { USUAL_METHODS, type PaymentMethod } from '#shared/sales/payment.ts'
import {
  amountsOf,
  beginSplit,
  cashLacking,
  changeSplit,
  splitProblemsOfError,
  problemsOfSplit,
  receivedOfParts,
  restOf,
  splitBody,
  splitObstacle,
  type Part,
} from './split.ts'

const TOTAL = 150_000
const begun = (method: PaymentMethod, received = '', reference = '') =>
  beginSplit({ method, received, reference }, TOTAL, USUAL_METHODS)
const part = (changes: Partial<Part>): Part => ({
  id: 1,
  method: 'cash',
  amount: null,
  received: '',
  reference: '',
  ...changes,
})
const gcash = part({ id: 1, method: 'gcash', amount: '500.50', reference: 'GC 1' })
const rest = part({ id: 2 })

describe('a split payment', () => {
  test('a split payment keeps an amount typed below the total, and the second payment covers the rest in cash', () => {
    const { parts, next } = begun('gcash', '500', 'GC-1')
    expect(parts).toMatchObject([
      { method: 'gcash', amount: '500', reference: 'GC-1' },
      { method: 'cash', amount: null },
    ])
    expect(amountsOf(parts, TOTAL)).toEqual([50_000, 100_000])
    expect(next).toEqual({ id: 2, field: 'amount' })
    expect(begun('gcash', '500').next).toEqual({ id: 1, field: 'reference' })
  })

  test('a split payment asks for the first amount when nothing, or the whole total, was typed', () => {
    for (const received of ['', '1,500.00', '2000']) {
      const { parts, next } = begun('gcash', received)
      expect(parts.map(({ amount }) => amount)).toEqual(['', null])
      expect(next).toEqual({ id: 1, field: 'amount' })
    }
  })

  test('a split payment gets no preselected method for its second payment when the first is cash, because only one payment can be in cash', () => {
    const { parts, next } = begun('cash', '500')
    expect(parts[1]).toMatchObject({ method: null, amount: null })
    expect(next).toEqual({ id: 2, field: 'method' })
  })

  test('a split payment gets one more payment, of the remainder; if nothing remains, the payment before it loses its amount, which must be typed', () => {
    const two = begun('gcash', '500', 'GC-1')
    const empty = changeSplit(two, { type: 'add', total: TOTAL }, USUAL_METHODS)
    expect(empty.parts.map(({ amount }) => amount)).toEqual(['500', '', null])
    expect(empty.next).toEqual({ id: 2, field: 'amount' })
    const typed = changeSplit(two, { type: 'change', id: 2, changes: { amount: '400' } }, USUAL_METHODS)
    expect(restOf(typed.parts, TOTAL)).toBe(60_000)
    const three = changeSplit(typed, { type: 'add', total: TOTAL }, USUAL_METHODS)
    expect(amountsOf(three.parts, TOTAL)).toEqual([50_000, 40_000, 60_000])
    expect(three.next).toEqual({ id: 3, field: 'method' })
    const most = Array.from({ length: 20 }).reduce<typeof two>(
      (split) => changeSplit(split, { type: 'add', total: TOTAL }, USUAL_METHODS),
      two,
    )
    expect(most.parts).toHaveLength(10)
  })

  test('a split payment keeps typed amounts when a payment is removed, and shows the remainder; a payment without an amount covers the remainder', () => {
    const parts = [
      part({ id: 1, method: 'gcash', amount: '500' }),
      part({ id: 2, method: 'maya', amount: '400' }),
      part({ id: 3 }),
    ]
    const without = (id: number, of = parts) =>
      changeSplit({ parts: of, next: { id: 1, field: 'amount' } }, { type: 'remove', id }, USUAL_METHODS)
    const left = without(3)
    expect(left.parts.map(({ amount }) => amount)).toEqual(['500', '400'])
    expect(splitObstacle(left.parts, TOTAL)).toBe(s.stillToPay('₱600.00'))
    expect(left.next).toEqual({ id: 2, field: 'amount' })
    expect(amountsOf(without(2).parts, TOTAL)).toEqual([50_000, 100_000])
    const empty = parts.map((one) => (one.id === 2 ? { ...one, amount: '' } : one))
    expect(amountsOf(without(3, empty).parts, TOTAL)).toEqual([50_000, 100_000])
  })
})

describe('the remainder of a split payment', () => {
  test.each<[string, Part[], number, string | null]>([
    ['the remainder of a split payment is covered by the last payment if its amount is empty', [gcash, rest], 0, null],
    [
      'the remainder of a split payment is the total less the typed amounts',
      [gcash, { ...rest, amount: '900' }],
      9_950,
      s.stillToPay('₱99.50'),
    ],
    [
      'the remainder of a split payment is negative when the typed amounts exceed the total',
      [gcash, { ...rest, amount: '1000' }],
      -50,
      s.tooMuch('₱0.50'),
    ],
    [
      'the remainder of a split payment is negative when one payment exceeds the total and the last one is empty',
      [{ ...gcash, amount: '1,600' }, rest],
      -10_000,
      s.tooMuch('₱100.00'),
    ],
    ['the remainder of a split payment counts an invalid amount as zero', [{ ...gcash, amount: '1..' }, rest], 0, null],
  ])('%s', (_, parts, left, sentence) => {
    expect(restOf(parts, TOTAL)).toBe(left)
    expect(splitObstacle(parts, TOTAL)).toBe(sentence)
  })
})

describe('the form of a split payment', () => {
  test.each<[string, Partial<Part>, object]>([
    [
      'the form of a split payment shows an error for a payment without a method',
      { method: null },
      { method: saleMessages.methodRequired },
    ],
    [
      'the form of a split payment shows an error for a payment without an amount',
      { amount: '' },
      { amount: saleMessages.partTooLow },
    ],
    [
      'the form of a split payment shows an error for an invalid amount',
      { amount: '1..' },
      { amount: s.amountInvalid },
    ],
    [
      'the form of a split payment shows an error for a transfer without a reference number',
      { method: 'maya', reference: ' - ' },
      { reference: saleMessages.referenceRequired },
    ],
    [
      'the form of a split payment shows an error for less cash than the amount of the payment',
      { received: '99' },
      { received: s.cashTooLow('₱100.00') },
    ],
    [
      'the form of a split payment shows an error for an invalid amount of cash',
      { received: '9..' },
      { received: s.amountInvalid },
    ],
    ['the form of a split payment shows no error for a complete payment', {}, {}],
  ])('%s', (_, changes, problems) =>
    expect(problemsOfSplit([part({ amount: '100', ...changes }), gcash], TOTAL)?.[0] ?? {}).toEqual(problems),
  )

  test('the form of a split payment shows no error when all payments are complete', () =>
    expect(problemsOfSplit([gcash, rest], TOTAL)).toBeNull())

  test('the form of a split payment shows errors of the server at their payments', () => {
    expect(splitProblemsOfError({ 'payments.1.reference_number': ['Used.'], 'payments.0.amount': ['No.'] })).toEqual([
      { amount: 'No.' },
      { reference: 'Used.' },
    ])
    expect(splitProblemsOfError({ payments: ['No.'], reference_number: ['Used.'] })).toBeNull()
  })
})

test.each([
  ['', 0],
  ['9..', 0],
  ['900', 9_950],
  ['999.50', 0],
  ['2,000', 0],
])('for a payment of ₱999.50 in cash, the received amount %j is %i centavos too low', (received, lacking) => {
  expect(cashLacking([gcash, { ...rest, received }], TOTAL)).toBe(lacking)
})

test('only the cash payment of a split payment can receive more than its amount, and each payment is sent with its own fields', () => {
  const parts = [gcash, part({ id: 2, received: '1,000' })]
  expect(receivedOfParts(parts, TOTAL)).toEqual([50_050, 100_000])
  expect(splitBody(parts, TOTAL)).toEqual([
    { method: 'gcash', amount: 500.5, reference_number: 'GC 1' },
    { method: 'cash', amount: 999.5, received: 1000, reference_number: null },
  ])
})

test('tax on Form 2307 needs its code and quarter, and is sent without received money', () => {
  const tax = part({ id: 1, method: 'withheld', amount: '30', reference: '8123456' })
  expect(problemsOfSplit([tax, rest], TOTAL)).toEqual([{ reference: saleMessages.withheldReference }, {}])
  const valid = { ...tax, reference: 'wc158 q4 2026' }
  expect(problemsOfSplit([valid, rest], TOTAL)).toBeNull()
  expect(splitBody([valid, rest], TOTAL)).toEqual([
    { method: 'withheld', amount: 30, reference_number: 'wc158 q4 2026' },
    { method: 'cash', amount: 1470, received: 1470, reference_number: null },
  ])
})
