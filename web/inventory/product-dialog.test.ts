import { expect, test } from 'vitest'
import { unitOptions } from './product-dialog.tsx'

const offered = (typed: string) => unitOptions(typed).map((option) => option.label)
const all = ['pc', 'box', 'bottle', 'vial', 'tube', 'pack', 'set', 'mL', 'g']

test('an empty field offers every unit, and typing filters them regardless of case', () => {
  expect(offered('')).toEqual(all)
  expect(offered('B')).toEqual(['box', 'bottle', 'tube'])
  expect(offered(' ML')).toEqual(expect.arrayContaining(['mL']))
  expect(offered('roll of 50')).toEqual([])
})

test('a completely typed unit comes first, followed by all others', () => {
  expect(offered('box')).toEqual(['box', 'pc', 'bottle', 'vial', 'tube', 'pack', 'set', 'mL', 'g'])
  expect(offered('ml')[0]).toBe('mL')
  expect(offered('ml').toSorted()).toEqual(all.toSorted())
})
