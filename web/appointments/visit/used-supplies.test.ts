import { expect, test } from 'vitest'
import type { UsedSupply } from '#shared/appointments/records.ts'
import { sampleId } from '#shared/test/samples.ts'
import { linesOfUsed } from './used-supplies.ts'

const used = (product_name: string, more: Partial<UsedSupply> = {}): UsedSupply => ({
  product_id: sampleId(31),
  product_name,
  unit_type: 'vial',
  amount: 0.5,
  balance: 3,
  expired_batch: null,
  ...more,
})

test('the message after a completed visit names up to three used products, negative stock, and an expired batch that was not used', () => {
  expect(linesOfUsed([])).toEqual([])
  expect(linesOfUsed([used('Toxin')])).toEqual(['Used: 0.5 vial of Toxin.'])
  const expired_batch = { code: 'OLD', expires_on: '2026-11-20' }
  const four = [used('A'), used('B'), used('C', { balance: -2 }), used('D', { balance: -1, expired_batch })]
  expect(linesOfUsed(four)).toEqual([
    'Used: 0.5 vial of A, 0.5 vial of B, 0.5 vial of C and 1 more.',
    'C: −2 vial in stock.',
    'D: batch OLD has expired and was not used. Please check the stock.',
  ])
})
