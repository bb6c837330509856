import type { Browser, Page } from '@playwright/test'
import { usersContract } from '#shared/users/contract.ts'
import { drillSize } from '../scripts/test/drill-form.ts'
import { expect, test, type Role, type RunningClinic } from './fixtures.ts'
import { bookVisit } from './support/book-visit.ts'
import { callerOf, PASSWORD } from './support/clinic-api.ts'
import type { ClinicProcess } from './support/clinic-process.ts'
import { OPENED_AT, TODAY } from './support/clock.ts'
import { startSampleClinic, type SampleClinic } from './support/sample-clinic.ts'
import { sell } from './support/sell.ts'
import { callsOf } from './support/settled.ts'

// The tested time zones. At `OPENED_AT`, a morning in Manila, it is the day before in Los Angeles and in Pago Pago.
const ZONES = ['Asia/Manila', 'America/Los_Angeles', 'Pacific/Kiritimati', 'Pacific/Pago_Pago']
const ZONES_OF_SERVER = ZONES.toReversed().slice(0, drillSize('zones of the server', 1))
const ZONES_OF_BROWSER = ZONES.slice(0, drillSize('zones of the browser', 2))

type Who = Role | 'anonymous'

/**
 * The addresses that show dates or times. A normal test run opens the first two of each role, and `npm run drills`
 * opens all.
 */
const ADDRESSES: Record<Who, string[]> = {
  anonymous: ['/BookAppointment', '/'],
  client: ['/clientDashboard', '/Profile', '/Profile/transactions', '/BookAppointment'],
  cashier: [
    '/cashier/transactions',
    `/cashier/appointments?date=${TODAY}`,
    '/cashier',
    '/cashier/appointments?view=month',
    '/cashier/appointments/waitlist',
    '/cashier/deposits',
    '/cashier/clients',
    '/due-clients',
  ],
  admin: [
    '/overview',
    '/dashboard',
    '/reports',
    '/settings/Historylogs',
    '/settings/Transactions',
    '/settings/users',
    '/settings/clinic',
    '/settings/terminals',
    '/settings/system',
    '/settings/practitioners',
  ],
}
const FEWEST_ADDRESSES = 2
const addressesOf = (who: Who) => ADDRESSES[who].slice(0, drillSize('addresses of each role', FEWEST_ADDRESSES))

/** Records visits of two days and a sale, so that the screens have dates and times to show. */
async function fill(clinic: SampleClinic): Promise<void> {
  const call = (person: { token: string } | null) => callerOf(clinic.url, person?.token ?? null)
  const { users } = await call(clinic.admin)(usersContract.list, { querystring: { search: clinic.client.name } })
  const client = { id: users[0]!.id, name: clinic.client.name }
  const running = { ...clinic, call } as unknown as RunningClinic
  await bookVisit(running, client, TODAY, '15:00:00')
  await bookVisit(running, client, '2027-07-31', '09:00:00')
  await sell(call(clinic.cashier), client)
}

/** Logs in once for all zones, because a profile and the history log list each log-in. */
async function logIn(browser: Browser, { url }: ClinicProcess, email: string) {
  const context = await browser.newContext({ baseURL: url })
  await context.request.post('/api/login', { data: { email, password: PASSWORD } })
  const { cookies } = await context.storageState()
  await context.close()
  return cookies
}
type Cookies = Awaited<ReturnType<typeof logIn>>

/** Opens a page on which it is always an hour after `OPENED_AT`, so that each opening shows the same relative times. */
async function openIn(browser: Browser, timezoneId: string, { url }: ClinicProcess) {
  const context = await browser.newContext({ baseURL: url, timezoneId, reducedMotion: 'reduce' })
  await context.clock.setFixedTime(OPENED_AT.getTime() + 60 * 60_000)
  const page = await context.newPage()
  return { page, waiting: callsOf(page), close: () => context.close() }
}

/** Logs another person in on a page. A new context for each person would load the app's code again. */
async function changePerson(page: Page, cookies: Cookies): Promise<void> {
  // This address runs no scripts, so that nothing of the last person is stored after the storage was cleared.
  await page.goto('/robots.txt')
  await page.evaluate(() => {
    localStorage.clear()
    sessionStorage.clear()
  })
  await page.context().clearCookies()
  await page.context().addCookies(cookies)
}

/**
 * Returns the visible text of a page once all its requests have been answered. For pages behind the log-in this is the
 * text of the main part, because their bar has no dates or times, and its requests button appears at no fixed moment.
 */
async function textOf(page: Page, waiting: Set<unknown>, who: Who, address: string): Promise<string> {
  await page.goto(address)
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
  // The landing page is prerendered with a running slideshow; its script stops it, because motion is reduced here.
  if (address === '/') await expect(page.getByRole('button', { name: 'Play slideshow' })).toBeVisible()
  await expect.poll(() => waiting.size).toBe(0)
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
  return page.locator(who === 'anonymous' ? 'body' : 'main').innerText()
}

/** What each person saw on each screen, and in which zones. */
type SeenTexts = Map<string, { zones: string; text: string }[]>

/** Adds what each person sees of the app, in every time zone of the browser. */
async function readTexts(
  browser: Browser,
  app: ClinicProcess,
  zoneOfServer: string,
  people: Record<Who, Cookies>,
  texts: SeenTexts,
): Promise<void> {
  for (const zoneOfBrowser of ZONES_OF_BROWSER) {
    const { page, waiting, close } = await openIn(browser, zoneOfBrowser, app)
    expect(await page.evaluate(() => Intl.DateTimeFormat().resolvedOptions().timeZone)).toBe(zoneOfBrowser)
    for (const who of Object.keys(people) as Who[]) {
      await changePerson(page, people[who])
      for (const address of addressesOf(who)) {
        const text = await textOf(page, waiting, who, address)
        const seen = { zones: `server in ${zoneOfServer}, browser in ${zoneOfBrowser}`, text }
        const screen = `${who}, ${address}`
        texts.set(screen, [...(texts.get(screen) ?? []), seen])
      }
    }
    await close()
  }
}

test('screens show the same dates and times in every time zone of the browser and of the server', async ({
  browser,
}) => {
  const [ownZone, ...furtherZones] = ZONES_OF_SERVER
  const clinic = await startSampleClinic({ TZ: ownZone! })
  await fill(clinic)
  const [client, cashier, admin] = await Promise.all(
    [clinic.client, clinic.cashier, clinic.admin].map(({ email }) => logIn(browser, clinic, email)),
  )
  const people = { anonymous: [], client: client!, cashier: cashier!, admin: admin! }
  const texts: SeenTexts = new Map()
  await readTexts(browser, clinic, ownZone!, people, texts)
  for (const zone of furtherZones) {
    const app = await clinic.startBeside({ TZ: zone })
    await readTexts(browser, app, zone, people, texts)
    await app.stop()
  }
  await clinic.stop()
  for (const [screen, seen] of texts)
    for (const { zones, text } of seen) expect(text, `${screen}, ${zones}`).toBe(seen[0]!.text)
  expect(texts.get('cashier, /cashier/transactions')).toHaveLength(ZONES_OF_SERVER.length * ZONES_OF_BROWSER.length)
})
