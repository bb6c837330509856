import type { Browser, BrowserContext, CDPSession, Page } from '@playwright/test'

/** A window of the browser with cookies and storage of its own, and its page. */
type TestWindow = { context: BrowserContext; page: Page }

/** Nothing is loaded here: the window stays at the clinic, and what its process has read of the app stays read. */
const RESTING_PLACE = '/robots.txt'

/** More than these are not kept: most tests need one window or two. */
const MOST_AT_REST = 3

/** Whoever calls one of these changes the window for good, or in a way that is not worth undoing. */
const changesForGood = (page: Page): [object: object, names: string[]][] => [
  [page, ['addInitScript', 'addLocatorHandler', 'exposeBinding', 'exposeFunction', 'on', 'route', 'routeWebSocket']],
  [page, ['emulateMedia', 'setExtraHTTPHeaders', 'close']],
  [page.context(), ['addInitScript', 'exposeBinding', 'exposeFunction', 'route', 'setExtraHTTPHeaders']],
  [page.context(), ['grantPermissions', 'newCDPSession', 'newPage', 'setGeolocation', 'setOffline', 'close']],
  [page.clock, ['fastForward', 'install', 'pauseAt', 'runFor', 'setFixedTime', 'setSystemTime']],
]

/** Tells whether somebody has changed the window for good since now. */
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

/** What Playwright gives to a window of which nothing is said. */
const VIEWPORT = { width: 1280, height: 720 }

/** Says whether the window is as a new one again, but for what the browser has read of the app. */
async function forget({ context, page, devtools }: Kept, origin: string): Promise<boolean> {
  try {
    await page.mouse.move(-10, -10)
    await page.goto(RESTING_PLACE)
    // That of the tab; all other storage is of the browser.
    await page.evaluate(() => sessionStorage.clear())
    const storageTypes = 'local_storage,indexeddb,cache_storage,service_workers'
    await devtools.send('Storage.clearDataForOrigin', { origin, storageTypes })
    await context.clearCookies()
    return true
  } catch {
    // A page that cannot be left, or a clinic that the test has stopped: the next test gets another window.
    return false
  }
}

/**
 * The windows of a worker. To open one and to have its process read the app for the first time is half of what a page costs,
 * so a window that a test has left is handed to the next test of the file: without cookies, storage and cursor, and only if
 * the test has not changed it in another way.
 */
export class Windows {
  readonly #browser: Browser
  #atRest: Place[] = []
  #inUse: Place[] = []

  constructor(browser: Browser) {
    this.#browser = browser
  }

  async open({ baseURL, clockOffsetMs, viewport = VIEWPORT }: Needs, prepare: Prepare): Promise<TestWindow> {
    // The clock of a window is set when it is opened.
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

  /** The test is over: keeps the windows that the next one can have, and closes the others. */
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
