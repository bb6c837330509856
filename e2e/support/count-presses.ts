import type { Page } from '@playwright/test'

type Presses = {
  /** Presses of the pointer since the count began. */
  readonly clicks: number
  /** Keys since the count began, typed letters included. `fill` of Playwright presses none. */
  readonly keys: number
  restart: () => void
}

/** How long a practised person takes: 1.1 seconds for a press of the pointer, a fifth of one for a key. */
export const secondsFor = ({ clicks, keys }: Presses): number => clicks * 1.1 + keys * 0.2

/**
 * Counts what a person presses on a page, over every address that it opens. A click on a label clicks its radio once more,
 * and Enter on a button is a click too: neither has a pointer, and neither counts.
 */
export async function countPresses(page: Page): Promise<Presses> {
  const presses = { clicks: 0, keys: 0, restart: () => Object.assign(presses, { clicks: 0, keys: 0 }) }
  await page.exposeFunction('countPress', (kind: 'clicks' | 'keys') => void (presses[kind] += 1))
  const listen = () => {
    const { countPress } = globalThis as typeof globalThis & { countPress: (kind: 'clicks' | 'keys') => void }
    // Not at the window: there Playwright takes back a press that would have met another thing, for the page has moved, and
    // presses again. The page never hears of the first one.
    document.addEventListener('pointerdown', () => countPress('clicks'), true)
    document.addEventListener('keydown', ({ key }) => key !== 'Shift' && countPress('keys'), true)
  }
  await page.addInitScript(listen)
  // The document that is open already.
  await page.evaluate(listen)
  return presses
}
