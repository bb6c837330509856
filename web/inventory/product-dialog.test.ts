import { expect, test } from 'vitest'
import { unitOptions } from './product-dialog.tsx'

const offered = (typed: string) => unitOptions(typed).map((option) => option.label)
const all = ['pc', 'box', 'bottle', 'vial', 'tube', 'pack', 'set', 'mL', 'g']

test('the empty field for a product’s unit offers every unit, and typing filters the units regardless of case', () => {
  expect(offered('')).toEqual(all)
  expect(offered('B')).toEqual(['box', 'bottle', 'tube'])
  expect(offered(' ML')).toEqual(expect.arrayContaining(['mL']))
  expect(offered('roll of 50')).toEqual([])
})

test('a product’s unit that is typed completely comes first, followed by all other units', () => {
  expect(offered('box')).toEqual(['box', 'pc', 'bottle', 'vial', 'tube', 'pack', 'set', 'mL', 'g'])
  expect(offered('ml')[0]).toBe('mL')
  expect(offered('ml').toSorted()).toEqual(all.toSorted())
})
