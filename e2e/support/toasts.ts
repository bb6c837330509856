import { expect, type Page } from '@playwright/test'

type PageWithToasts = { shownToasts: string[] }

/**
 * Records the text of each toast that the page shows. A toast closes after three seconds, and a slow machine may look
 * for it only afterwards. Runs in the browser before the scripts of the page.
 */
export function recordToasts(): void {
  const shownToasts: string[] = []
  Object.assign(globalThis, { shownToasts } satisfies PageWithToasts)
  const region = '[role=region][aria-label=Notifications]'
  // The code of the toasts is loaded after the page. If a toast is requested before the code is loaded, the page later
  // adds the region of the toasts with the toast already in it, so that the observer sees only one new node.
  const toastsIn = (node: Node): HTMLElement[] => {
    if (!(node instanceof HTMLElement)) return []
    if (node.parentElement?.closest(region)) return [node]
    return node.matches(region) ? [node] : [...node.querySelectorAll<HTMLElement>(region)]
  }
  new MutationObserver((changes) => {
    const added = changes.flatMap(({ addedNodes }) => [...addedNodes]).flatMap(toastsIn)
    shownToasts.push(...added.map((toast) => toast.innerText).filter((text) => text !== ''))
  }).observe(document, { childList: true, subtree: true })
}

/**
 * Waits until the page has shown a toast with this text, which may have closed meanwhile. The toast is removed from the
 * record together with all earlier ones, so that the next call waits for a newer toast. The record cannot be read while
 * another page starts, so the function then tries again.
 */
export async function expectToast(page: Page, text: string): Promise<void> {
  const takeToast = () =>
    page.evaluate((wanted) => {
      const { shownToasts } = globalThis as unknown as PageWithToasts
      const index = shownToasts.findIndex((shown) => shown.includes(wanted))
      if (index === -1) return shownToasts.join('\n')
      shownToasts.splice(0, index + 1)
      return wanted
    }, text)
  await expect(async () => expect(await takeToast()).toBe(text)).toPass()
}

/** Keeps toasts that the open page shows from now on until the test closes them, so that a slow test sees them. */
export const keepToastsOpen = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const { setTimeout } = window
    // Timers of three seconds or longer never run: toasts close after such a timer, and no test of toasts needs another
    // one.
    const keepOpen = (run: TimerHandler, milliseconds = 0, ...values: unknown[]): number =>
      milliseconds >= 3000 ? 0 : setTimeout(run, milliseconds, ...values)
    Object.assign(window, { setTimeout: keepOpen })
  })
