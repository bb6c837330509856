import { AxeBuilder } from '@axe-core/playwright'
import { test as base, expect, type BrowserContext, type ConsoleMessage, type Page } from '@playwright/test'
import { callerOf, PASSWORD, type Caller, type OpenClinic } from './support/clinic-api.ts'
import { OPENED_AT } from './support/clock.ts'
import { offsetTo, startSampleClinic } from './support/sample-clinic.ts'
import { shiftDate } from './support/shift-date.mjs'

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
  /** The test sets the clock of the page itself, by `page.clock`. */
  ownClock?: boolean
}

type TestFixtures = {
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
}

// The browser itself writes a line for each refused call; what the screen says about it is what tests look at.
const refusedCall = /Failed to load resource: the server responded with a status of (401|403|404|409|422|429)/

function watchConsole(context: BrowserContext, expected: RegExp[], problems: string[]): void {
  const note = (text: string) => {
    if (!refusedCall.test(text) && !expected.some((pattern) => pattern.test(text))) problems.push(text)
  }
  context.on('console', (message: ConsoleMessage) => {
    if (message.type() === 'error') note(message.text() || `an empty error at ${message.location().url}`)
  })
  context.on('weberror', (error) => note(error.error().stack || `an exception without words at ${error.page()?.url()}`))
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
  clinic: async ({ clinicOf }, use, { file }) => {
    const clinic = await clinicOf(file)
    const before = clinic.clockOffsetMs()
    await use(clinic)
    if (clinic.clockOffsetMs() !== before) await clinic.setClock(OPENED_AT)
  },
  clockOffsetMs: async ({ clinicOf }, use, { file }) => use((await clinicOf(file)).clockOffsetMs),
  // oxlint-disable-next-line no-empty-pattern -- as above
  expected: async ({}, use) => use([]),
  openAs: async ({ browser, clinic, clockOffsetMs, expected }, use) => {
    const contexts: BrowserContext[] = []
    const problems: string[] = []
    await use(async (who, { ownClock = false, ...options } = {}) => {
      const context = await browser.newContext({ baseURL: clinic.url, reducedMotion: 'reduce', ...options })
      contexts.push(context)
      watchConsole(context, expected, problems)
      if (!ownClock) await context.addInitScript(shiftDate, clockOffsetMs())
      if (who !== 'anonymous') {
        const email = typeof who === 'string' ? clinic[who].email : who.email
        const answer = await context.request.post('/api/login', { data: { email, password: PASSWORD } })
        expect(answer.ok(), `log-in of ${email}`).toBe(true)
      }
      return context.newPage()
    })
    await Promise.all(contexts.map((context) => context.close()))
    // A content security policy that was broken, an exception, a console.error: each fails the test.
    expect(problems).toEqual([])
  },
})

export { expect }

/** Waits until nothing fades or slides any more; spinners turn for ever and do not count. */
const stillness = (page: Page) =>
  page.waitForFunction(() =>
    document
      .getAnimations()
      .every(({ playState, effect }) => playState !== 'running' || effect?.getComputedTiming().iterations === Infinity),
  )

/**
 * No violation of WCAG 2.2 AA or of axe's best practices on what the page shows now. A notice that is just fading away has no
 * contrast: while axe looks, the page moves as for a person who asked for reduced motion, which is at once. `without`: a frame
 * that holds a whole page of its own, which is looked at by itself.
 */
export async function expectAccessible(page: Page, { without = '#no-frame' } = {}): Promise<void> {
  const before: Motion = (await page.evaluate(() => matchMedia('(prefers-reduced-motion: reduce)').matches))
    ? 'reduce'
    : 'no-preference'
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await stillness(page)
  const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
  const { violations } = await new AxeBuilder({ page })
    // Style sheets and media are not fetched once more: only rules for playing sound would look into them.
    .options({ resultTypes: ['violations'], preload: false })
    .withTags(tags)
    .setLegacyMode()
    // Empty and hidden, at the edges of an open popup: whoever tabs onto one is moved on at once, by the library
    // (`kit-popups.spec.ts` shows it). Without it Tab would leave the page.
    .exclude('[data-base-ui-focus-guard]')
    .exclude(without)
    .analyze()
  await page.emulateMedia({ reducedMotion: before })
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' … ')}`)).toEqual([])
}

/** No part of the page is wider than the screen. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const wider = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  expect(wider).toBeLessThanOrEqual(0)
}
