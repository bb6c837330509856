import { expect, test } from 'vitest'
import { sampleTreatments } from '#shared/pos-demo/sample-treatments.ts'
import { MAX_OF_ONE, quantityOf, tallyCount, tallyReducer, tallyTotal, type Tally, type TallyAction } from './tally.ts'

const facial = { id: 'facial', name: 'Facial', price: 80_000 }
const peel = { id: 'peel', name: 'Peel', price: 120_050 }
const after = (...actions: TallyAction[]): Tally => actions.reduce(tallyReducer, [])
const add = (offer: typeof facial): TallyAction => ({ type: 'add', offer })
const set = (id: string, quantity: number): TallyAction => ({ type: 'quantity', id, quantity })

test('the demo point-of-sale adds a service to its list with the quantity 1, after existing services', () => {
  expect(after(add(facial), add(peel))).toEqual([
    { ...facial, quantity: 1 },
    { ...peel, quantity: 1 },
  ])
})

test('adding a service of the demo point-of-sale’s list again increases its quantity', () => {
  const tally = after(add(facial), add(peel), add(facial))
  expect(tally.map(({ id, quantity }) => [id, quantity])).toEqual([
    ['facial', 2],
    ['peel', 1],
  ])
})

test.each([
  [5, 5],
  [0, 1],
  [-3, 1],
  [MAX_OF_ONE + 1, MAX_OF_ONE],
])('a quantity set to %i in the demo point-of-sale becomes %i, only for that service', (asked, expected) => {
  const tally = after(add(facial), add(peel), set('peel', asked))
  expect([quantityOf(tally, 'peel'), quantityOf(tally, 'facial')]).toEqual([expected, 1])
})

test('adding a service in the demo point-of-sale again has no effect at the highest quantity', () => {
  expect(quantityOf(after(add(facial), set('facial', MAX_OF_ONE), add(facial)), 'facial')).toBe(MAX_OF_ONE)
})

test('removing a service from the demo point-of-sale’s list deletes its whole quantity; removing an unknown one changes nothing', () => {
  const tally = after(add(facial), add(facial), add(peel), { type: 'remove', id: 'facial' })
  expect(tally).toEqual([{ ...peel, quantity: 1 }])
  expect(tallyReducer(tally, { type: 'remove', id: 'facial' })).toEqual(tally)
  expect(tallyReducer(tally, set('facial', 4))).toEqual(tally)
  expect(quantityOf(tally, 'facial')).toBe(0)
})

test('the total of the demo point-of-sale’s list is the sum of price times quantity of every line, in centavos', () => {
  const tally = after(add(facial), add(peel), set('peel', 3))
  expect(tallyTotal(tally)).toBe(80_000 + 3 * 120_050)
  expect(tallyCount(tally)).toBe(4)
  expect([tallyTotal([]), tallyCount([])]).toEqual([0, 0])
})

test('each sample treatment of the demo point-of-sale has a unique id and name and a price in whole centavos', () => {
  expect(new Set(sampleTreatments.map(({ id }) => id)).size).toBe(sampleTreatments.length)
  expect(new Set(sampleTreatments.map(({ name }) => name)).size).toBe(sampleTreatments.length)
  expect(sampleTreatments.every(({ price }) => Number.isSafeInteger(price) && price > 0)).toBe(true)
})
