import { expect, expectAccessible, expectNoSidewaysScroll } from './fixtures.ts'
import { newClient } from './support/new-client.ts'
import { dialogOf, fillInClient, named, printReceipt, process, salesOf, service } from './support/till-page.ts'
import { test } from './support/till-test.ts'
import { expectToast } from './support/toasts.ts'

test('a new walk-in gets a client record at the till, pays, and receives a receipt that must be printed', async ({
  till,
  clinic,
}) => {
  const name = named('Lia Ramos')
  await expect(till.getByText('No Items Selected')).toBeVisible()
  await expect(till.getByRole('button', { name: 'Select Items First' })).toBeDisabled()
  await service(till, 'Diamond Peel Facial').click()
  const tiles = till.getByRole('group', { name: 'Payment Method' }).getByRole('radio')
  await expect(tiles).toHaveCount(4)
  for (const [place, method] of ['Cash', 'GCash', 'Maya', 'Bank'].entries())
    await expect(tiles.nth(place)).toHaveAccessibleName(method)
  await till.getByRole('button', { name: 'Process Payment' }).click()
  await expect(till.getByText('Please select a payment method.')).toBeVisible()
  await process(till, 'GCash')
  const payment = dialogOf(till, 'Payment Details')
  await expect(payment.getByRole('textbox', { name: 'Amount Received' })).toBeDisabled()
  await payment.getByRole('radio', { name: 'Existing Client' }).click()
  await expect(payment.getByRole('button', { name: 'Add New Walk-in Client' })).toHaveCount(0)
  await payment.getByRole('radio', { name: 'New Client' }).click()
  await payment.getByRole('button', { name: 'Add New Walk-in Client' }).click()
  const walkIn = dialogOf(till, 'New Walk-in Client')
  await expect(walkIn.getByRole('button', { name: 'Add Client' })).toBeDisabled()
  await expect(walkIn.getByText(/Default password/)).toBeHidden()
  await walkIn.getByRole('textbox', { name: 'Client Name' }).fill(name)
  await expect(walkIn.getByText('Default password: lia123')).toBeVisible()
  await expect(walkIn).toContainText('The client is added to the current session and can pay immediately.')
  await expectAccessible(till)
  await walkIn.getByRole('button', { name: 'Add Client' }).click()
  await expectToast(till, `Walk-in client "${name}" added successfully!`)
  await expect(payment.getByText('Walk-in visit')).toBeVisible()
  await payment.getByRole('textbox', { name: 'Amount Received' }).fill('1000')
  await payment.getByRole('button', { name: 'Confirm Payment' }).click()
  await expect(payment.getByText('Please enter the Reference Number for this payment method.')).toBeVisible()
  await expect(payment.getByText(/^Received amount must be greater than or equal/)).toBeVisible()
  await expectAccessible(till)
  await payment.getByRole('textbox', { name: 'Reference Number' }).fill(named('GC'))
  // GCash gives no change, so only the exact amount is offered.
  await payment.getByRole('button', { name: 'Exact' }).click()
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
  await printReceipt(till)
  await expect(till.getByText('No Items Selected')).toBeVisible()
  // The change due to the customer is shown in large type until the next order begins.
  const order = till.getByRole('complementary', { name: 'Current Order' })
  await expect(order).toContainText('Change₱0.00')
  await service(till, 'Diamond Peel Facial').click()
  await expect(order).not.toContainText('Change')
  const [sale] = await salesOf(clinic, name)
  expect(sale).toMatchObject({ customer_name: name, total_after_discount: 1200, exchange_money: 0, is_walk_in: true })
})

test('on a phone the order opens from a bar at the bottom, and the whole sale fits the screen', async ({
  openAs,
  clinic,
}) => {
  const client = await newClient(clinic, named('Hannah Navarro'))
  const till = await openAs('cashier', { viewport: { width: 320, height: 640 } })
  await till.goto('/cashier')
  await service(till, 'Glycolic Peel').click()
  await expectNoSidewaysScroll(till)
  await expectAccessible(till)
  await till.getByRole('button', { name: /^View order · 1/ }).click()
  // The payment methods are visible without scrolling past the lines of the order.
  await expect(till.getByRole('radio', { name: 'Cash', exact: true })).toBeInViewport()
  await expectAccessible(till)
  await process(till, 'Cash')
  await expect(dialogOf(till, 'Payment Details')).toBeVisible()
  await fillInClient(till, client.name)
  await expectAccessible(till)
  await dialogOf(till, 'Payment Details').getByRole('button', { name: 'Confirm Payment' }).click()
  await expect(dialogOf(till, 'Receipt Preview')).toContainText(client.name)
  await expectNoSidewaysScroll(till)
  await printReceipt(till)
})

test('the menu of the till has its items, toggles full screen and the theme, and asks before logging out', async ({
  till,
}) => {
  // A toast may cover the menu button for some seconds, so the menu is opened with the keyboard.
  const openMenu = () => till.getByRole('button', { name: 'Menu' }).press('Enter')
  const item = (name: string) => till.getByRole('menuitem', { name, exact: true })
  const choose = async (name: string) => {
    await openMenu()
    await item(name).click()
  }
  await openMenu()
  for (const name of ['Reload Page', 'Appointments', 'Transactions', 'Client History', 'Log Out'])
    await expect(item(name)).toBeVisible()
  await item('Fullscreen').click()
  await expectToast(till, 'Fullscreen is on.')
  await service(till, 'Diamond Peel Facial').click()
  // The selected services are stored, and the next click adds to them.
  await till.reload()
  await service(till, 'Glycolic Peel').click()
  await expect(till.getByRole('button', { name: /^Remove (Diamond|Glycolic) Peel/ })).toHaveCount(2)
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
  await choose('Log Out')
  await question.getByRole('button', { name: 'Logout' }).click()
  await expect(till).toHaveURL(/\/login$/)
})
