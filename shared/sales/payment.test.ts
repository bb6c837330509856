import { describe, expect, test } from 'vitest'
import { growthRate } from './growth.ts'
import {
  formatDiscountReason,
  givesChange,
  isCardReason,
  isMoney,
  isOwnMoney,
  isReferenceUnique,
  LINE_DISCOUNT_REASONS,
  methodName,
  methodNamed,
  MONEY_METHODS,
  needsReference,
  PACKAGE_REASON,
  PAYMENT_METHODS,
  referenceKey,
  USUAL_METHODS,
} from './payment.ts'

test('every payment method except cash needs a reference number', () => {
  expect(PAYMENT_METHODS.filter(needsReference)).toEqual([
    'gcash',
    'maya',
    'bank_transfer',
    'card',
    'prepaid',
    'withheld',
  ])
})

test('a new clinic accepts cash, GCash, Maya and bank transfers', () => {
  expect(USUAL_METHODS).toEqual(['cash', 'gcash', 'maya', 'bank_transfer'])
})

test('withheld tax is the only payment method without money, and all other methods except prepaid accounts bring the clinic new money', () => {
  expect(PAYMENT_METHODS.filter(isMoney)).toEqual(MONEY_METHODS)
  expect(PAYMENT_METHODS.filter((method) => !isOwnMoney(method))).toEqual(['prepaid', 'withheld'])
})

test('change is given for cash only', () => {
  expect(PAYMENT_METHODS.filter(givesChange)).toEqual(['cash'])
})

test('reference numbers of GCash, Maya, bank transfers and gift cards can be used only once; numbers of card slips and tax codes can repeat', () => {
  expect(PAYMENT_METHODS.filter(isReferenceUnique)).toEqual(['gcash', 'maya', 'bank_transfer', 'prepaid'])
})

test.each([
  ['gcash', 'gcash'],
  [' GCash ', 'gcash'],
  ['Bank', 'bank_transfer'],
  ['bank transfer', 'bank_transfer'],
  ['BANK_TRANSFER', 'bank_transfer'],
  ['form 2307', 'withheld'],
  ['cheque', undefined],
  ['', undefined],
])('the payment method that is written as “%s” is %s', (name, method) => expect(methodNamed(name)).toBe(method))

test('payment methods and reasons of discounts have names; a method or reason without a name is shown as it is stored', () => {
  expect(['bank_transfer', 'cheque'].map(methodName)).toEqual(['Bank', 'cheque'])
  expect(['PWD', 'Less VAT', 'Birthday'].map(formatDiscountReason)).toEqual([
    'PWD',
    'VAT not charged to Senior Citizens and PWD',
    'Birthday',
  ])
})

test('cashiers cannot choose the discounts of Senior Citizens, PWD and packages for a line, because these follow from the sale', () => {
  expect(LINE_DISCOUNT_REASONS).toEqual(['Promo', 'Staff', 'Other'])
  expect((['Promo', 'Senior Citizen', 'PWD', 'Staff', 'Other', null] as const).filter(isCardReason)).toEqual([
    'Senior Citizen',
    'PWD',
  ])
  expect(PACKAGE_REASON).toBe('Package')
})

test.each([
  ['GC-8812 0394', 'GC88120394'],
  [' gc88120394 ', 'GC88120394'],
  ['8812.0394', '88120394'],
  ['Ref# 8812/0394', 'REF88120394'],
  ['8812\u200b0394\ufeff', '88120394'],
  ['８８１２', '8812'],
  ['--', ''],
  ['\u200b', ''],
])('to find duplicates, the reference number %j is compared as %j', (typed, key) =>
  expect(referenceKey(typed)).toBe(key),
)

describe('the growth of sales', () => {
  test.each([
    ['is positive when sales are higher than before', 150, 100, 50],
    ['is negative when sales are lower than before', 100, 300, -66.67],
    ['is 0 when sales are the same as before', 100, 100, 0],
    ['is 0 when there were no sales before', 500, 0, 0],
    ['is 0 when the earlier total is negative because of a void', 500, -100, 0],
    ['is 0 and not −0 when sales are a centavo lower', 99_999_999, 100_000_000, 0],
  ])('%s', (_, latest, before, rate) => expect(growthRate(latest, before)).toBe(rate))
})
