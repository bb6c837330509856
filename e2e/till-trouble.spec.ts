import { catalogueContract } from '#shared/catalogue/contract.ts'
import { expect, expectAccessible, expectStill } from './fixtures.ts'
import { newClient } from './support/new-client.ts'
import { dialogOf, fillInClient, named, printReceipt, process, salesOf, service, wide } from './support/till-page.ts'
import { test } from './support/till-test.ts'

test('a payment whose answer was lost is recorded once, and its receipt is still there after a reload', async ({
  openAs,
  clinic,
  expected,
}) => {
  expected.push(/net::ERR_/)
  const client = await newClient(clinic, named('Joy Castillo'))
  const till = await openAs('cashier', wide)
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
  await expect(till.getByText(`Payment not recorded yet: ${client.name}, ₱1,500.00`)).toBeVisible()
  await expect(till.getByRole('button', { name: 'Remove Glycolic Peel' })).toBeDisabled()
  await expectAccessible(till)
  await till.unroute('**/api/transactions')
  await till.getByRole('button', { name: 'Retry' }).click()
  const receipt = dialogOf(till, 'Receipt Preview')
  await expect(receipt).toContainText(client.name)
  expect(await salesOf(clinic, client.name)).toHaveLength(1)
  // While the receipt is not printed, the browser asks before the page is left.
  const asked = till.waitForEvent('dialog')
  const reloading = till.reload()
  const question = await asked
  expect(question.type()).toBe('beforeunload')
  await question.accept()
  await reloading
  await expect(receipt).toContainText(client.name)
  await printReceipt(till)
  expect(await salesOf(clinic, client.name)).toHaveLength(1)
})

test('the Print button does not move while the receipt loads, on low and high screens', async ({ till, clinic }) => {
  const client = await newClient(clinic, named('Dina Cruz'))
  let answer = () => {}
  const held = new Promise<void>((resolve) => (answer = resolve))
  await till.route('**/api/transactions/*/receipt', async (route) => {
    await held
    await route.continue()
  })
  await service(till, 'Glycolic Peel').click()
  await process(till)
  await fillInClient(till, client.name)
  await dialogOf(till, 'Payment Details').getByRole('button', { name: 'Confirm Payment' }).click()
  const receipt = dialogOf(till, 'Receipt Preview')
  const print = receipt.getByRole('button', { name: 'Print Receipt' })
  const places: Record<string, number>[] = []
  const look = async () => {
    const seen: Record<string, number> = {}
    for (const height of [740, 900, 1400]) {
      await till.setViewportSize({ width: 1280, height })
      await expectStill(till)
      seen[height] = (await print.boundingBox())!.y
    }
    places.push(seen)
  }
  await expect(print).toBeVisible()
  await look()
  answer()
  await expect(receipt.getByRole('article')).toContainText('Glycolic Peel')
  await look()
  expect(places[1]).toEqual(places[0])
  await printReceipt(till)
})

test('without a connection the order is kept, a message is shown, and the order can be changed and paid later', async ({
  till,
  clinic,
  expected,
}) => {
  expected.push(/net::ERR_/)
  const client = await newClient(clinic, named('Nico Reyes'))
  await service(till, 'Glycolic Peel').click()
  await process(till)
  await fillInClient(till, client.name)
  await till.context().setOffline(true)
  await dialogOf(till, 'Payment Details').getByRole('button', { name: 'Confirm Payment' }).click()
  await expect(till.getByText(/^You are offline\. The order is/)).toBeVisible()
  await till.getByRole('button', { name: 'Retry' }).click()
  await expect(till.getByText('Still no answer. The order is kept. Retry in a moment.')).toBeVisible()
  await till.context().setOffline(false)
  await till.getByRole('button', { name: 'Change the order' }).click()
  await expect(till.getByText('Nothing was recorded. You can change the order.')).toBeVisible()
  await till.getByRole('button', { name: 'One more Glycolic Peel' }).click()
  await process(till)
  await fillInClient(till, client.name)
  await dialogOf(till, 'Payment Details').getByRole('button', { name: 'Confirm Payment' }).click()
  await printReceipt(till)
  expect((await salesOf(clinic, client.name)).map((sale) => sale.total_after_discount)).toEqual([3000])
})

test('a price that changes during an order is shown before payment', async ({ till, clinic }) => {
  const admin = clinic.call(clinic.admin)
  const treatment_name = named('Threads')
  const { data: treatment } = await admin(catalogueContract.createTreatment, { body: { treatment_name } })
  const { data: add } = await admin(catalogueContract.createAddOn, {
    body: { addOn_name: named('Serum'), addOn_price: 100, treatment_id: treatment.id },
  })
  const client = await newClient(clinic, named('Rowena Garcia'))
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
  await expect(order.getByText('Old serum is no longer offered and was removed from the order.')).toBeVisible()
  await expectAccessible(till)
  await order.getByRole('button', { name: 'OK' }).click()
  await process(till)
  await fillInClient(till, client.name)
  await expect(dialogOf(till, 'Payment Details').getByText('₱1,200.00')).toBeVisible()
})

test('when a client’s appointments cannot be loaded, the payment dialog shows a message in their place', async ({
  openAs,
  expected,
}) => {
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
  await expect(till.getByText('Failed to load ongoing appointments.')).toBeVisible()
})
