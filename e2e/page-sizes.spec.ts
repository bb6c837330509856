import path from 'node:path'
import { inWords, measureSizes } from '../scripts/check-sizes.ts'
import { expect, test } from './fixtures.ts'

test('the public pages keep to their sizes', () => {
  const over = measureSizes(path.resolve('dist/web')).filter(({ brotli, limit }) => brotli > limit)
  expect(over.map(inWords)).toEqual([])
})
