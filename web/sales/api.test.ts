import { expect, test } from 'vitest'
import { readAllPrices } from './api.ts'

/** Successive states of the order; each read returns the next. */
const looksOf = (...orders: string[][]) => {
  let look = 0
  return () => orders[Math.min(look++, orders.length - 1)]!
}
const read = (ids: string[]) => Promise.resolve(ids.join(' '))

test('a service added while prices are loading is requested too', async () => {
  expect(await readAllPrices(looksOf(['peel'], ['peel', 'glow']), read)).toBe('peel glow')
})

test('a service removed meanwhile changes nothing', async () => {
  expect(await readAllPrices(looksOf(['peel', 'glow'], ['glow']), read)).toBe('peel glow')
})

test('without an answer there are no prices', async () => {
  const noAnswer = () => Promise.reject(new Error('no answer'))
  await expect(readAllPrices(looksOf(['peel']), noAnswer)).rejects.toThrow('no answer')
})
