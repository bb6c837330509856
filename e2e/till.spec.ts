import { catalogueContract } from '#shared/catalogue/contract.ts'
import { salesContract } from '#shared/sales/contract.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test, type RunningClinic } from './fixtures.ts'
import { newClient } from './support/new-client.ts'
import { dialogOf, fillInClient, printAndClose, process, service, withoutPrinter } from './support/till-page.ts'

const wide = { viewport: { width: 1280, height: 800 } }
const named = (word: string) => `${word} ${crypto.randomUUID().slice(0, 8)}`

const salesOf = async (clinic: RunningClinic, search: string) =>
  (await clinic.call(clinic.cashier)(salesContract.list, { querystring: { search } })).data

test('a walk-in is put on file, pays and gets a receipt that must come out', async ({ openAs, clinic }) => {
  const name = named('Lia Ramos')
  const till = await openAs('cashier', wide)
  await withoutPrinter(till)
  await till.goto('/cashier')
  await expect(till.getByText('No Items Selected')).toBeVisible()
  await expect(till.getByRole('button', { name: 'Select Items First' })).toBeDisabled()
  await service(till, 'Diamond Peel Facial').click()
  await till.getByRole('button', { name: 'Process Payment' }).click()
  await expect(till.getByText('Please select a payment method.')).toBeVisible()
  await process(till, 'GCash')
  const payment = dialogOf(till, 'Payment Details')
  await expect(payment.getByRole('textbox', { name: 'Amount Received' })).toBeDisabled()
  await payment.getByRole('button', { name: 'Add New Walk-in Client' }).click()
  const walkIn = dialogOf(till, 'New Walk-in Client')
  await expect(walkIn.getByRole('button', { name: 'Add Client' })).toBeDisabled()
  await walkIn.getByRole('textbox', { name: 'Client Name' }).fill(name)
  await expect(walkIn.getByText('Default password: lia123')).toBeVisible()
  await expectAccessible(till)
  await walkIn.getByRole('button', { name: 'Add Client' }).click()
  await expect(till.getByText(`Walk-in client "${name}" added successfully!`)).toBeVisible()
  await expect(payment.getByText('Walk-in visit')).toBeVisible()
  await payment.getByRole('textbox', { name: 'Amount Received' }).fill('1000')
  await payment.getByRole('button', { name: 'Confirm Payment' }).click()
  await expect(payment.getByText('Please enter the Reference Number for this payment method.')).toBeVisible()
  await expect(payment.getByText(/^Received amount must be greater than or equal/)).toBeVisible()
  await expectAccessible(till)
  await payment.getByRole('textbox', { name: 'Reference Number' }).fill(named('GC'))
  await payment.getByRole('button', { name: '₱1,500' }).click()
  await expect(payment.getByText('₱300.00')).toBeVisible()
  await payment.getByRole('button', { name: 'Confirm Payment' }).click()

  const receipt = dialogOf(till, 'Receipt Preview')
  await expect(receipt).toContainText('Acknowledgement receipt')
  await receipt.getByRole('button', { name: 'Cancel' }).click()
  await expect(receipt.getByText('Please print the receipt before closing.')).toBeVisible()
  await till.keyboard.press('Escape')
  await expect(receipt).toBeVisible()
  await expectAccessible(till)
  await receipt.getByRole('button', { name: 'Print Receipt' }).click()
  await till.getByRole('button', { name: 'No', exact: true }).click()
  await expect(receipt.getByRole('button', { name: 'Cancel' })).toBeVisible()
  await printAndClose(till)
  await expect(till.getByText('No Items Selected')).toBeVisible()
  const [sale] = await salesOf(clinic, name)
  expect(sale).toMatchObject({ customer_name: name, total_after_discount: 1200, exchange_money: 300, is_walk_in: true })
})

test('a service is in the order once, and takes its add-ons with it', async ({ openAs }) => {
  const till = await openAs('cashier', wide)
  await till.goto('/cashier')
  await till.getByRole('button', { name: 'View Add-ons' }).click()
  const addOns = dialogOf(till, 'Select Add-ons')
  await expect(addOns.getByText('Please select services first before selecting add-on')).toBeVisible()
  await expect(addOns.getByRole('checkbox').first()).toBeDisabled()
  await expectAccessible(till)
  await addOns.getByRole('button', { name: 'Done' }).click()

  await till.keyboard.press('/')
  await till.keyboard.type('hydra')
  await service(till, 'Hydra Glow Facial').click()
  await service(till, 'Hydra Glow Facial').click()
  await expect(till.getByText('Hydra Glow Facial is already in the order.')).toBeAttached()
  await till.keyboard.press('Escape')
  await till.getByRole('button', { name: 'More Hydra Glow Facial' }).click()
  await till.getByRole('button', { name: 'View Add-ons' }).click()
  await addOns.getByRole('checkbox', { name: /LED Light Therapy/ }).click()
  await addOns.getByRole('button', { name: 'Done' }).click()
  const order = till.getByRole('complementary', { name: 'Current Order' })
  await expect(order.getByText('3 items')).toBeVisible()
  await expect(order.getByRole('row').filter({ hasText: 'LED Light Therapy' })).toContainText('for Hydra Glow Facial')
  await till.getByRole('radiogroup', { name: 'Discount' }).getByRole('radio', { name: 'Yes' }).click()
  await till.getByRole('textbox', { name: 'Discount amount' }).fill('99999')
  await expect(order.getByText('Only ₱6,201.00 is taken off: a discount never exceeds the subtotal.')).toBeVisible()
  await expectAccessible(till)

  await till.reload()
  await expect(order.getByText('3 items')).toBeVisible()
  await till.getByRole('button', { name: 'Remove Hydra Glow Facial' }).click()
  const question = till.getByRole('alertdialog')
  await expect(question).toContainText('Its add-ons go with it: LED Light Therapy.')
  await question.getByRole('button', { name: 'Remove' }).click()
  await expect(order.getByText('No Items Selected')).toBeVisible()
})

test('a payment whose answer was lost is recorded once, and its receipt survives a reload', async ({
  openAs,
  clinic,
  expected,
}) => {
  expected.push(/net::ERR_/)
  const client = await newClient(clinic.call(null), named('Joy Castillo'))
  const till = await openAs('cashier', wide)
  await withoutPrinter(till)
  await till.route('**/api/transactions', async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    await route.fetch()
    await route.abort('connectionreset')
  })
  await till.goto('/cashier')
  await service(till, 'Glycolic Peel').click()
  await process(till)
  await fillInClient(till, client.name)
  await dialogOf(till, 'Payment Details').getByRole('button', { name: 'Confirm Payment' }).click()
  await expect(till.getByText(`Not sent yet: ${client.name}, ₱1,500.00`)).toBeVisible()
  await expect(till.getByRole('button', { name: 'Remove Glycolic Peel' })).toBeDisabled()
  await expectAccessible(till)
  await till.unroute('**/api/transactions')
  await till.getByRole('button', { name: 'Retry' }).click()
  const receipt = dialogOf(till, 'Receipt Preview')
  await expect(receipt).toContainText(client.name)
  expect(await salesOf(clinic, client.name)).toHaveLength(1)
  till.once('dialog', (leaving) => void leaving.accept())
  await till.reload()
  await expect(receipt).toContainText(client.name)
  await printAndClose(till)
  expect(await salesOf(clinic, client.name)).toHaveLength(1)
})

test('without a connection the order stays, says so, and can be changed and paid later', async ({
  openAs,
  clinic,
  expected,
}) => {
  expected.push(/net::ERR_/)
  const client = await newClient(clinic.call(null), named('Nico Reyes'))
  const till = await openAs('cashier', wide)
  await withoutPrinter(till)
  await till.goto('/cashier')
  await service(till, 'Glycolic Peel').click()
  await process(till)
  await fillInClient(till, client.name)
  await till.context().setOffline(true)
  await dialogOf(till, 'Payment Details').getByRole('button', { name: 'Confirm Payment' }).click()
  await expect(till.getByText(/^You are offline\./)).toBeVisible()
  await till.getByRole('button', { name: 'Retry' }).click()
  await expect(till.getByText('Still no answer. The order is kept; retry in a moment.')).toBeVisible()
  await till.context().setOffline(false)
  await till.getByRole('button', { name: 'Change the order' }).click()
  await expect(till.getByText('Nothing was recorded. You can change the order.')).toBeVisible()
  await till.getByRole('button', { name: 'More Glycolic Peel' }).click()
  await process(till)
  await fillInClient(till, client.name)
  await dialogOf(till, 'Payment Details').getByRole('button', { name: 'Confirm Payment' }).click()
  await printAndClose(till)
  expect((await salesOf(clinic, client.name)).map((sale) => sale.total_after_discount)).toEqual([3000])
})

test('a price that changes while the order stands is shown before it is paid', async ({ openAs, clinic }) => {
  const admin = clinic.call(clinic.admin)
  const treatment_name = named('Threads')
  const { data: treatment } = await admin(catalogueContract.createTreatment, { body: { treatment_name } })
  const { data: add } = await admin(catalogueContract.createAddOn, {
    body: { addOn_name: named('Serum'), addOn_price: 100, treatment_id: treatment.id },
  })
  const client = await newClient(clinic.call(null), named('Rowena Garcia'))
  const till = await openAs('cashier', wide)
  await till.goto('/cashier')
  await service(till, 'Diamond Peel Facial').click()
  await till.evaluate(
    (addOn) => {
      const order = JSON.parse(localStorage.getItem('mutya.order')!) as {
        lines: { price: number; addOns: unknown[] }[]
      }
      order.lines[0]!.price = 100_000
      order.lines[0]!.addOns.push(addOn)
      localStorage.setItem('mutya.order', JSON.stringify(order))
    },
    { id: add.addOn_id, name: 'Old serum', price: 10_000, quantity: 1 },
  )
  await till.reload()
  const order = till.getByRole('complementary', { name: 'Current Order' })
  await expect(order.getByText('Diamond Peel Facial was ₱1,000 and is now ₱1,200.')).toBeVisible()
  await expect(order.getByText('Old serum is no longer offered and has left the order.')).toBeVisible()
  await expectAccessible(till)
  await order.getByRole('button', { name: 'OK' }).click()
  await process(till)
  await fillInClient(till, client.name)
  await expect(dialogOf(till, 'Payment Details').getByText('₱1,200.00')).toBeVisible()
})

test('on a phone the order stands behind a bar, and the whole sale fits', async ({ openAs, clinic }) => {
  const client = await newClient(clinic.call(null), named('Hannah Navarro'))
  const till = await openAs('cashier', { viewport: { width: 320, height: 640 } })
  await withoutPrinter(till)
  await till.goto('/cashier')
  await service(till, 'Glycolic Peel').click()
  await expectNoSidewaysScroll(till)
  await expectAccessible(till)
  await till.getByRole('button', { name: /^View order · 1/ }).click()
  await expectAccessible(till)
  await process(till, 'Cash')
  await expect(dialogOf(till, 'Payment Details')).toBeVisible()
  await fillInClient(till, client.name)
  await expectAccessible(till)
  await dialogOf(till, 'Payment Details').getByRole('button', { name: 'Confirm Payment' }).click()
  await expect(dialogOf(till, 'Receipt Preview')).toContainText(client.name)
  await expectNoSidewaysScroll(till)
  await printAndClose(till)
})

test('the menu reloads, fills the screen, leads on and asks before logging out', async ({ openAs }) => {
  const till = await openAs('cashier', wide)
  await till.goto('/cashier')
  const choose = async (item: string) => {
    await till.getByRole('button', { name: 'Menu' }).click()
    await till.getByRole('menuitem', { name: item, exact: true }).click()
  }
  await choose('Reload Page')
  await expect(till.getByText('Treatment data has been reloaded.')).toBeVisible()
  await choose('Fullscreen')
  await expect(till.getByText('Fullscreen is on.')).toBeVisible()
  // The choice is remembered, and taken up again with the next click.
  await till.reload()
  await service(till, 'Glycolic Peel').click()
  await expect.poll(() => till.evaluate(() => document.fullscreenElement !== null)).toBe(true)
  await choose('Leave Fullscreen')
  await expect.poll(() => till.evaluate(() => document.fullscreenElement !== null)).toBe(false)
  await choose('Dark Theme')
  await expectAccessible(till)
  await choose('Light Theme')
  await choose('Log Out')
  const question = till.getByRole('alertdialog')
  await expect(question).toContainText('Are you sure you want to log out?')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await choose('Appointments')
  await expect(till).toHaveURL(/\/cashier\/appointments$/)
  await expect(till.getByText('You are now viewing appointments.')).toBeVisible()
  await till.goto('/cashier')
  await choose('Transactions')
  await expect(till.getByRole('heading', { name: 'Transactions' })).toBeVisible()
  await till.goto('/cashier')
  await choose('Client History')
  await expect(till).toHaveURL(/\/cashier\/clients$/)
  await till.goto('/cashier')
  await choose('Log Out')
  await question.getByRole('button', { name: 'Logout' }).click()
  await expect(till).toHaveURL(/\/login$/)
})

test('appointments that cannot be read are told where the payment asks for them', async ({ openAs, expected }) => {
  expected.push(/status of 500/)
  const till = await openAs('cashier', wide)
  await till.route('**/api/ongoing-appointment*', (route) =>
    route.fulfill({ status: 500, json: { message: 'Something went wrong.', code: 'internal' } }),
  )
  await till.goto('/cashier')
  await service(till, 'Diamond Peel Facial').click()
  await process(till)
  const payment = dialogOf(till, 'Payment Details')
  await payment.getByRole('radio', { name: 'New Client' }).click()
  await payment.getByRole('combobox', { name: 'Customer Name' }).fill('Ana')
  await expect(till.getByText('Failed to load ongoing appointments.')).toBeVisible({ timeout: 15_000 })
})
