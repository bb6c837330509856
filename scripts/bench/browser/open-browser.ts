import { chromium, type Browser, type BrowserContext, type Page } from '@playwright/test'
import { findChromium } from '../../test/find-chromium.ts'

export const openBrowser = (more: readonly string[] = []): Promise<Browser> =>
  chromium.launch({
    executablePath: findChromium(),
    args: ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking', ...more],
  })

/** Slow 4G as in Lighthouse: 150 ms round trip, 1.6 Mbit/s down, 0.75 up. */
const slowLine = {
  offline: false,
  latency: 150,
  downloadThroughput: (1_600 * 1024) / 8,
  uploadThroughput: (750 * 1024) / 8,
}

/** Opens a page without a cache, by default on a processor slowed four times, and optionally on a slow connection. */
export async function slowedPage(context: BrowserContext, onSlowLine = false, rate = 4): Promise<Page> {
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  if (onSlowLine) await devtools.send('Network.emulateNetworkConditions', slowLine)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate })
  return page
}

/** Returns the median of measured values. */
export const median = (figures: readonly number[]): number =>
  figures.toSorted((a, b) => a - b)[Math.floor(figures.length / 2)] ?? Number.NaN
