import { expect, test } from 'vitest'
import { disabledByPlaywright } from './disabled-features.ts'

test('the names of the browser features that Playwright disables can be read from Playwright', async () => {
  const features = await disabledByPlaywright()
  expect(features).toContain('PaintHolding')
  expect(features.every((feature) => /^\w+$/.test(feature))).toBe(true)
})
