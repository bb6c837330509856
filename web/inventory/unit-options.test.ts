import { expect, test } from 'vitest'
import { unitOptions } from './unit-options.ts'

const offered = (typed: string) => unitOptions(typed).map((option) => option.label)
const all = ['pc', 'box', 'bottle', 'vial', 'tube', 'pack', 'set', 'mL', 'g']

test('an empty box offers every unit, typing narrows them whatever the case', () => {
  expect(offered('')).toEqual(all)
  expect(offered('B')).toEqual(['box', 'bottle', 'tube'])
  expect(offered(' ML')).toEqual(expect.arrayContaining(['mL']))
  expect(offered('roll of 50')).toEqual([])
})

test('a unit that stands there whole comes first, with all others after it', () => {
  expect(offered('box')).toEqual(['box', 'pc', 'bottle', 'vial', 'tube', 'pack', 'set', 'mL', 'g'])
  expect(offered('ml')[0]).toBe('mL')
  expect(offered('ml').toSorted()).toEqual(all.toSorted())
})
