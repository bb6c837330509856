import type { Page } from '@playwright/test'
import { cashManagementContract } from '#shared/cash/management-contract.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test, type RunningClinic } from './fixtures.ts'
import { countPresses } from './support/count-presses.ts'
import { newClient } from './support/new-client.ts'
import { dialogOf, fillInClient, named, printReceipt, process, service, wide } from './support/till-page.ts'

/** Switches on cash control with one terminal. */
async function switchOn(clinic: RunningClinic) {
  const admin = clinic.call(clinic.admin)
  if ((await admin(cashManagementContract.settings, {})).data.is_on) return
  await admin(cashManagementContract.createTerminal, { body: { name: 'Front desk', is_active: true } })
  await admin(cashManagementContract.saveSettings, { body: { is_on: true, allowed_difference: 50 } })
}

const chip = (till: Page) => till.getByRole('banner').getByRole('button', { name: /^(Shift of|No shift|Day closed)/ })
const choose = async (till: Page, item: string) => {
  await chip(till).click()
  await till.getByRole('menuitem', { name: item }).click()
}
const notes = (dialog: ReturnType<typeof dialogOf>, note: string) => dialog.getByLabel(`How many notes of ${note}`)

test('on a phone the bar of the till shows the shift, and nothing scrolls sideways', async ({ openAs, clinic }) => {
  await switchOn(clinic)
  const till = await openAs('cashier', { viewport: { width: 360, height: 740 } })
  await till.goto('/cashier')
  await expect(chip(till)).toBeVisible()
  await expectNoSidewaysScroll(till)
  await choose(till, 'Open shift')
  await notes(dialogOf(till, 'Open shift'), '₱500').fill('4')
  await expectNoSidewaysScroll(till)
})

test('a cashier opens a shift, sells, takes an X-reading, closes the shift with a difference and ends the day; the owner reads the report', async ({
  openAs,
  clinic,
}) => {
  await switchOn(clinic)
  const client = await newClient(clinic, named('Bea Ramos'))
  const till = await openAs('cashier', wide)
  await till.goto('/cashier')
  const order = till.getByRole('complementary', { name: 'Current Order' })
  await expect(order).toContainText('Count the starting cash and open a shift.')
  await service(till, 'Diamond Peel Facial').click()
  await expect(order.getByRole('button', { name: 'Process Payment' })).toBeHidden()

  const presses = await countPresses(till)
  await order.getByRole('button', { name: 'Open shift' }).click()
  const opening = dialogOf(till, 'Open shift')
  await notes(opening, '₱1,000').click()
  // The count is entered with the keyboard: Enter moves on to the next denomination.
  for (const count of ['1', '2', '0', '5']) {
    await till.keyboard.type(count)
    await till.keyboard.press('Enter')
  }
  await expect(opening.getByRole('status')).toHaveText('Counted₱2,500.00')
  await expectAccessible(till)
  await opening.getByRole('button', { name: 'Open shift' }).click()
  await expect(opening).toBeHidden()
  expect(presses.clicks).toBeLessThanOrEqual(3)

  await process(till)
  await fillInClient(till, client.name)
  await dialogOf(till, 'Payment Details').getByRole('button', { name: 'Confirm Payment' }).click()
  await printReceipt(till)

  await choose(till, 'X-reading')
  const reading = dialogOf(till, 'X-reading')
  await expect(reading.getByRole('region', { name: 'Payments' })).toContainText('Cash (1)')
  await expect(reading.getByRole('article')).not.toContainText(/Cash sales|Expected/)
  await expectAccessible(till)
  await till.keyboard.press('Escape')

  await choose(till, 'Pay-in, pay-out or bank drop')
  const movement = dialogOf(till, 'Pay-in, pay-out or bank drop')
  await movement.getByRole('textbox', { name: /^Amount/ }).fill('200')
  await movement.getByRole('textbox', { name: /^What the money is for/ }).fill('Drinking water')
  await expectAccessible(till)
  await movement.getByRole('button', { name: 'Record' }).click()
  await expect(movement).toBeHidden()

  presses.restart()
  await choose(till, 'Close shift')
  const closing = dialogOf(till, 'Close shift')
  await notes(closing, '₱1,000').fill('3')
  await notes(closing, '₱100').fill('4')
  await closing.getByRole('button', { name: 'Close shift' }).click()
  await expect(closing.getByRole('alert')).toContainText('The cash is ₱100.00 short.')
  await expectAccessible(till)
  await closing.getByRole('textbox', { name: /^Reason for the difference/ }).fill('Too much change was given')
  await closing.getByRole('button', { name: 'Close with difference' }).click()
  await expect(closing).toBeHidden()
  expect(presses.clicks).toBeLessThanOrEqual(4)
  await expect(order.getByRole('button', { name: 'Open shift' })).toBeVisible()

  await choose(till, 'Close the day')
  await till.getByRole('alertdialog').getByRole('button', { name: 'Close the day' }).click()
  const zReading = dialogOf(till, 'Z-reading 000001')
  await expect(zReading.getByRole('region', { name: 'Grand total' })).toContainText('After this reading₱1,200.00')
  await zReading.getByRole('button', { name: 'Print' }).click()
  await till.getByRole('button', { name: 'Yes, it came out' }).click()
  await expect(zReading.getByRole('article')).toContainText('REPRINT 1')
  await till.keyboard.press('Escape')
  await expect(order).toContainText('The day is closed on this terminal.')

  const owner = await openAs('admin', wide)
  await owner.goto('/dashboard')
  await owner.getByRole('link', { name: 'No shift is open' }).click()
  const shifts = owner.getByRole('table', { name: 'Shifts' })
  await expect(shifts.getByRole('row').nth(1)).toContainText('−₱100.00Too much change was given')
  await expectAccessible(owner)
  await owner.getByRole('tab', { name: 'Readings' }).click()
  await owner.getByRole('button', { name: 'Check now' }).click()
  await expect(owner.getByText('Everything adds up')).toBeVisible()
  await expectAccessible(owner)
  await owner.getByRole('button', { name: 'Reprint Z-reading 000001' }).click()
  await expect(dialogOf(owner, 'Z-reading 000001').getByRole('article')).toContainText('REPRINT 1')
})
