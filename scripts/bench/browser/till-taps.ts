import type { Browser, Page } from '@playwright/test'
import { TOKEN_COOKIE } from '#server/lib/http/authorize.ts'
import type { Single } from '../report.ts'
import { median, slowedPage } from './open-browser.ts'

const LINES = 30

/** Taps a tile and waits until the result is painted; returns milliseconds. */
const tap = (page: Page, nth: number): Promise<number> =>
  page.evaluate((index) => {
    const tile = document.querySelectorAll<HTMLButtonElement>('[role=tabpanel] button')[index]
    if (!tile) throw new Error(`The till has no tile ${index}.`)
    const start = performance.now()
    tile.click()
    // The browser draws the change after the first callback, so the time is taken in the callback of the next frame.
    return new Promise((resolve) =>
      requestAnimationFrame(() => requestAnimationFrame(() => resolve(performance.now() - start))),
    )
  }, nth)

/** Measures the time from a tap on a service until its line is on the screen, while the order grows to thirty lines. */
export async function measureTillTaps(browser: Browser, url: string, token: string): Promise<Single[]> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  await context.addCookies([{ name: TOKEN_COOKIE, value: token, url }])
  const page = await slowedPage(context)
  await page.goto(`${url}/cashier`)
  await page.getByRole('tabpanel').getByRole('button').nth(LINES).waitFor()
  const services = await page.getByRole('tabpanel').getByRole('button').count()
  const times: number[] = []
  for (let line = 0; line < LINES; line++) times.push(await tap(page, line))
  await context.close()
  return [
    {
      name: `till: tap to paint, ${services} services, order growing to ${LINES} lines, median of the last ten`,
      value: Math.round(median(times.slice(-10))),
      unit: 'ms',
      budget: 100,
    },
  ]
}
