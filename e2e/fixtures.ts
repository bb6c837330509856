import { AxeBuilder } from '@axe-core/playwright'
import {
  test as base,
  expect,
  type BrowserContext,
  type ConsoleMessage,
  type Page,
  type WebError,
} from '@playwright/test'
import { callerOf, PASSWORD, type Caller, type OpenClinic } from './support/clinic-api.ts'
import { OPENED_AT } from './support/clock.ts'
import { offsetTo, startSampleClinic } from './support/sample-clinic.ts'
import { shiftDate } from './support/shift-date.mjs'
import { Windows } from './support/windows.ts'

export type RunningClinic = OpenClinic & {
  url: string
  call: (person: { token: string } | null) => Caller
  /** Sets the clock of the app, and of the pages that are opened from now on, until the test ends. */
  setClock: (instant: Date) => Promise<void>
}
export type Role = 'admin' | 'cashier' | 'client'

type Motion = 'reduce' | 'no-preference'

type PageOptions = {
  viewport?: { width: number; height: number }
  reducedMotion?: Motion
  /** A screen that fingers touch. */
  hasTouch?: boolean
  isMobile?: boolean
  /** Where the browser is; the clinic is in Manila, and its server in St. John's. */
  timezoneId?: 'America/Los_Angeles'
  /** The test sets the clock of the page itself, by `page.clock`. */
  ownClock?: boolean
}

type TestFixtures = {
  /**
   * For a file whose tests begin with a page of the app and not with a browser that has never been here: they leave their
   * windows to one another, which spares a third of a page. Set by `test.use`.
   */
  keepsWindows: boolean
  /** The running clinic, with a database that this test file shares with no other. */
  clinic: RunningClinic
  /** How far the clock of the tests is from the machine's now, in milliseconds. */
  clockOffsetMs: () => number
  /**
   * Opens a page as somebody with a log-in of their own, or as a visitor; as a person who wants no motion, unless told
   * otherwise. A popup that is still sliding in makes Playwright scroll the page while it waits for it to stand still.
   */
  openAs: (role: Role | 'anonymous' | { email: string }, options?: PageOptions) => Promise<Page>
  /** Console lines that this test brings about on purpose. */
  expected: RegExp[]
}
type ClinicOfFile = RunningClinic & { clockOffsetMs: () => number; stop: () => Promise<void> }
type WorkerFixtures = {
  /** The clinic of the test file that this worker is at; the one of the file before is stopped. */
  clinicOf: (file: string) => Promise<ClinicOfFile>
  /** Windows that tests leave to one another. */
  windows: Windows
}

// The browser itself writes a line for each refused call; what the screen says about it is what tests look at.
const refusedCall = /Failed to load resource: the server responded with a status of (401|403|404|409|422|429)/

/** Returns the way to stop watching: a window may be left to the next test. */
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

/** No printer here: the browser's print dialog closes at once. A script to begin a page with. */
function closePrintDialog(): void {
  window.print = () => void window.dispatchEvent(new Event('afterprint'))
}

async function startClinicOfFile(): Promise<ClinicOfFile> {
  const { moveClock, ...clinic } = await startSampleClinic()
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
      await use(async (file) => {
        if (current?.file !== file) {
          await current?.clinic.stop()
          current = { file, clinic: await startClinicOfFile() }
        }
        return current.clinic
      })
      await current?.clinic.stop()
    },
    { scope: 'worker', timeout: 60_000 },
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
  keepsWindows: [false, { option: true }],
  // oxlint-disable-next-line no-empty-pattern -- as above
  expected: async ({}, use) => use([]),
  openAs: async ({ browser, windows, keepsWindows, clinic, clockOffsetMs, expected }, use, testInfo) => {
    const contexts: BrowserContext[] = []
    const problems: string[] = []
    const unwatch: (() => void)[] = []
    const openWindow = async ({ ownClock = false, ...options }: PageOptions) => {
      const prepare = async (context: BrowserContext) => {
        await context.addInitScript(closePrintDialog)
        if (!ownClock) await context.addInitScript(shiftDate, clockOffsetMs())
      }
      const { viewport, ...others } = options
      if (keepsWindows && !ownClock && Object.keys(others).length === 0)
        return windows.open({ viewport, baseURL: clinic.url, clockOffsetMs: clockOffsetMs() }, prepare)
      const context = await browser.newContext({ baseURL: clinic.url, reducedMotion: 'reduce', ...options })
      contexts.push(context)
      await prepare(context)
      return { context, page: await context.newPage() }
    }
    await use(async (who, options = {}) => {
      const { context, page } = await openWindow(options)
      unwatch.push(watchConsole(context, expected, problems))
      if (who !== 'anonymous') {
        const email = typeof who === 'string' ? clinic[who].email : who.email
        const answer = await context.request.post('/api/login', { data: { email, password: PASSWORD } })
        expect(answer.ok(), `log-in of ${email}`).toBe(true)
      }
      return page
    })
    await Promise.all(contexts.map((context) => context.close()))
    await windows.rest(testInfo.status === testInfo.expectedStatus && problems.length === 0)
    for (const stop of unwatch) stop()
    // A content security policy that was broken, an exception, a console.error: each fails the test.
    expect(problems).toEqual([])
  },
})

export { expect }

/** Waits until nothing fades or slides any more; spinners turn for ever and do not count. */
export const expectStill = (page: Page) =>
  page.waitForFunction(() =>
    document
      .getAnimations()
      .every(({ playState, effect }) => playState !== 'running' || effect?.getComputedTiming().iterations === Infinity),
  )

/** axe is half a megabyte of script: a page that has it already is not given it again. */
export async function axeOn(page: Page): Promise<AxeBuilder> {
  const isThere = await Promise.all(page.frames().map((frame) => frame.evaluate(() => 'axe' in window)))
  return new AxeBuilder(isThere.every(Boolean) ? { page, axeSource: 'void 0;' } : { page })
}

/**
 * No violation of WCAG 2.2 AA or of axe's best practices on what the page shows now. A notice that is just fading away has no
 * contrast: while axe looks, the page moves as for a person who asked for reduced motion, which is at once. `without`: a frame
 * that holds a whole page of its own, which is looked at by itself.
 */
export async function expectAccessible(page: Page, { without = '#no-frame' } = {}): Promise<void> {
  const before: Motion = (await page.evaluate(() => matchMedia('(prefers-reduced-motion: reduce)').matches))
    ? 'reduce'
    : 'no-preference'
  if (before !== 'reduce') await page.emulateMedia({ reducedMotion: 'reduce' })
  await expectStill(page)
  const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
  const { violations } = await (
    await axeOn(page)
  )
    // Style sheets and media are not fetched once more: only rules for playing sound would look into them.
    .options({ resultTypes: ['violations'], preload: false })
    .withTags(tags)
    .setLegacyMode()
    .exclude(without)
    .analyze()
  if (before !== 'reduce') await page.emulateMedia({ reducedMotion: before })
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' … ')}`)).toEqual([])
}

/** No part of the page is wider than the screen, once it has followed a change of its width. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const wider = () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  await expect.poll(wider).toBeLessThanOrEqual(0)
}
