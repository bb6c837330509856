import path from 'node:path'
import type { Page } from '@playwright/test'
import { documentMessages } from '#shared/website/messages.ts'
import { checkBuild } from '../scripts/browsers/check-build.ts'
import { youngBuiltins } from '../scripts/browsers/young-names.ts'
import { expect, test } from './fixtures.ts'
import { anyService, bookVisit } from './support/book-visit.ts'
import { chooseVisit } from './support/choose-visit.ts'
import { PASSWORD } from './support/clinic-api.ts'
import { TODAY } from './support/clock.ts'
import { nextVisitDay } from './support/free-day.ts'
import { newClient } from './support/new-client.ts'
import { newPractitioner } from './support/new-practitioner.ts'
import { dialogOf, fillInClient, printReceipt, process, service } from './support/till-page.ts'

const builtins = youngBuiltins()

/** Removes every function and type from the page that one of the oldest supported browsers lacks. */
function removeYoungBuiltins(young: typeof builtins): void {
  type Holder = Record<string, unknown>
  const page = globalThis as unknown as Holder
  for (const { place, owner, name } of young) {
    const type = (page[owner] ?? (Intl as unknown as Holder)[owner]) as (Holder & { prototype?: Holder }) | undefined
    if (place === 'statics') delete type?.[name]
    if (place === 'members') delete type?.prototype?.[name]
  }
  for (const { name } of young.filter(({ place }) => place === 'globals')) {
    delete page[name]
    delete Window.prototype[name as never]
  }
}

/** Opens a page as in the oldest supported browser. */
async function inOldestBrowser(page: Page): Promise<Page> {
  await page.addInitScript(removeYoungBuiltins, builtins)
  return page
}

const removed = (page: Page) =>
  page.evaluate(() => [
    'any' in AbortSignal,
    'canParse' in URL,
    'withResolvers' in Promise,
    'requestIdleCallback' in globalThis,
    'union' in Set.prototype,
    'toSorted' in Array.prototype,
  ])

test('the built scripts and style sheets use no feature that the oldest supported browsers lack', () => {
  expect(checkBuild(path.resolve('dist/web'))).toEqual([])
})

test('a client logs in and books a visit in the oldest browsers', async ({ openAs, clinic }) => {
  const client = await newClient(clinic, `Lia ${crypto.randomUUID().slice(0, 8)}`)
  const page = await inOldestBrowser(await openAs('anonymous'))
  await page.goto('/login?next=/BookAppointment')
  expect(await removed(page)).toEqual([false, false, false, false, false, true])
  const form = page.getByRole('form', { name: 'Log in' })
  await form.getByLabel('Email').fill(client.email)
  await form.getByLabel(/^Password/).fill(PASSWORD)
  await form.getByRole('button', { name: 'Log in' }).click()
  // The address of the log-in page, /login?next=/BookAppointment, also ends in /BookAppointment, so the heading is
  // checked too.
  await expect(page).toHaveURL(/\/BookAppointment$/)
  await expect(page.getByRole('heading', { name: 'Choose Your Treatment' })).toBeVisible()
  await chooseVisit(page, await nextVisitDay(clinic))
  await page.getByRole('listitem').getByRole('button', { name: /[AP]M/, disabled: false }).last().click()
  await page.getByRole('complementary').getByRole('button', { name: 'Confirm Booking' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Confirm Booking' }).click()
  await expect(page.getByRole('heading', { name: 'Your booking has been received.' })).toBeVisible()
})

test('a cashier sells at the till in the oldest browsers', async ({ openAs, clinic }) => {
  const client = await newClient(clinic, `Mia ${crypto.randomUUID().slice(0, 8)}`)
  const till = await inOldestBrowser(await openAs('cashier'))
  await till.goto('/cashier')
  await service(till, 'Diamond Peel Facial').click()
  await process(till)
  await fillInClient(till, client.name)
  await dialogOf(till, 'Payment Details').getByRole('button', { name: 'Confirm Payment' }).click()
  await printReceipt(till)
})

test('a practitioner works through My day in the oldest browsers', async ({ openAs, clinic }) => {
  const admin = clinic.call(clinic.admin)
  const { service_id } = await anyService(admin)
  const person = await newPractitioner(admin, { name: 'Dra. Reyes', services: [service_id] })
  const client = await newClient(clinic, `Nia ${crypto.randomUUID().slice(0, 8)}`)
  await bookVisit(clinic, client, TODAY, '20:30:00', { practitioner_id: person.id, status: 'confirmed' })
  const page = await inOldestBrowser(await openAs({ email: person.email }, { viewport: { width: 390, height: 844 } }))
  await page.goto('/my-day')
  const visit = page.getByRole('listitem').filter({ hasText: client.name })
  await visit.getByRole('button', { name: `ARRIVED: ${client.name}` }).click()
  await visit.getByRole('button', { name: `Start Treatment: ${client.name}` }).click()
  await expect(visit.getByRole('button', { name: `End Treatment: ${client.name}` })).toBeVisible()
})

test('every page tells users of unsupported browsers what to update, and shows no such notice in supported browsers', async ({
  openAs,
}) => {
  const visitor = await openAs('anonymous')
  const admin = await openAs('admin')
  const entries = [
    [visitor, '/'],
    [visitor, '/BookAppointment'],
    [visitor, '/login'],
    [visitor, '/reset-password'],
    [admin, '/dashboard'],
  ] as const
  const visit = async (isOld: boolean) => {
    for (const [page, address] of entries) {
      // The notice is waited for, so that the pictures of the page need not be. That it is missing is checked only after
      // everything has loaded.
      await page.goto(address, { waitUntil: isOld ? 'domcontentloaded' : 'load' })
      const sentence = page.locator('#old-browser')
      await expect(sentence).toContainText(documentMessages.oldBrowser)
      await expect(sentence, address).toBeVisible({ visible: isOld })
      if (isOld && page === visitor) await expect(sentence).toContainText(/Or call .+: \+63/)
    }
  }
  await visit(false)
  for (const page of [visitor, admin])
    await page.addInitScript(() => delete (CSS as Partial<typeof CSS>).registerProperty)
  await visit(true)
})
