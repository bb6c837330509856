import type { Page } from '@playwright/test'
import { expect } from '../fixtures.ts'

/**
 * The most scripts that a page may load. A browser loads six files at a time, so on a slow connection more scripts mean
 * more waiting.
 */
export const MOST_SCRIPTS = 25

/**
 * Returns the set of scripts that the page's current document has requested. Every document requests all of its
 * scripts, cached or not. The set is emptied when a new document arrives, because the earlier document may still load
 * dialogs until then.
 */
export function scriptsOf(page: Page): Set<string> {
  const scripts = new Set<string>()
  page.on('response', (response) => {
    const isOfPage = response.request().isNavigationRequest() && response.frame() === page.mainFrame()
    if (isOfPage) scripts.clear()
  })
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    // The scripts of the website preview are not counted, because the preview is a document of its own in a frame.
    const isOfPage = !request.isNavigationRequest() && request.frame() === page.mainFrame()
    if (pathname.endsWith('.js') && isOfPage) scripts.add(pathname)
  })
  return scripts
}

/**
 * Checks that a page has requested at most `MOST_SCRIPTS` scripts, and more than `fewest`, because a page that failed
 * to load requests fewer.
 */
export function expectFewScripts(scripts: Set<string>, address: string, fewest: number): void {
  expect(scripts.size, `${address}: ${[...scripts].join(' ')}`).toBeGreaterThan(fewest)
  expect(scripts.size, `${address}: ${[...scripts].join(' ')}`).toBeLessThanOrEqual(MOST_SCRIPTS)
}

/**
 * Opens a page while the browser is never idle, so that dialogs, which are loaded when the browser is idle, are not
 * counted.
 */
export async function openWithoutIdleWork(page: Page, open: () => Promise<void>): Promise<void> {
  const script = await page.addInitScript(() => {
    const whenIdle = requestIdleCallback.bind(globalThis)
    const waiting: IdleRequestCallback[] = []
    const startIdleWork = () => {
      globalThis.requestIdleCallback = whenIdle
      for (const work of waiting) whenIdle(work)
    }
    Object.assign(globalThis, { requestIdleCallback: waiting.push.bind(waiting), startIdleWork })
  })
  await open()
  await script.dispose()
  await page.evaluate(() => (globalThis as unknown as { startIdleWork: () => void }).startIdleWork())
}
