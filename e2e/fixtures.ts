import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { AxeBuilder } from '@axe-core/playwright'
import {
  test as base,
  expect,
  type BrowserContext,
  type ConsoleMessage,
  type Frame,
  type Page,
  type WebError,
} from '@playwright/test'
import { callerOf, PASSWORD, type Caller, type OpenClinic } from './support/clinic-api.ts'
import { OPENED_AT } from './support/clock.ts'
import { startClinicServer } from './support/clinic-process.ts'
import { findPort } from '../scripts/test/find-port.ts'
import { notePages } from './support/note-pages.ts'
import { offsetTo, startSampleClinic } from './support/sample-clinic.ts'
import { shiftDate } from './support/shift-date.mjs'
import { type WindowKind, Windows } from './support/windows.ts'
import { recordToasts } from './support/toasts.ts'

export type RunningClinic = OpenClinic & {
  url: string
  call: (person: { token: string } | null) => Caller
  /** Sets the clock of the app and of pages opened from now on, until the test ends. */
  setClock: (instant: Date) => Promise<void>
}
export type Role = 'admin' | 'cashier' | 'client'

type Motion = 'reduce' | 'no-preference'

type PageOptions = {
  viewport?: { width: number; height: number }
  reducedMotion?: Motion
  /** Emulates a touch screen. */
  hasTouch?: boolean
  isMobile?: boolean
  /** The browser's time zone. The clinic is in Manila and its server's time zone is St. John's. */
  timezoneId?: 'America/Los_Angeles'
  /** True if the test controls the page's clock itself with `page.clock`. */
  ownClock?: boolean
}

type TestFixtures = {
  /**
   * True for a file whose tests need a browser without cached code and storage. Other tests reuse browser contexts,
   * which saves half of the time to open a page.
   */
  needsNewWindows: boolean
  /** The running clinic. Each test file has a database of its own. */
  clinic: RunningClinic
  /** How far the test clock differs from the machine's, in milliseconds. */
  clockOffsetMs: () => number
  /**
   * Opens a page as the named user or as a visitor. The page reduces motion by default, because otherwise Playwright
   * would scroll the page while it waits for a sliding popup to stop.
   */
  openAs: (role: Role | 'anonymous' | { email: string }, options?: PageOptions) => Promise<Page>
  /** Console messages that the test expects, and which therefore do not fail it. */
  expected: RegExp[]
}
type ClinicOfFile = RunningClinic & { clockOffsetMs: () => number; stop: () => Promise<void> }
type WorkerFixtures = {
  /**
   * Returns the clinic of the test file that the worker runs now. If the worker has begun a new file, the clinic of the
   * previous file is stopped first.
   */
  clinicOf: (file: string) => Promise<ClinicOfFile>
  /** The browser contexts that tests reuse. */
  windows: Windows
}

// The browser logs a line for each rejected request. Tests check what the page shows instead.
const refusedCall = /Failed to load resource: the server responded with a status of (401|403|404|409|422|429)/

/**
 * Collects the console errors of a browser context. Returns a function that stops collecting, because the next test may
 * reuse the context.
 */
function watchConsole(context: BrowserContext, expected: RegExp[], problems: string[]): () => void {
  const note = (text: string) => {
    if (!refusedCall.test(text) && !expected.some((pattern) => pattern.test(text))) problems.push(text)
  }
  const noteMessage = (message: ConsoleMessage) => {
    if (message.type() === 'error') note(message.text() || `an empty error at ${message.location().url}`)
  }
  const noteError = (error: WebError) =>
    note(error.error().stack || `an exception without words at ${error.page()?.url()}`)
  context.on('console', noteMessage)
  context.on('weberror', noteError)
  return () => {
    context.off('console', noteMessage)
    context.off('weberror', noteError)
  }
}

/**
 * There is no printer, so the print dialog is replaced by one that closes at once. Runs in the page before its own
 * scripts.
 */
function closePrintDialog(): void {
  window.print = () => void window.dispatchEvent(new Event('afterprint'))
}

/**
 * In tests the app's requests have no timeout, so that no request fails on a machine that stalls for seconds. Other
 * tests check the timeouts. Runs in the browser before the scripts of the page.
 */
function waitForAnswers(): void {
  AbortSignal.timeout = () => new AbortController().signal
}

async function startClinicOfFile(port: number, { serve }: ReturnType<typeof startClinicServer>): Promise<ClinicOfFile> {
  const { moveClock, ...clinic } = await startSampleClinic({ PORT: String(port) }, serve)
  let clockOffsetMs = offsetTo(OPENED_AT)
  return {
    ...clinic,
    call: (person) => callerOf(clinic.url, person?.token ?? null),
    clockOffsetMs: () => clockOffsetMs,
    setClock: async (instant) => {
      clockOffsetMs = offsetTo(instant)
      await moveClock(clockOffsetMs)
    },
  }
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  clinicOf: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from the pattern
    async ({}, use) => {
      let current: { file: string; clinic: ClinicOfFile } | undefined
      // All apps of the worker have one address, so that browser contexts keep the app's code from file to file.
      const port = await findPort()
      const server = startClinicServer()
      await use(async (file) => {
        if (current?.file !== file) {
          await current?.clinic.stop()
          current = { file, clinic: await startClinicOfFile(port, server) }
        }
        return current.clinic
      })
      await current?.clinic.stop()
      await server.end()
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  browser: [
    async ({ browser }, use) => {
      const newContext = browser.newContext.bind(browser)
      browser.newContext = async (options) => {
        const context = await newContext(options)
        await context.addInitScript(waitForAnswers)
        return context
      }
      await use(browser)
    },
    { scope: 'worker' },
  ],
  windows: [
    async ({ browser }, use) => {
      const windows = new Windows(browser)
      await use(windows)
      await windows.close()
    },
    { scope: 'worker' },
  ],
  clinic: async ({ clinicOf }, use, { file }) => {
    const clinic = await clinicOf(file)
    const before = clinic.clockOffsetMs()
    await use(clinic)
    if (clinic.clockOffsetMs() !== before) await clinic.setClock(OPENED_AT)
  },
  clockOffsetMs: async ({ clinicOf }, use, { file }) => use((await clinicOf(file)).clockOffsetMs),
  needsNewWindows: [false, { option: true }],
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from the pattern
  expected: async ({}, use) => use([]),
  openAs: async ({ browser, windows, needsNewWindows, clinic, clockOffsetMs, expected }, use, testInfo) => {
    const contexts: BrowserContext[] = []
    const opened = new Set<BrowserContext>()
    const problems: string[] = []
    const unwatch: (() => void)[] = []
    const openWindow = async ({ ownClock = false, ...options }: PageOptions) => {
      const prepare = async (context: BrowserContext) => {
        await context.addInitScript(closePrintDialog)
        await context.addInitScript(recordToasts)
      }
      const { viewport, ...others } = options
      if (!needsNewWindows && !ownClock) {
        const kind: WindowKind = Object.fromEntries(Object.entries(others).filter(([, value]) => value !== false))
        return windows.open({ viewport, baseURL: clinic.url, clockOffsetMs: clockOffsetMs(), kind }, prepare)
      }
      const context = await browser.newContext({ baseURL: clinic.url, reducedMotion: 'reduce', ...options })
      contexts.push(context)
      await prepare(context)
      if (!ownClock) await context.addInitScript(shiftDate, clockOffsetMs())
      return { context, page: await context.newPage() }
    }
    await use(async (who, options = {}) => {
      const { context, page } = await openWindow(options)
      opened.add(context)
      unwatch.push(watchConsole(context, expected, problems))
      if (who !== 'anonymous') {
        const email = typeof who === 'string' ? clinic[who].email : who.email
        const answer = await context.request.post('/api/login', { data: { email, password: PASSWORD } })
        expect(answer.ok(), `log-in of ${email}`).toBe(true)
      }
      return page
    })
    const passed = testInfo.status === testInfo.expectedStatus && problems.length === 0
    if (!passed) await notePages([...opened], testInfo)
    await Promise.all(contexts.map((context) => context.close()))
    await windows.rest(passed)
    for (const stop of unwatch) stop()
    // A violation of the content security policy, an exception or a console.error fails the test.
    expect(problems).toEqual([])
  },
})

export { expect }

/** Waits until no fade or slide animation runs. Spinners never end and are ignored. */
export const expectStill = (page: Page) =>
  page.waitForFunction(() =>
    document
      .getAnimations()
      .every(({ playState, effect }) => playState !== 'running' || effect?.getComputedTiming().iterations === Infinity),
  )

const axeFile = createRequire(import.meta.url).resolve('axe-core/axe.min.js')
let axeSource: string | undefined

/**
 * Adds axe to the frames that do not have it yet. `AxeBuilder` itself would send the 1.3 megabytes of axe twice for
 * each check, which took longer than the check.
 */
export async function axeOn(page: Page): Promise<AxeBuilder> {
  axeSource ??= readFileSync(axeFile, 'utf8')
  const source = axeSource
  const addTo = async (frame: Frame) => {
    if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(source)
  }
  await Promise.all(page.frames().map(addTo))
  return new AxeBuilder({ page, axeSource: 'void 0;' })
}

/**
 * Checks that the page has no violations of WCAG 2.2 AA or of axe's best practices. Motion is reduced meanwhile,
 * because a toast that is fading out has too little contrast. `without` excludes a frame that contains a whole page,
 * which is checked separately.
 */
export async function expectAccessible(page: Page, { without = '#no-frame' } = {}): Promise<void> {
  const before: Motion = (await page.evaluate(() => matchMedia('(prefers-reduced-motion: reduce)').matches))
    ? 'reduce'
    : 'no-preference'
  if (before !== 'reduce') await page.emulateMedia({ reducedMotion: 'reduce' })
  // Waits for the heading of the first level, which every page shows once it has loaded.
  await expect(page.locator('h1').first()).toBeAttached()
  await expectStill(page)
  const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
  const { violations } = await (
    await axeOn(page)
  )
    // `preload: false` keeps axe from loading style sheets and media again, which only its rules about audio need.
    .options({ resultTypes: ['violations'], preload: false })
    .withTags(tags)
    .setLegacyMode()
    .exclude(without)
    .analyze()
  if (before !== 'reduce') await page.emulateMedia({ reducedMotion: before })
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' … ')}`)).toEqual([])
}

/** Waits for the layout to follow a change of width, and checks that nothing is wider than the screen. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const wider = () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  await expect.poll(wider).toBeLessThanOrEqual(0)
}
