import { expect, test } from 'vitest'
import { disabledByPlaywright } from './disabled-features.ts'

test('the features that Playwright leaves out are known', async () => {
  const features = await disabledByPlaywright()
  expect(features).toContain('PaintHolding')
  expect(features.every((feature) => /^\w+$/.test(feature))).toBe(true)
})
