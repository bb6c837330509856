import { expect, test } from 'vitest'
import { isSmallSale } from './small-sale.ts'

const small = { total: 499_99, limit: 500_00, hasBuyer: false, hasCard: false, wantsInvoice: false }

test('a sale below the limit of small sales gets a sales slip, and a sale of exactly the limit gets an invoice', () => {
  expect(isSmallSale(small)).toBe(true)
  expect(isSmallSale({ ...small, total: 500_00 })).toBe(false)
  expect(isSmallSale({ ...small, limit: null })).toBe(false)
})

test('a sale is not treated as a small sale if it has the data of a buyer or a Senior or PWD card, or if the client wants an invoice', () => {
  for (const more of [{ hasBuyer: true }, { hasCard: true }, { wantsInvoice: true }])
    expect(isSmallSale({ ...small, ...more }), JSON.stringify(more)).toBe(false)
})
