import type { Locator, Page } from '@playwright/test'
import { catalogueContract } from '#shared/catalogue/contract.ts'
import { expect, expectAccessible } from './fixtures.ts'
import { PASSWORD } from './support/clinic-api.ts'
import { newClient } from './support/new-client.ts'
import { sell } from './support/sell.ts'
import { dialogOf, fillInClient, named, printReceipt, process, salesOf, service, wide } from './support/till-page.ts'
import { test } from './support/till-test.ts'
import { OPENED_AT } from './support/clock.ts'

const banner = (till: Page) => till.getByRole('banner')
const order = (till: Page) => till.getByRole('complementary', { name: 'Current Order' })

async function expectTabForEach(till: Page): Promise<void> {
  const tabs = till.getByRole('tab')
  await expect(tabs).toHaveCount(15)
  for (const tab of await tabs.all()) await expect(tab).toBeInViewport({ ratio: 1 })
}

async function expectTwoRows(till: Page): Promise<void> {
  const tabs = till.getByRole('tab')
  await till.getByRole('button', { name: 'All treatments' }).click()
  await expect(till.getByRole('menuitem')).toHaveCount(12)
  await expectAccessible(till)
  await till.getByRole('menuitem', { name: 'PRP Microneedling Facials 11' }).click()
  await expect(till.getByRole('menu')).toBeHidden()
  await expect(tabs).toHaveText(['Favourites', 'Most sold', 'All', 'PRP Microneedling Facials 11'])
  await expect(tabs.last()).toBeInViewport({ ratio: 1 })
  const [bar, search, panel] = await Promise.all(
    [banner(till), till.getByRole('searchbox'), till.getByRole('tabpanel')].map(
      async (one) => (await one.boundingBox())!,
    ),
  )
  expect(panel!.y - bar!.y - bar!.height).toBeLessThan(2 * 44 + 4 * 12)
  expect(search!.y - bar!.y - bar!.height).toBeLessThan(44 + 3 * 12)
}

test('at the till every treatment is reachable from at most two rows of tabs, on screens from 390 to 1440 px wide', async ({
  openAs,
  clinic,
}) => {
  const admin = clinic.call(clinic.admin)
  const { data } = await admin(catalogueContract.treatments, { querystring: { per_page: 100 } })
  const missing = Array.from({ length: 12 }, (_, n) => `PRP Microneedling Facials ${n}`).slice(data.length)
  for (const treatment_name of missing) await admin(catalogueContract.createTreatment, { body: { treatment_name } })
  const till = await openAs('cashier')
  for (const [width, height] of [
    [1440, 900],
    [820, 1180],
    [390, 844],
  ] as const) {
    await till.setViewportSize({ width, height })
    await till.goto('/cashier')
    await expect(service(till, 'Glycolic Peel')).toBeVisible()
    await (width >= 1280 ? expectTabForEach(till) : expectTwoRows(till))
    await till.getByRole('tab', { name: 'Favourites' }).click()
    await till.getByRole('button', { name: 'Choose favourites' }).click()
    await expect(dialogOf(till, 'Choose favourites').getByRole('checkbox').first()).toBeVisible()
    await expectAccessible(till)
  }
})

test('when the session ends during a sale, the log-in dialog opens over the till, and the order can be paid', async ({
  till,
  clinic,
}) => {
  const client = await newClient(clinic, named('Sonia Reyes'))
  await service(till, 'Glycolic Peel').click()
  await process(till)
  await fillInClient(till, client.name)
  await till.context().clearCookies({ name: 'access_token' })
  await dialogOf(till, 'Payment Details').getByRole('button', { name: 'Confirm Payment' }).click()
  const dialog = till.getByRole('dialog', { name: 'Log in to continue' })
  await expect(dialog.getByLabel('Email')).toHaveValue(clinic.cashier.email)
  await dialog.getByLabel(/^Password/).fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Log in' }).click()
  await expect(dialog).toBeHidden()
  const payment = dialogOf(till, 'Payment Details')
  await expect(payment).toContainText('₱1,500.00')
  await expect(payment.getByRole('combobox', { name: 'Customer Name' })).toHaveValue(client.name)
  await expect(payment).not.toContainText('Please log in.')
  expect(await salesOf(clinic, client.name)).toEqual([])
  await payment.getByRole('button', { name: 'Confirm Payment' }).click()
  await printReceipt(till)
  expect(await salesOf(clinic, client.name)).toHaveLength(1)
})

/** Returns the controls within an element that are less than 52 px high, which is too small for fingers. */
const lowTargets = (place: Locator) =>
  place
    .locator('button, a[href], input, textarea, summary, [role=radio], [role=checkbox], [role=menuitem]')
    .evaluateAll((found) =>
      found.flatMap((one) => {
        // The size of a checkbox or radio includes its label, because pressing the label works too.
        const { width, height } = ((one.matches('span') && one.closest('label')) || one).getBoundingClientRect()
        const isSeen = width > 2 && getComputedStyle(one).visibility !== 'hidden'
        return isSeen && height < 52 ? [`${one.getAttribute('aria-label') ?? one.textContent} ${height} px`] : []
      }),
    )

test('touch targets of the till are 52 px high, also in its dialogs and in refunds', async ({ openAs, clinic }) => {
  const client = await newClient(clinic, named('Lea Tan'))
  await clinic.setClock(new Date(OPENED_AT.getTime() - 86_400_000))
  await sell(clinic.call(clinic.cashier), client)
  await clinic.setClock(OPENED_AT)
  const till = await openAs('cashier', { viewport: { width: 820, height: 1180 }, hasTouch: true })
  await till.goto('/cashier')
  await service(till, 'Hydra Glow Facial').tap()
  await expect.poll(() => lowTargets(till.locator('body'))).toEqual([])
  await till.getByRole('button', { name: /^View order/ }).tap()
  const sheet = dialogOf(till, 'Current Order')
  await expect(sheet).toBeVisible()
  await expect.poll(() => lowTargets(sheet)).toEqual([])
  // The list of add-ons replaces the order in the sheet. Closing the list shows the order again.
  await sheet.getByRole('button', { name: 'View Add-ons' }).tap()
  const addOns = dialogOf(till, 'Select Add-ons')
  await expect(addOns.getByRole('checkbox').first()).toBeVisible()
  await expect.poll(() => lowTargets(addOns)).toEqual([])
  await till.keyboard.press('Escape')
  await expect(sheet).toBeVisible()
  await process(till)
  const payment = dialogOf(till, 'Payment Details')
  await payment.getByRole('radio', { name: 'Existing Client' }).tap()
  await expect.poll(() => lowTargets(payment)).toEqual([])

  const office = await openAs('admin', { viewport: { width: 820, height: 1180 }, hasTouch: true })
  await office.goto(`/settings/Transactions?search=${client.name}`)
  await office.getByRole('button', { name: /^Refund receipt/ }).tap()
  const refund = dialogOf(office, /^Refund receipt/)
  await expect(refund.getByRole('button', { name: 'Choose all' })).toBeVisible()
  await expect.poll(() => lowTargets(refund)).toEqual([])
  // On a screen for a mouse, the controls have their normal, smaller height.
  const desk = await openAs('cashier', wide)
  await desk.goto('/cashier')
  await expect.poll(() => lowTargets(desk.getByRole('banner'))).not.toEqual([])
})

test('three lines of the order stay visible while its discount form is open, and the discount form of a single line is visible as soon as it opens', async ({
  openAs,
}) => {
  for (const [viewport, hasTouch] of [
    [{ width: 1366, height: 768 }, false],
    [{ width: 1024, height: 768 }, true],
  ] as const) {
    const till = await openAs('cashier', { viewport, hasTouch })
    await till.goto('/cashier')
    const names = ['Hydra Glow Facial', 'Diamond Peel Facial', 'Glycolic Peel']
    for (const name of names) await service(till, name).click()
    await till.getByRole('radiogroup', { name: 'Discount', exact: true }).getByRole('radio', { name: 'Yes' }).click()
    const lines = order(till)
      .getByRole('row')
      .filter({ has: till.getByRole('button', { name: /^Remove/ }) })
    await lines.first().scrollIntoViewIfNeeded()
    for (const name of names) await expect(lines.filter({ hasText: name })).toBeInViewport({ ratio: 1 })
    await expect(till.getByRole('button', { name: 'Process Payment' })).toBeInViewport({ ratio: 1 })
    await order(till).getByRole('button', { name: 'Discount on Glycolic Peel' }).click()
    await expect(till.getByRole('group', { name: 'Discount on Glycolic Peel' })).toBeInViewport({ ratio: 1 })
    await expectAccessible(till)
  }
})
