import type { Page } from '@playwright/test'

type Presses = {
  /** Clicks and taps since the count started. */
  readonly clicks: number
  /** Key presses since the count started, including typed letters. Playwright's `fill` presses no keys. */
  readonly keys: number
  restart: () => void
}

/** Estimates the seconds that an experienced user needs: 1.1 for a click and 0.2 for a key. */
export const secondsFor = ({ clicks, keys }: Presses): number => clicks * 1.1 + keys * 0.2

/**
 * Counts a person's clicks and key presses, over every page that is opened. Clicks that the browser generates (on the
 * radio of a label, or by Enter on a button) have no pointer event and are not counted.
 */
export async function countPresses(page: Page): Promise<Presses> {
  const presses = { clicks: 0, keys: 0, restart: () => Object.assign(presses, { clicks: 0, keys: 0 }) }
  await page.exposeFunction('countPress', (kind: 'clicks' | 'keys') => void (presses[kind] += 1))
  const listen = () => {
    const { countPress } = globalThis as typeof globalThis & { countPress: (kind: 'clicks' | 'keys') => void }
    // Listens on the document, not on the window: when the page has moved, Playwright cancels the click at the window
    // and repeats it, and the first one would be counted too.
    document.addEventListener('pointerdown', () => countPress('clicks'), true)
    document.addEventListener('keydown', ({ key }) => key !== 'Shift' && countPress('keys'), true)
  }
  await page.addInitScript(listen)
  // `addInitScript` works only in pages that are opened later, so the current page starts to listen here.
  await page.evaluate(listen)
  return presses
}
