import type { Page } from '@playwright/test'
import { inventoryContract } from '#shared/inventory/contract.ts'
import { expect, expectAccessible } from './fixtures.ts'
import { countPresses, secondsFor } from './support/count-presses.ts'
import { newClient } from './support/new-client.ts'
import { dialogOf, named, process, salesOf, service, wide } from './support/till-page.ts'
import { test } from './support/till-test.ts'

const order = (till: Page) => till.getByRole('complementary', { name: 'Current Order' })
const lines = (till: Page) => order(till).getByRole('button', { name: /^Remove/ })
const search = (till: Page) => till.getByRole('searchbox', { name: 'Search services...' })

test('a cash sale of three services and an add-on with a discount takes at most 12 clicks until the next order', async ({
  openAs,
  clinic,
}) => {
  const client = await newClient(clinic, named('Gina Ocampo'))
  const till = await openAs('cashier', wide)
  const presses = await countPresses(till)
  await till.goto('/cashier')
  for (const name of ['Diamond Peel Facial', 'Hydra Glow Facial', 'Glycolic Peel']) await service(till, name).click()
  await till.getByRole('button', { name: 'View Add-ons' }).click()
  const addOns = dialogOf(till, 'Select Add-ons')
  await addOns.getByRole('checkbox', { name: /LED Light/ }).click()
  await expectAccessible(till)
  await till.keyboard.press('Escape')
  await till.getByRole('radiogroup', { name: 'Discount' }).getByRole('radio', { name: 'Yes' }).click()
  await expect(till.getByRole('textbox', { name: 'Discount amount' })).toBeFocused()
  await till.keyboard.type('100.50')
  await process(till)
  const payment = dialogOf(till, 'Payment Details')
  await payment.getByRole('radio', { name: 'Existing Client' }).click()
  await payment.getByRole('combobox', { name: 'Customer Name' }).pressSequentially(client.name)
  await till.keyboard.press('Tab')
  await expect(payment.getByRole('radio', { name: 'No appointment (walk-in visit)' })).toBeChecked()
  await payment.getByRole('button', { name: 'Exact' }).click()
  await payment.getByRole('button', { name: 'Confirm Payment' }).click()
  const print = dialogOf(till, 'Receipt Preview').getByRole('button', { name: 'Print Receipt' })
  await expect(print).toBeFocused()
  // Enter is pressed at once. If the receipt is still loading then, it is printed as soon as it has loaded.
  await till.keyboard.press('Enter')
  await till.getByRole('button', { name: 'Yes, it came out' }).click()
  await expect(dialogOf(till, 'Receipt Preview')).toBeHidden()
  await expect(till.getByText('No Items Selected')).toBeVisible()
  expect(presses.clicks).toBeLessThanOrEqual(12)
  expect((await salesOf(clinic, client.name)).map((sale) => sale.total_after_discount)).toEqual([6000])
})

test('a cash sale of two services takes at most 7 clicks and ten seconds until the next order', async ({
  till,
  clinic,
}) => {
  const client = await newClient(clinic, named('Wilhelmina'))
  const presses = await countPresses(till)
  for (const name of ['Diamond Peel Facial', 'Hydra Glow Facial']) await service(till, name).click()
  await process(till)
  const payment = dialogOf(till, 'Payment Details')
  await payment.getByRole('radio', { name: 'Existing Client' }).click()
  await till.keyboard.press('Tab')
  await expect(payment.getByRole('combobox', { name: 'Customer Name' })).toBeFocused()
  await till.keyboard.type('wilh')
  // Waits until the list is filtered by the typed name, because before that other clients come first.
  await expect(till.getByRole('option').first()).toContainText(client.name)
  await till.keyboard.press('ArrowDown')
  await till.keyboard.press('Enter')
  await expect(payment.getByRole('radio', { name: 'No appointment (walk-in visit)' })).toBeChecked()
  await payment.getByRole('button', { name: 'Exact' }).click()
  await payment.getByRole('button', { name: 'Confirm Payment' }).click()
  await expect(dialogOf(till, 'Receipt Preview').getByRole('button', { name: 'Print Receipt' })).toBeFocused()
  await till.keyboard.press('Enter')
  // The question whether the receipt was printed opens with the focus on No.
  await expect(till.getByRole('button', { name: 'No', exact: true })).toBeFocused()
  await till.keyboard.press('Tab')
  await till.keyboard.press('Enter')
  await expect(till.getByText('No Items Selected')).toBeVisible()
  expect(presses.clicks).toBeLessThanOrEqual(7)
  expect(secondsFor(presses)).toBeLessThan(10)
  const [sale] = await salesOf(clinic, client.name)
  expect(sale!.treatments.map(({ service_name }) => service_name)).toEqual(['Diamond Peel Facial', 'Hydra Glow Facial'])
})

test('at the till, Enter in the search adds the first result and clears the field, arrow keys move among the services, and ? shows the shortcuts', async ({
  till,
}) => {
  await expect(service(till, 'Glycolic Peel')).toBeVisible()
  await till.keyboard.press('/')
  await till.keyboard.type('hydra')
  await till.keyboard.press('Enter')
  await expect(till.getByRole('button', { name: 'Remove Hydra Glow Facial' })).toBeVisible()
  await expect(search(till)).toHaveValue('')
  await expect(search(till)).toBeFocused()
  await till.keyboard.type('no such service')
  await till.keyboard.press('Enter')
  await expect(lines(till)).toHaveCount(1)
  await till.keyboard.press('Escape')

  const cards = till.getByRole('group', { name: 'Services' }).getByRole('button')
  await till.keyboard.press('ArrowDown')
  await expect(cards.first()).toBeFocused()
  await till.keyboard.press('ArrowRight')
  await expect(cards.nth(1)).toBeFocused()
  await till.keyboard.press('End')
  await expect(cards.last()).toBeFocused()
  await till.keyboard.press('ArrowRight')
  await expect(cards.last()).toBeFocused()
  await till.keyboard.press('Home')
  await till.keyboard.press('Enter')
  await expect(lines(till)).toHaveCount(2)

  await till.keyboard.press('?')
  const keys = dialogOf(till, 'Keyboard shortcuts of the till')
  await expect(keys).toContainText('Search services')
  await expectAccessible(till)
  await till.keyboard.press('Escape')
  await expect(keys).toBeHidden()
  await search(till).fill('?')
  await expect(keys).toBeHidden()
  await till.getByRole('button', { name: 'Menu' }).click()
  await till.getByRole('menuitem', { name: 'Keyboard shortcuts' }).click()
  await expect(keys).toBeVisible()
})

test('a sale with the keyboard alone takes at most 32 keys until the next order', async ({ till, clinic }) => {
  const client = await newClient(clinic, named('Zita'))
  const presses = await countPresses(till)
  const press = async (...pressed: string[]) => {
    for (const key of pressed) await till.keyboard.press(key)
  }
  await expect(service(till, 'Hydra Glow Facial')).toBeVisible()
  await press('/', ...'hydra', 'Enter')
  await expect(lines(till)).toHaveCount(1)
  // Tab leaves the search box, and a digit key chooses the payment method and moves to the button.
  await press('Tab', '1', 'Enter')
  const payment = dialogOf(till, 'Payment Details')
  await expect(payment.getByRole('combobox', { name: 'Customer Name' })).toBeFocused()
  await press('Shift+Tab', 'Shift+Tab', 'ArrowRight', 'Tab', ...'zita')
  // Waits until the list is filtered by the typed name, because before that other clients come first.
  await expect(till.getByRole('option').first()).toContainText(client.name)
  await press('ArrowDown', 'Enter')
  await expect(payment.getByRole('combobox', { name: 'Customer Name' })).toHaveValue(client.name)
  await expect(payment.getByRole('radio', { name: 'No appointment (walk-in visit)' })).toBeChecked()
  const received = payment.getByRole('textbox', { name: 'Amount Received' })
  const isThere = () => received.evaluate((field) => field === document.activeElement)
  while (!(await isThere()) && presses.keys < 35) await press('Tab')
  await press(...'3000', 'Enter')
  const print = dialogOf(till, 'Receipt Preview').getByRole('button', { name: 'Print Receipt' })
  await expect(print).toBeFocused()
  await press('Enter')
  // The focus starts on No, so that nobody confirms the print by mistake.
  const yes = till.getByRole('button', { name: 'Yes, it came out' })
  await expect(till.getByRole('button', { name: 'No', exact: true })).toBeFocused()
  await press('Tab')
  await expect(yes).toBeFocused()
  await press('Enter')
  await expect(till.getByText('No Items Selected')).toBeVisible()
  expect(await salesOf(clinic, client.name)).toHaveLength(1)
  expect(presses.clicks).toBe(0)
  expect(presses.keys).toBeLessThanOrEqual(32)
})

test('the payment dialog names what is missing, prefills the amount of a transfer, and ends its client list with “add walk-in”', async ({
  till,
  clinic,
}) => {
  const name = named('Nobody Yet')
  const presses = await countPresses(till)
  await service(till, 'Glycolic Peel').click()
  await process(till)
  const payment = dialogOf(till, 'Payment Details')
  await expect(payment).toContainText('Choose the customer first.')
  await expect(payment.getByRole('combobox', { name: 'Customer Name' })).toBeFocused()
  await till.keyboard.type(name)
  await expect(payment).toContainText('Choose the customer from the list, or add a walk-in.')
  await expect(payment).not.toContainText('Enter the amount received.')
  const add = till.getByRole('option', { name: `+ Add ${name} as walk-in` })
  await expect(add).toContainText('No unpaid appointment under this name.')
  await expectAccessible(till)
  await add.click()
  const walkIn = dialogOf(till, 'New Walk-in Client')
  await expect(walkIn.getByRole('textbox', { name: 'Client Name' })).toHaveValue(name)
  await walkIn.getByRole('button', { name: 'Add Client' }).click()
  await expect(payment.getByRole('textbox', { name: 'Amount Received' })).toBeFocused()
  await till.keyboard.type('2000')
  await till.keyboard.press('Enter')
  await expect(dialogOf(till, 'Receipt Preview').getByRole('button', { name: 'Print Receipt' })).toBeFocused()
  await till.keyboard.press('Enter')
  await till.getByRole('button', { name: 'Yes, it came out' }).click()
  await expect(till.getByText('No Items Selected')).toBeVisible()
  expect(presses.clicks).toBe(6)
  expect(await salesOf(clinic, name)).toMatchObject([{ is_walk_in: true, exchange_money: 500 }])

  await service(till, 'Glycolic Peel').click()
  await process(till, 'GCash')
  await expect(payment.getByRole('textbox', { name: 'Amount Received' })).toHaveValue('1,500.00')
})

test('an order is parked, kept over a reload and resumed; a price that has changed meanwhile is shown', async ({
  till,
}) => {
  await service(till, 'Glycolic Peel').click()
  await till.getByRole('radiogroup', { name: 'Discount' }).getByRole('radio', { name: 'Yes' }).click()
  await till.getByRole('button', { name: '10%' }).click()
  await till.getByRole('heading', { name: 'Current Order' }).click()
  await till.keyboard.press('p')
  const parking = dialogOf(till, 'Park the order')
  await expectAccessible(till)
  await parking.getByRole('textbox', { name: 'Name' }).fill('Lady in blue')
  await till.keyboard.press('Enter')
  await expect(till.getByText('No Items Selected')).toBeVisible()
  await expectAccessible(till)
  await till.evaluate(() => {
    const orders = JSON.parse(localStorage.getItem('mutya.parked-orders')!) as {
      order: { lines: { price: number }[] }
    }[]
    orders[0]!.order.lines[0]!.price = 100_000
    localStorage.setItem('mutya.parked-orders', JSON.stringify(orders))
  })
  await till.reload()
  await till.getByRole('button', { name: 'Resume Lady in blue, 1 item, ₱900.00' }).click()
  await expect(order(till).getByText('Glycolic Peel was ₱1,000 and is now ₱1,500.')).toBeVisible()
  await expect(order(till)).toContainText('10% of ₱1,500.00 is ₱150.00')
  await expectAccessible(till)
  await expect(till.getByText('Parked orders')).toBeHidden()
})

test('a scanned product is added to the order without a click', async ({ openAs, clinic }) => {
  const admin = clinic.call(clinic.admin)
  const { data: category } = await admin(inventoryContract.createCategory, { body: { name: named('Serums') } })
  const name = named('Vitamin C Serum')
  const body = {
    name,
    quantity: '4',
    unit_type: 'jar',
    category_id: category.id,
    price: '950',
    barcode: '4801234001018',
  }
  await admin(inventoryContract.createProduct, { body })
  const till = await openAs('cashier', wide)
  await till.goto('/cashier')
  await expect(till.getByRole('tab', { name: 'Products' })).toBeVisible()
  const presses = await countPresses(till)
  // A scanner sends its keys faster than Playwright would type them.
  await till.evaluate(() => {
    for (const key of [...'4801234001018', 'Enter'])
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
  })
  await expect(order(till).getByText(name)).toBeVisible()
  expect(presses.clicks).toBe(0)
})
