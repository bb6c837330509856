import { expect, test } from 'vitest'
import { addSums, completeSums, MOST_TILL_ACTION_AGE } from './till-actions.ts'

const none = { count: 0, amount: 0 }
const shift = {
  line_deleted: { count: 2, amount: 300_00 },
  order_dropped: { count: 1, amount: 50_00 },
  drawer_opened: { count: 4, amount: 0 },
}

test('kinds of till actions that did not happen are counted as 0', () => {
  expect(completeSums({})).toEqual({ line_deleted: none, order_dropped: none, drawer_opened: none })
  const { order_dropped } = shift
  expect(completeSums({ order_dropped })).toEqual({ line_deleted: none, order_dropped, drawer_opened: none })
})

test('the till actions of several shifts are added up by their kind, in the same order', () => {
  const sums = addSums([shift, completeSums({}), shift])
  expect(sums).toEqual({
    line_deleted: { count: 4, amount: 600_00 },
    order_dropped: { count: 2, amount: 100_00 },
    drawer_opened: { count: 8, amount: 0 },
  })
  expect(Object.keys(sums)).toEqual(['line_deleted', 'order_dropped', 'drawer_opened'])
})

test('the maximum age of a reported till action is 31 days', () => {
  expect(MOST_TILL_ACTION_AGE).toBe(2_678_400)
})
