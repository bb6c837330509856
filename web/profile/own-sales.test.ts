import { expect, test } from 'vitest'
import { itemText, soldItemsOf } from './own-sales.ts'

test('the sold items of a transaction are parsed from its JSON text', () => {
  const items = soldItemsOf('[{"name":"Diamond peel","quantity":1},{"name":"LED light","quantity":2}]')
  expect(items.map(itemText)).toEqual(['Diamond peel', 'LED light × 2'])
})

test.each(['', 'null', '{}', '[{"name":1}]', '[{"name":"x","quantity":1.5}]'])(
  'a transaction with the text %j has no readable items',
  (text) => expect(soldItemsOf(text)).toEqual([]),
)
