import { paymentSettingsContract } from '#shared/sales/till-contract.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './fixtures.ts'
import { countPresses } from './support/count-presses.ts'
import { newClient } from './support/new-client.ts'
import { dialogOf, fillInClient, named, printReceipt, process, salesOf, service, wide } from './support/till-page.ts'

test('a gift card is sold in three clicks and pays a part of a sale in ten, and the till looks up what is left on the card', async ({
  openAs,
  clinic,
}) => {
  const admin = clinic.call(clinic.admin)
  const { methods, discount_limit } = (await admin(paymentSettingsContract.read, {})).data
  await admin(paymentSettingsContract.save, { body: { methods: [...methods, 'prepaid'], discount_limit } })
  const client = await newClient(clinic, named('Gina Flores'))
  const till = await openAs('cashier', wide)
  await till.goto('/cashier')
  const menu = async (item: string) => {
    await till.getByRole('button', { name: 'Menu' }).click()
    await till.getByRole('menuitem', { name: item }).click()
  }
  const presses = await countPresses(till)
  await menu('Sell a gift card')
  const selling = dialogOf(till, 'Sell a gift card')
  await selling.getByLabel('Amount').fill('1000')
  await selling.getByLabel('Buyer').fill('Marco Flores')
  await selling.getByLabel('For whom').fill('Gina Flores')
  await selling.getByLabel('Message on the card').fill('Happy birthday!\nEnjoy your glow.')
  await selling.getByLabel('Cash received').fill('1500')
  await expect(selling.getByText('Change: ₱500.00')).toBeVisible()
  await expectAccessible(till)
  await selling.getByRole('button', { name: 'Sell for ₱1,000.00' }).click()
  const card = dialogOf(till, /^Gift card no\. \d+$/)
  await expect(card.getByText('A gift for')).toBeVisible()
  expect(presses.clicks).toBeLessThanOrEqual(3)
  await expectAccessible(till)
  await expectNoSidewaysScroll(till)
  const number = (await card.getByText(/^[2-9A-Z]{4}-[2-9A-Z]{4}-[2-9A-Z]{4}$/).textContent())!
  await card.getByRole('button', { name: 'Close' }).last().click()

  presses.restart()
  await service(till, 'Diamond Peel Facial').click()
  await process(till, 'Gift card')
  await fillInClient(till, client.name)
  const payment = dialogOf(till, 'Payment Details')
  await payment.getByLabel('Card number').fill(number.toLowerCase())
  await expect(payment.getByText('Only ₱1,000.00 is left on this card.', { exact: false })).toBeVisible()
  await expect(payment.getByLabel('Amount Received')).toHaveValue('1,000.00')
  await payment.getByRole('button', { name: 'Split payment' }).click()
  await payment.getByRole('button', { name: 'Confirm Payment' }).click()
  await printReceipt(till)
  expect(presses.clicks).toBeLessThanOrEqual(10)
  const [sale] = await salesOf(clinic, client.name)
  expect(sale!.payments.map(({ method, amount }) => [method, amount])).toEqual([
    ['prepaid', 1000],
    ['cash', 200],
  ])
  await menu('Look up a gift card')
  await dialogOf(till, 'Look up a gift card').getByLabel('Card number').fill(number)
  await till.getByRole('button', { name: 'Look up', exact: true }).click()
  await expect(dialogOf(till, /^Gift card no\./).getByText('₱0.00 left of ₱1,000.00')).toBeVisible()
})
