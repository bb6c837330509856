import path from 'node:path'
import { inWords, isOver, measureSizes } from '../scripts/sizes/check-sizes.ts'
import { expect, test } from './fixtures.ts'

test('the public pages, and every page and part of the app, keep to their sizes', () => {
  const over = measureSizes(path.resolve('dist/web')).filter(isOver)
  expect(over.map(inWords)).toEqual([])
})
