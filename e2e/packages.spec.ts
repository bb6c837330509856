import type { Locator, Page } from '@playwright/test'
import { clientsContract } from '#shared/clients/contract.ts'
import { packagesContract } from '#shared/prepaid/package-contract.ts'
import { paymentSettingsContract } from '#shared/sales/till-contract.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test, type RunningClinic } from './fixtures.ts'
import { countPresses } from './support/count-presses.ts'
import { newClient } from './support/new-client.ts'
import { dialogOf, named, printReceipt, process, salesOf, service, wide } from './support/till-page.ts'

const PEEL = 'Diamond Peel Facial'

/** Lets the clinic offer three peels for ₱3,000. */
async function offerPackage(clinic: RunningClinic) {
  const admin = clinic.call(clinic.admin)
  const { methods, discount_limit } = (await admin(paymentSettingsContract.read, {})).data
  await admin(paymentSettingsContract.save, { body: { methods: [...methods, 'prepaid'], discount_limit } })
  const { services } = await admin(packagesContract.list, {})
  const peel = services.find(({ name }) => name === PEEL)!
  await admin(packagesContract.save, {
    params: { id: crypto.randomUUID() },
    body: {
      name: 'Three Peels',
      price: 3000,
      services: [{ service_id: peel.id, sessions: 3 }],
      validity: 'sale',
      validity_months: 6,
      is_transferable: true,
      is_active: true,
    },
  })
}

/** Orders a peel and opens its payment by an existing client. */
async function orderPeel(till: Page, client: string) {
  await service(till, PEEL).click()
  await process(till)
  const payment = dialogOf(till, 'Payment Details')
  await payment.getByRole('radio', { name: 'Existing Client' }).click()
  await payment.getByRole('combobox', { name: 'Customer Name' }).fill(client)
  await till.getByRole('option', { name: new RegExp(client) }).click()
  return payment
}

/**
 * Restarts the animation that guards a late part against presses. Returns whether the part takes presses while the
 * animation waits, and after it.
 */
const guardedPresses = (part: Locator) =>
  part.evaluate((element: HTMLElement) => {
    element.style.animation = 'none'
    void element.offsetWidth
    element.style.animation = ''
    const [guard] = element.getAnimations()
    if (!guard) throw new Error('The part has no animation.')
    guard.pause()
    const takesPresses = () => getComputedStyle(element).pointerEvents !== 'none'
    const isWaiting = takesPresses()
    guard.finish()
    return [isWaiting, takesPresses()]
  })

test('a package is sold in at most four clicks, and redeeming a session takes no more clicks than a payment in cash', async ({
  openAs,
  clinic,
}) => {
  await offerPackage(clinic)
  const client = await newClient(clinic, named('Petra Lim'))
  const till = await openAs('cashier', wide)
  await till.goto('/cashier')
  const presses = await countPresses(till)
  await till.getByRole('button', { name: 'Menu' }).click()
  await till.getByRole('menuitem', { name: 'Sell a package' }).click()
  const selling = dialogOf(till, 'Sell a package')
  await selling.getByRole('combobox', { name: 'Client' }).fill(client.name)
  await till.getByRole('option', { name: new RegExp(client.name) }).click()
  await selling.getByRole('button', { name: 'Sell for ₱3,000.00' }).click()
  await expect(till.getByText('Three Peels sold.')).toBeVisible()
  expect(presses.clicks).toBeLessThanOrEqual(4)
  const receipt = till.getByRole('dialog', { name: /^Package no\. \d{6}$/ })
  await expect(receipt).toContainText(`3 × ${PEEL}`)
  await receipt.getByRole('button', { name: 'Close' }).last().click()
  await expect(receipt).toBeHidden()

  presses.restart()
  const inCash = await orderPeel(till, client.name)
  await inCash.getByRole('button', { name: 'Exact' }).click()
  await inCash.getByRole('button', { name: 'Confirm Payment' }).click()
  await printReceipt(till)
  const clicksInCash = presses.clicks

  presses.restart()
  const bySession = await orderPeel(till, client.name)
  await expect(bySession.getByText('Covered by Three Peels, 3 of 3 left', { exact: false })).toBeVisible()
  const offer = bySession.getByRole('list', { name: 'Packages' }).getByRole('listitem')
  expect(await guardedPresses(offer), 'a press on an offer that has just moved the amount does nothing').toEqual([
    false,
    true,
  ])
  await bySession.getByRole('button', { name: 'Use session' }).click()
  await bySession.getByRole('button', { name: 'Confirm Payment' }).click()
  await printReceipt(till)
  expect(presses.clicks).toBeLessThanOrEqual(clicksInCash)
  expect(presses.clicks).toBeLessThanOrEqual(9)
  const sales = await salesOf(clinic, client.name)
  expect(sales.map(({ payments }) => payments.map(({ method, amount }) => [method, amount]))).toEqual([
    [['prepaid', 1000]],
    [['cash', 1200]],
  ])

  const { data } = await clinic.call(clinic.admin)(clientsContract.contacts, { querystring: { search: client.name } })
  const owner = await openAs('admin', wide)
  await owner.goto(`/clientPage/${data[0]!.client_id}`)
  const packages = owner.getByRole('region', { name: 'Packages' })
  await expect(packages).toContainText(`${PEEL}: 2 of 3 left`)
  await expect(packages.getByRole('button', { name: 'Give Three Peels to another client' })).toBeVisible()
  await expectAccessible(owner)
  await expectNoSidewaysScroll(owner)
  await packages.getByRole('button', { name: 'Extend Three Peels' }).click()
  await expect(dialogOf(owner, 'Extend Three Peels').getByLabel('Reason')).toBeVisible()
  await expectAccessible(owner)
})
