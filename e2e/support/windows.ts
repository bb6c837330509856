import type { Browser, BrowserContext, CDPSession, Page } from '@playwright/test'
import { shiftDate } from './shift-date.mjs'

/** A browser context, with its own cookies and storage, and its page. */
type TestWindow = { context: BrowserContext; page: Page }

/** Options that a context keeps for its whole life; without them it is an ordinary window. */
export type WindowKind = {
  reducedMotion?: 'reduce' | 'no-preference'
  hasTouch?: boolean
  isMobile?: boolean
  timezoneId?: string
}

/**
 * The address that an unused page shows between tests. It runs no scripts, but is on the clinic's site, so that the
 * browser process keeps the app's code in memory.
 */
const RESTING_PLACE = '/robots.txt'

/** The maximum number of ordinary contexts that wait for the next test, because most tests need one or two. */
const MOST_AT_REST = 3

const ORDINARY = JSON.stringify({} satisfies WindowKind)

type Undo = (args: unknown[], result: unknown) => unknown

const dispose: Undo = async (_args, result) => (await (result as Promise<{ dispose: () => unknown }>)).dispose()

/** The media settings with which new contexts are opened. */
const MEDIA = {
  reducedMotion: 'reduce',
  colorScheme: 'light',
  forcedColors: 'none',
  contrast: 'no-preference',
} as const

const mediaOf = ({ reducedMotion = MEDIA.reducedMotion }: WindowKind) => ({ ...MEDIA, reducedMotion })

/** Methods with which a test changes a context until it ends, and how each is undone. */
const undoableChanges = (page: Page, kind: WindowKind): [object: object, names: string[], undo: Undo][] => [
  [page, ['addInitScript', 'exposeBinding', 'exposeFunction'], dispose],
  [page, ['on'], ([event, listener]) => page.off(event as 'request', listener as () => void)],
  [page, ['route'], () => page.unrouteAll({ behavior: 'ignoreErrors' })],
  [page, ['emulateMedia'], () => page.emulateMedia({ media: null, ...mediaOf(kind) })],
  [page.context(), ['route'], () => page.context().unrouteAll({ behavior: 'ignoreErrors' })],
  [page.context(), ['setOffline'], () => page.context().setOffline(false)],
]

/**
 * Methods that change a page permanently, or in ways not worth undoing. A context on which one was called is not
 * reused.
 */
const permanentChanges = (page: Page): [object: object, names: string[]][] => [
  [page, ['addLocatorHandler', 'close', 'routeWebSocket', 'setExtraHTTPHeaders']],
  [page.context(), ['addInitScript', 'close', 'exposeBinding', 'exposeFunction', 'grantPermissions']],
  [page.context(), ['newCDPSession', 'setExtraHTTPHeaders', 'setGeolocation']],
  [page.clock, ['fastForward', 'install', 'pauseAt', 'runFor', 'setFixedTime', 'setSystemTime']],
]

/** Calls a function after each call of the named methods, with the arguments and the result. */
function watch(object: object, names: string[], note: Undo): void {
  const methods = object as Record<string, (...args: unknown[]) => unknown>
  for (const name of names) {
    const original = methods[name]!
    methods[name] = (...args) => {
      const result = original.apply(object, args)
      note(args, result)
      return result
    }
  }
}

/**
 * Returns a function that undoes the changes made to the page since this call. That function resolves to false if a
 * change could not be undone.
 */
function watchChanges(page: Page, kind: WindowKind): () => Promise<boolean> {
  let isPermanent = false
  const undos: (() => unknown)[] = []
  for (const [object, names] of permanentChanges(page)) watch(object, names, () => (isPermanent = true))
  for (const [object, names, undo] of undoableChanges(page, kind))
    watch(object, names, (args, result) => undos.unshift(() => undo(args, result)))
  return async () => {
    if (isPermanent) return false
    // Undoing a change calls watched methods too, which add further entries to `undos`, so `undos` is emptied
    // afterwards.
    for (const undo of undos.splice(0)) await undo()
    undos.length = 0
    return true
  }
}

type Viewport = { width: number; height: number }
type Needs = { viewport?: Viewport | undefined; baseURL: string; clockOffsetMs: number; kind: WindowKind }
type Kept = TestWindow & {
  origin: string
  /** The options of the context as text. */
  kind: string
  devtools: CDPSession
  undoChanges: () => Promise<boolean>
  setClock: (offsetMs: number) => Promise<void>
}

type Prepare = (context: BrowserContext) => Promise<unknown>

/** The window size that Playwright uses by default. */
const VIEWPORT = { width: 1280, height: 720 }

/** Resets a context as if it were new, except for the app's cached code. Returns whether that succeeded. */
async function forget({ context, page, devtools, origin, undoChanges }: Kept): Promise<boolean> {
  try {
    if (!(await undoChanges())) return false
    const others = context.pages().filter((other) => other !== page)
    await Promise.all(others.map((other) => other.close()))
    await page.mouse.move(-10, -10)
    await page.goto(RESTING_PLACE)
    // Session storage belongs to the tab and is cleared in the page. Cookies and other storage are cleared through the
    // browser.
    await page.evaluate(() => sessionStorage.clear())
    const storageTypes = 'local_storage,indexeddb,cache_storage,service_workers'
    await devtools.send('Storage.clearDataForOrigin', { origin, storageTypes })
    await context.clearCookies()
    return true
  } catch {
    // The page cannot leave its address, or the test stopped its clinic, so the next test gets a new context.
    return false
  }
}

/** Returns a function that sets how far the clock of each page that the context opens differs from the machine's. */
function clockOf(context: BrowserContext): (offsetMs: number) => Promise<void> {
  // The method is bound before `watchChanges` replaces it, because this script is not a change that a test makes.
  const addInitScript = context.addInitScript.bind(context)
  let current: { offsetMs: number; script: { dispose: () => Promise<void> } } | undefined
  return async (offsetMs) => {
    if (current?.offsetMs === offsetMs) return
    await current?.script.dispose()
    current = { offsetMs, script: await addInitScript(shiftDate, offsetMs) }
  }
}

/**
 * The browser contexts of a worker. Opening one and loading the app's code takes half of the time to open a page, so
 * later tests reuse them. Tests of the next file reuse them too, because its app has the same address. Cookies,
 * storage, pointer and network routes are reset, and a context that the test changed in a way that cannot be undone is
 * not reused.
 */
export class Windows {
  readonly #browser: Browser
  #atRest: Kept[] = []
  #inUse: Kept[] = []

  constructor(browser: Browser) {
    this.#browser = browser
  }

  async open({ baseURL, clockOffsetMs, viewport = VIEWPORT, kind }: Needs, prepare: Prepare): Promise<TestWindow> {
    const stale = this.#atRest.filter(({ origin }) => origin !== baseURL)
    this.#atRest = this.#atRest.filter(({ origin }) => origin === baseURL)
    await Promise.all(stale.map(({ context }) => context.close()))
    const kept = this.#atRest.findLast((one) => one.kind === JSON.stringify(kind))
    this.#atRest = this.#atRest.filter((one) => one !== kept)
    await kept?.page.setViewportSize(viewport)
    const window = kept ?? (await this.#openNew(baseURL, viewport, kind, prepare))
    this.#inUse.push(window)
    await window.setClock(clockOffsetMs)
    return window
  }

  async #openNew(baseURL: string, viewport: Viewport, kind: WindowKind, prepare: Prepare): Promise<Kept> {
    const context = await this.#browser.newContext({ baseURL, viewport, ...kind, ...mediaOf(kind) })
    await prepare(context)
    const setClock = clockOf(context)
    const page = await context.newPage()
    const devtools = await context.newCDPSession(page)
    const undoChanges = watchChanges(page, kind)
    return { context, page, origin: baseURL, kind: JSON.stringify(kind), devtools, undoChanges, setClock }
  }

  /** After a test, keeps the browser contexts that can be reused and closes the others. */
  async rest(passed: boolean): Promise<void> {
    const left = this.#inUse
    this.#inUse = []
    await Promise.all(
      left.map(async (window) => {
        const isKept = passed && (await forget(window))
        const { length } = this.#atRest.filter(({ kind }) => kind === window.kind)
        if (isKept && length < (window.kind === ORDINARY ? MOST_AT_REST : 1)) this.#atRest.push(window)
        else await window.context.close()
      }),
    )
  }

  async close(): Promise<void> {
    await this.rest(false)
    await Promise.all(this.#atRest.map(({ context }) => context.close()))
    this.#atRest = []
  }
}
