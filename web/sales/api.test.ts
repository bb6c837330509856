import { expect, test } from 'vitest'
import { readAllPrices } from './api.ts'

/** Successive states of the order; each read returns the next. */
const looksOf = (...orders: string[][]) => {
  let look = 0
  return () => orders[Math.min(look++, orders.length - 1)]!
}
const read = (ids: string[]) => Promise.resolve(ids.join(' '))

test('the price of a service added while prices are loading is requested too', async () => {
  expect(await readAllPrices(looksOf(['peel'], ['peel', 'glow']), read)).toBe('peel glow')
})

test('removing a service while prices are loading requests nothing again', async () => {
  expect(await readAllPrices(looksOf(['peel', 'glow'], ['glow']), read)).toBe('peel glow')
})

test('reading prices without an answer fails', async () => {
  const noAnswer = () => Promise.reject(new Error('no answer'))
  await expect(readAllPrices(looksOf(['peel']), noAnswer)).rejects.toThrow('no answer')
})
