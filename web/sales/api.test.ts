import { expect, test } from 'vitest'
import { readAllPrices } from './api.ts'

/**
 * Returns a function that reads the ids of the services in the order. Each call returns the next of the given lists, as
 * if the order had changed.
 */
const looksOf = (...orders: string[][]) => {
  let look = 0
  return () => orders[Math.min(look++, orders.length - 1)]!
}
const read = (ids: string[]) => Promise.resolve(ids.join(' '))

test('the current price of a service added to the order while prices are loading is requested too', async () => {
  expect(await readAllPrices(looksOf(['peel'], ['peel', 'glow']), read)).toBe('peel glow')
})

test('removing a service from the order while prices are loading sends no further request', async () => {
  expect(await readAllPrices(looksOf(['peel', 'glow'], ['glow']), read)).toBe('peel glow')
})

test('loading current prices fails when the server does not answer', async () => {
  const noAnswer = () => Promise.reject(new Error('no answer'))
  await expect(readAllPrices(looksOf(['peel']), noAnswer)).rejects.toThrow('no answer')
})
