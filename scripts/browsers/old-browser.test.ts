import type { CompatStatement, SimpleSupportStatement } from '@mdn/browser-compat-data'
import { expect, test } from 'vitest'
import { oldestBrowsers } from '#shared/website/oldest-browsers.ts'
import { compatData } from './young-features.ts'

/** The features by which `web/public/old-browser.js` recognizes an outdated browser. */
const asked = [
  compatData.api.CSS!.registerProperty_static!.__compat!,
  compatData.css.types!.color!['color-mix']!.__compat!,
]

const addedIn = (
  { support }: CompatStatement,
  browser: 'chrome' | 'edge' | 'safari_ios' | 'firefox' | 'samsunginternet_android',
) => Number(([support[browser]].flat()[0] as SimpleSupportStatement).version_added)

test.each([
  ['chrome', oldestBrowsers.chrome],
  ['edge', oldestBrowsers.edge],
  ['safari_ios', oldestBrowsers.safari],
  ['firefox', oldestBrowsers.firefox],
  ['samsunginternet_android', oldestBrowsers.samsung],
] as const)('the notice for older browsers appears below the oldest supported version of %s', (browser, oldest) => {
  expect(Math.max(...asked.map((feature) => addedIn(feature, browser)))).toBe(Number(oldest))
})
