import type { Browser, BrowserContext, CDPSession, Page } from '@playwright/test'

/** A browser context, with its own cookies and storage, and its page. */
type TestWindow = { context: BrowserContext; page: Page }

/**
 * An address on the clinic's own site that loads nothing, so that the browser process keeps the app's code in memory.
 */
const RESTING_PLACE = '/robots.txt'

/** The most contexts that are kept, because most tests need one or two. */
const MOST_AT_REST = 3

/**
 * Methods that change a page permanently, or in ways not worth undoing. A context on which one was called is not
 * reused.
 */
const changesForGood = (page: Page): [object: object, names: string[]][] => [
  [page, ['addInitScript', 'addLocatorHandler', 'exposeBinding', 'exposeFunction', 'on', 'route', 'routeWebSocket']],
  [page, ['emulateMedia', 'setExtraHTTPHeaders', 'close']],
  [page.context(), ['addInitScript', 'exposeBinding', 'exposeFunction', 'route', 'setExtraHTTPHeaders']],
  [page.context(), ['grantPermissions', 'newCDPSession', 'newPage', 'setGeolocation', 'setOffline', 'close']],
  [page.clock, ['fastForward', 'install', 'pauseAt', 'runFor', 'setFixedTime', 'setSystemTime']],
]

/** Returns a function that tells whether the page has been changed permanently since. */
function watchChanges(page: Page): () => boolean {
  let isChanged = false
  for (const [object, names] of changesForGood(page)) {
    const methods = object as Record<string, (...args: unknown[]) => unknown>
    for (const name of names) {
      const original = methods[name]!
      methods[name] = (...args) => {
        isChanged = true
        return original.apply(object, args)
      }
    }
  }
  return () => isChanged
}

type Kept = TestWindow & { devtools: CDPSession; isChanged: () => boolean }
type Viewport = { width: number; height: number }
type Needs = { viewport?: Viewport | undefined; baseURL: string; clockOffsetMs: number }
type Prepare = (context: BrowserContext) => Promise<unknown>
type Place = { key: string; origin: string; window: Kept }

/** Playwright's default size. */
const VIEWPORT = { width: 1280, height: 720 }

/** Resets a context as if it were new, except for the app's cached code. Returns whether that succeeded. */
async function forget({ context, page, devtools }: Kept, origin: string): Promise<boolean> {
  try {
    await page.mouse.move(-10, -10)
    await page.goto(RESTING_PLACE)
    // Session storage belongs to the tab and is cleared in the page. The rest is cleared through the browser.
    await page.evaluate(() => sessionStorage.clear())
    const storageTypes = 'local_storage,indexeddb,cache_storage,service_workers'
    await devtools.send('Storage.clearDataForOrigin', { origin, storageTypes })
    await context.clearCookies()
    return true
  } catch {
    // The page cannot be left, or the test stopped its clinic, so the next test gets a new context.
    return false
  }
}

/**
 * The browser contexts of a worker. Opening one and loading the app's code takes half of the time to open a page, so
 * the next test of the file reuses it. Cookies, storage and pointer are reset, and a context that the test changed in
 * any other way is not reused.
 */
export class Windows {
  readonly #browser: Browser
  #atRest: Place[] = []
  #inUse: Place[] = []

  constructor(browser: Browser) {
    this.#browser = browser
  }

  async open({ baseURL, clockOffsetMs, viewport = VIEWPORT }: Needs, prepare: Prepare): Promise<TestWindow> {
    // A context's clock is set when it is opened, so it is part of the key.
    const key = `${baseURL} ${clockOffsetMs}`
    const stale = this.#atRest.filter((place) => place.key !== key)
    this.#atRest = this.#atRest.filter((place) => place.key === key)
    await Promise.all(stale.map(({ window }) => window.context.close()))
    const kept = this.#atRest.pop()?.window
    await kept?.page.setViewportSize(viewport)
    const window = kept ?? (await this.#openNew(baseURL, viewport, prepare))
    this.#inUse.push({ key, origin: baseURL, window })
    return window
  }

  async #openNew(baseURL: string, viewport: Viewport, prepare: Prepare): Promise<Kept> {
    const context = await this.#browser.newContext({ baseURL, reducedMotion: 'reduce', viewport })
    await prepare(context)
    const page = await context.newPage()
    const devtools = await context.newCDPSession(page)
    return { context, page, devtools, isChanged: watchChanges(page) }
  }

  /** After a test, keeps the contexts that can be reused and closes the others. */
  async rest(passed: boolean): Promise<void> {
    const left = this.#inUse
    this.#inUse = []
    await Promise.all(
      left.map(async (place) => {
        const { window, origin } = place
        const isKept = passed && !window.isChanged() && (await forget(window, origin))
        if (isKept && this.#atRest.length < MOST_AT_REST) this.#atRest.push(place)
        else await window.context.close()
      }),
    )
  }

  async close(): Promise<void> {
    await this.rest(false)
    await Promise.all(this.#atRest.map(({ window }) => window.context.close()))
    this.#atRest = []
  }
}
