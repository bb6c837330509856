import type { Browser, Page } from '@playwright/test'
import { TOKEN_COOKIE } from '#server/lib/http/authorize.ts'
import type { Single } from '../report.ts'
import { median, slowedPage } from './open-browser.ts'

/** Clicks a calendar button and waits until the new month is painted with its appointments. */
const turn = (page: Page, button: string): Promise<number> =>
  page.evaluate((label) => {
    const grid = () => document.querySelector('[role=grid]')
    const shown = grid()?.getAttribute('aria-label')
    const pressed = [...document.querySelectorAll('button')].find(
      (one) => (one.getAttribute('aria-label') ?? one.textContent) === label,
    )
    if (!pressed) throw new Error(`The calendar has no button ${label}.`)
    const start = performance.now()
    pressed.click()
    return new Promise((resolve) => {
      const look = () => {
        const ready = grid()?.getAttribute('aria-label') !== shown && grid()?.getAttribute('aria-busy') !== 'true'
        if (ready) requestAnimationFrame(() => resolve(performance.now() - start))
        else requestAnimationFrame(look)
      }
      requestAnimationFrame(look)
    })
  }, button)

const open = async (page: Page, url: string) => {
  await page.goto(`${url}/Appointment?view=month`)
  await page.locator('[role=grid][aria-busy=false]').waitFor()
}

const inMilliseconds = (name: string, measured: readonly number[], budget: number): Single => ({
  name,
  value: Math.round(median(measured)),
  unit: 'ms',
  budget,
})

/** Waits until the previous and the next month are prefetched, after the month that is shown. */
const untilPrefetched = async (page: Page) => {
  await page.waitForFunction(
    () => performance.getEntriesByType('resource').filter(({ name }) => name.includes('/calendar?')).length >= 3,
  )
  await page.waitForLoadState('networkidle')
}

/**
 * Measures how fast the staff calendar shows a full next month: before it was prefetched, after a short pause
 * (prefetched), and when going back again.
 */
export async function measureCalendar(
  browser: Browser,
  url: string,
  token: string,
  appointments: number,
): Promise<Single[]> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  await context.addCookies([{ name: TOKEN_COOKIE, value: token, url }])
  const unread: number[] = []
  const first: number[] = []
  const again: number[] = []
  for (let i = 0; i < 5; i++) {
    const page = await slowedPage(context)
    await open(page, url)
    unread.push(await turn(page, 'Next'))
    await page.goto('about:blank')
    await open(page, url)
    await untilPrefetched(page)
    first.push(await turn(page, 'Next'))
    await turn(page, 'Previous')
    again.push(await turn(page, 'Next'))
    await page.close()
  }
  await context.close()
  return [
    inMilliseconds(`calendar: a month with ${appointments} appointments, not prefetched`, unread, 300),
    inMilliseconds(`calendar: a month with ${appointments} appointments, prefetched`, first, 300),
    inMilliseconds('calendar: back to a month that was shown before', again, 150),
  ]
}
