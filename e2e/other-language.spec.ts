import path from 'node:path'
import type { Browser, Locator, Page } from '@playwright/test'
import { UNIT_TYPES, inventoryContract } from '#shared/inventory/contract.ts'
import { clinicContract } from '#shared/clinic/contract.ts'
import { chartsContract } from '#shared/charts/contract.ts'
import { usersContract } from '#shared/users/contract.ts'
import { MAIL_PROVIDERS } from '#shared/messages/mail-providers.ts'
import * as samplePos from '#shared/pos-demo/sample-treatments.ts'
import { drillSize } from '../scripts/test/drill-form.ts'
import { sampleWebsite } from '../scripts/demo/website-content.ts'
import { expect, test, type Role, type RunningClinic } from './fixtures.ts'
import { anyService, bookVisit } from './support/book-visit.ts'
import { callerOf, PASSWORD } from './support/clinic-api.ts'
import { OPENED_AT, TODAY } from './support/clock.ts'
import { newPractitioner, type NewPractitioner } from './support/new-practitioner.ts'
import { offsetTo, startSampleClinic, type SampleClinic } from './support/sample-clinic.ts'
import { expectFewScripts, MOST_SCRIPTS, openWithoutIdleWork, scriptsOf } from './support/page-scripts.ts'
import { sell } from './support/sell.ts'
import { callsOf, settled } from './support/settled.ts'
import { pagesOfRoles } from './support/pages-of-roles.ts'
import { shiftDate } from './support/shift-date.mjs'
import { forgetDrawnPage, keepAnswers, UnmarkedTexts } from './support/unmarked-texts.ts'

const pseudoLanguage = path.resolve('scripts/test/pseudo-language.mjs')
/** Pairs of addresses that show the same screen. A button that was pressed on one is not pressed again on the other. */
const screenOf: Record<string, string> = {
  '/Appointment': '/cashier/appointments',
  '/settings/Transactions': '/cashier/transactions',
  '/settings/gift-cards': '/cashier/gift-cards',
  '/admin/deposits': '/cashier/deposits',
  '/clientPage': '/cashier/clients',
}
const pressedOn: Record<string, Set<string>> = {}

/**
 * How many buttons that it has not pressed before the test presses on each page. A normal test run presses the first
 * ones, among which are the page's main buttons; `npm run drills` presses all.
 */
const PRESSES = drillSize('new buttons of each page', 5)

/** The fewest dialogs that the test must have opened for each role; otherwise it fails. */
const fewestDialogs = { anonymous: 0, client: 4, cashier: 5, practitioner: 1, admin: 10 }

type Walker = Role | 'practitioner'

const isStaff = (who: Walker | 'anonymous'): who is 'cashier' | 'practitioner' | 'admin' =>
  who !== 'anonymous' && who !== 'client'

/** The bell for booking requests and the region of toasts, with the accents of the pseudo-language or without. */
const BELL = /r[eé]q[uú][eé][sś]t[sś]? .* w[aà][ií]t[ií][nń]g/i
const TOASTS = /N[oó]t[ií]f[ií][cć][aà]t[ií][oó][nń][sś]/

/**
 * Opens a staff page, and checks how many scripts it loads and that it shows the bell for booking requests to everybody
 * but practitioners.
 */
const openStaffPage = (page: Page, scripts: Set<string>, address: string, who: Walker): Promise<void> =>
  openWithoutIdleWork(page, async () => {
    await page.goto(address)
    await expect(page.getByRole('button', { name: BELL })).toBeVisible({ visible: who !== 'practitioner' })
    // The toast region is loaded after the page itself, so all scripts of the page are requested once it is there.
    await expect(page.getByRole('region', { name: TOASTS })).toBeAttached()
    expectFewScripts(scripts, address, 5)
  })

type WalkedClinic = SampleClinic & { practitioner: NewPractitioner }

/** Starts the app in the pseudo-language, with at least one record in each list. */
async function startClinic(): Promise<WalkedClinic> {
  const clinic = await startSampleClinic({ NODE_OPTIONS: `--import ${pseudoLanguage}` })
  const call = (person: { token: string } | null) => callerOf(clinic.url, person?.token ?? null)
  const admin = call(clinic.admin)
  await admin(chartsContract.saveSettings, { body: { is_on: true, is_open_to_practitioners: true } })
  const { users } = await admin(usersContract.list, { querystring: { search: clinic.client.name } })
  const client = { id: users[0]!.id, name: clinic.client.name }
  const running = { ...clinic, call } as unknown as RunningClinic
  await bookVisit(running, client, TODAY, '15:00:00')
  await bookVisit(running, client, '2027-07-20', '09:00:00')
  await sell(call(clinic.cashier), client)
  const { data: category } = await admin(inventoryContract.createCategory, { body: { name: 'Serums' } })
  const product = { name: 'Vitamin C', quantity: '3', unit_type: 'bottle' }
  await admin(inventoryContract.createProduct, { body: { ...product, category_id: category.id } })
  const services = [(await anyService(admin)).service_id]
  const practitioner = await newPractitioner(admin, { name: 'Dra. Lenga Reyes', services })
  await bookVisit(running, client, TODAY, '16:30:00', { practitioner_id: practitioner.id, status: 'confirmed' })
  return { ...clinic, practitioner }
}

/** Opens a browser context in which the given person is logged in. */
async function openAs(browser: Browser, clinic: WalkedClinic, who: Walker | 'anonymous', texts: UnmarkedTexts) {
  const context = await browser.newContext({ baseURL: clinic.url, reducedMotion: 'reduce' })
  await context.addInitScript({ path: pseudoLanguage })
  await context.addInitScript(shiftDate, offsetTo(OPENED_AT))
  await context.addInitScript(forgetDrawnPage)
  await context.addInitScript(keepAnswers)
  if (who !== 'anonymous')
    await context.request.post('/api/login', { data: { email: clinic[who].email, password: PASSWORD } })
  const page = await context.newPage()
  return { page, settled: settled.bind(null, page, callsOf(page), texts), close: () => context.close() }
}

// Elements that may open something when they are clicked. Disabled ones are left out, because they open nothing.
const OPENERS = ['button', '[role="tab"]', '[role="combobox"]']
  .map((kind) => `${kind}:not([disabled], [aria-disabled="true"]):visible`)
  .join()

const namesOf = (openers: Locator): Promise<string[]> =>
  openers.evaluateAll((all) => all.map((opener) => opener.getAttribute('aria-label') ?? opener.textContent ?? ''))

type Walk = { page: Page; texts: UnmarkedTexts; pressed: Set<string>; settled: () => Promise<void> }

/** Submits the form of the open dialog and closes it. Returns whether there was a dialog. */
async function lookIntoDialog({ page, texts, settled: isSettled }: Walk): Promise<boolean> {
  const dialog = page.locator('[role="dialog"], [role="alertdialog"]').last()
  if (!(await dialog.isVisible())) return false
  const send: Locator = dialog.locator('button[type="submit"]:enabled').last()
  if (await send.isVisible()) {
    await send.click({ timeout: 2000 }).catch(() => undefined)
    await isSettled()
    await texts.look(page)
  }
  return true
}

/** Closes popups and dialogs, or opens the page again if the button led elsewhere. */
async function closeAll(address: string, { page, settled: isSettled }: Walk): Promise<void> {
  const popups = page
    .locator('[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]')
    .filter({ visible: true })
  for (let tries = 0; tries < 2 && (await popups.count()) > 0; tries++) {
    await page.keyboard.press('Escape')
    await isSettled()
  }
  // The page is still open if only the query part of its address has changed, as after choosing a filter.
  if (new URL(page.url()).pathname === address && (await popups.count()) === 0) return
  await page.goto(address)
  await isSettled()
}

/** Presses `PRESSES` buttons, tabs and options of the page that were not pressed before, and checks what opens. */
async function pressAll(address: string, walk: Walk): Promise<number> {
  const { page, texts, pressed } = walk
  const here = (pressedOn[screenOf[address] ?? address] ??= new Set())
  let dialogs = 0
  let isFresh = true
  let buttonsAtFirst: string[] = []
  const isNew = (kind: string) => kind !== '' && !pressed.has(kind) && !here.has(kind)
  for (let presses = 0; presses < PRESSES;) {
    // Each row of a list has the same buttons, so one of each kind is enough.
    const kinds = (await namesOf(page.locator(OPENERS))).map((name) => texts.withoutData(name))
    if (isFresh) buttonsAtFirst = kinds
    const next = kinds.findIndex(isNew)
    if (next < 0) {
      if (!buttonsAtFirst.some(isNew)) return dialogs
      // Opens the page again, because the last press hid buttons that were not pressed yet.
      await page.goto(address)
      await walk.settled()
      isFresh = true
      continue
    }
    isFresh = false
    presses++
    for (const known of [pressed, here]) known.add(kinds[next]!)
    // If another element covers the button, the click fails after a second and the test continues with the next button.
    const opener = page.locator(OPENERS).nth(next)
    await opener.click({ timeout: 1000 }).catch(() => undefined)
    await walk.settled()
    await texts.look(page)
    if (await lookIntoDialog(walk)) dialogs++
    await closeAll(address, walk)
  }
  return dialogs
}

let clinic: WalkedClinic | undefined
test.beforeAll(async () => {
  clinic = await startClinic()
})
test.afterAll(() => clinic?.stop())

/**
 * Collects the texts that pages show besides records: the clinic's profile and landing page, names of other companies,
 * and sample values.
 */
async function textsBesideRecords(): Promise<UnmarkedTexts> {
  const texts = new UnmarkedTexts()
  texts.addAnswer(sampleWebsite({ treatmentId: () => undefined, menus: 'pictures' }))
  texts.addAnswer(samplePos)
  texts.addAnswer(UNIT_TYPES)
  texts.addAnswer(await callerOf(clinic!.url, null)(clinicContract.read, {}))
  for (const name of ['Facebook', 'Instagram', 'TikTok', clinic!.admin.name, ...MAIL_PROVIDERS.map((one) => one.name)])
    texts.addData(name)
  return texts
}

/** Checks on a client’s profile that a text written into a page and an untranslated status value would be found. */
async function expectToFindWrittenTexts(page: Page): Promise<void> {
  const texts = await textsBesideRecords()
  const waiting = callsOf(page)
  await page.goto('/Profile')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await settled(page, waiting, texts)
  await page.evaluate(() => {
    document.title = 'My page'
    const added = '<p aria-label="Hint">Come in</p><b>pending</b><i>⟦Long<wbr>word⟧</i>'
    document.querySelector('main')!.insertAdjacentHTML('beforeend', added)
  })
  await texts.look(page)
  expect(texts.found).toEqual([
    '/Profile b: pending',
    '/Profile p: Come in',
    '/Profile p[aria-label]: Hint',
    '/Profile title: My page',
  ])
}

for (const who of ['anonymous', 'client', 'cashier', 'practitioner', 'admin'] as const)
  test(`in another language ${who} sees only translated texts and the clinic’s own data; each staff page loads at most ${MOST_SCRIPTS} scripts, and all staff but practitioners see the bell for booking requests`, async ({
    browser,
  }) => {
    const texts = await textsBesideRecords()
    const { page, settled: isSettled, close } = await openAs(browser, clinic!, who, texts)
    const walk: Walk = { page, texts, pressed: new Set(), settled: isSettled }
    const scripts = scriptsOf(page)
    let dialogs = 0
    for (const address of pagesOfRoles[who]) {
      if (isStaff(who)) await openStaffPage(page, scripts, address, who)
      else await page.goto(address)
      await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
      await isSettled()
      await texts.look(page)
      dialogs += await pressAll(address, walk)
    }
    if (who === 'client') await expectToFindWrittenTexts(page)
    await close()
    expect(texts.found).toEqual([])
    // Fails if the test opened too few dialogs or pressed too few buttons.
    expect(dialogs).toBeGreaterThanOrEqual(fewestDialogs[who])
    expect(walk.pressed.size).toBeGreaterThan(PRESSES)
  })
