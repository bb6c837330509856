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
