import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import type { UnmarkedTexts, WithAnswers } from './unmarked-texts.ts'

/** Returns the set of the page's requests that have not been answered yet. */
export function callsOf(page: Page): Set<unknown> {
  const waiting = new Set<unknown>()
  page.on('request', (request) => {
    if (!/\/api\/events|\/art\/|\/storage\//.test(request.url())) waiting.add(request)
  })
  page.on('requestfailed', (request) => waiting.delete(request))
  page.on('requestfinished', (request) => waiting.delete(request))
  return waiting
}

/**
 * Waits until nothing has been drawn for a moment, and returns the server's responses that the page has read. Endless
 * animations are ignored.
 */
function untilStill(quietMs: number): Promise<string[]> {
  return new Promise((resolve) => {
    const done = () => {
      drawn.disconnect()
      clearTimeout(still)
      clearTimeout(latest)
      resolve((globalThis as WithAnswers).answersRead?.splice(0) ?? [])
    }
    let still = setTimeout(done, quietMs)
    const drawn = new MutationObserver(() => {
      clearTimeout(still)
      still = setTimeout(done, quietMs)
    })
    drawn.observe(document, { subtree: true, childList: true, attributes: true })
    const latest = setTimeout(done, 1000)
  })
}

/** Waits until all requests are answered and drawn, and records the texts in the server's responses. */
export async function settled(page: Page, waiting: Set<unknown>, texts: UnmarkedTexts): Promise<void> {
  // If a request is never answered, only the test's time limit ends this loop. Playwright's polling is not used,
  // because it would cost a minute in all.
  while (waiting.size > 0) await sleep(20)
  const answers = () => page.evaluate(untilStill, 60)
  texts.addAnswers(
    await answers().catch((error: Error) => {
      // A download begins as a navigation, during which no function can run in the page.
      if (!error.message.includes('context was destroyed')) throw error
      return page.waitForLoadState().then(answers)
    }),
  )
}
