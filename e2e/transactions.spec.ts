import { formatLongDate } from '#shared/lib/manila-time.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './fixtures.ts'
import { addTreatment } from './support/clinic-api.ts'
import { countPresses } from './support/count-presses.ts'
import { newClient } from './support/new-client.ts'
import { sell, sellAll } from './support/sell.ts'
import { dialogOf } from './support/till-page.ts'
import { TODAY } from './support/clock.ts'

const named = (word: string) => `${word} ${crypto.randomUUID().slice(0, 8)}`

test('sales are searched, summed and filtered, and the filters are in the URL', async ({ openAs, clinic }) => {
  const client = await newClient(clinic, named('Éva Peña'))
  const cashier = clinic.call(clinic.cashier)
  await sell(cashier, client)
  await sell(cashier, client, 'Hydra Glow Facial')
  const page = await openAs('cashier')
  await page.goto('/cashier/transactions')
  await page.getByRole('searchbox').fill(client.name.toUpperCase().replace('ÉVA PEÑA', 'eva pena'))
  await expect(page.getByRole('article')).toHaveCount(2)
  const methods = page.getByRole('list', { name: 'Payment methods' })
  await expect(methods.getByRole('listitem')).toHaveText(['Cash (2)₱4,300.50'])
  await expect(page.getByText('₱4,300.50').first()).toBeVisible()
  await expect(page.getByText('2 transactions')).toBeVisible()
  await expect(page.getByText('₱2,150')).toBeVisible()
  await expect(page).toHaveURL(/search=eva/)
  await expectAccessible(page)
  await page.getByRole('searchbox').fill(`${client.name} hydra glow`)
  await expect(page.getByRole('article')).toHaveCount(1)
  await page.getByRole('searchbox').fill(client.name)
  await expect(page.getByRole('article')).toHaveCount(2)

  await page.getByRole('radio', { name: 'Last Month' }).click()
  await expect(page.getByText('No transactions found')).toBeVisible()
  await page.getByLabel('To').fill('')
  await page.getByRole('button', { name: 'APPLY FILTER' }).click()
  await expect(page.getByText('Choose both dates.')).toBeVisible()
  await page.getByLabel('From').fill(TODAY)
  await page.getByLabel('To').fill(TODAY)
  await page.getByRole('button', { name: 'APPLY FILTER' }).click()
  await expect(page.getByRole('article')).toHaveCount(2)
  await expect(page).toHaveURL(new RegExp(`from=${TODAY}&to=${TODAY}`))
})

test('a transaction card shows client, clinic location, services, payment method, time and amount; long texts are smaller', async ({
  openAs,
  clinic,
}) => {
  const client = await newClient(clinic, named('Dina Ramos'))
  const cashier = clinic.call(clinic.cashier)
  const long = (letter: string) => `${letter.repeat(24)} ${crypto.randomUUID()}`
  const services = [long('a'), long('b'), long('c'), long('d')]
  const admin = clinic.call(clinic.admin)
  const name = named('Long')
  await addTreatment(admin, { name, services: services.map((service) => [service, 100]), addOns: [] })
  await sellAll(cashier, client, services)
  await sellAll(cashier, client, services.slice(0, 3))
  await sell(cashier, client)
  const page = await openAs('cashier')
  await page.goto(`/cashier/transactions?search=${encodeURIComponent(client.name)}`)
  const cards = page.getByRole('article')
  await expect(cards).toHaveCount(3)
  const card = cards.first()
  await expect(card.getByText('DR', { exact: true })).toBeVisible()
  await expect(card.getByRole('heading', { name: client.name })).toBeVisible()
  for (const text of ['Quezon City', 'Treatment Complete', 'Cash', '₱1,500.00', 'Chemical Peels: Glycolic Peel'])
    await expect(card.getByText(text, { exact: true })).toBeVisible()
  await expect(card.getByRole('time')).toHaveText(new RegExp(`^\\d{1,2}:\\d\\d [AP]M${formatLongDate(TODAY)}$`))
  const three = `${name}: ${services.slice(0, 3).join(', ')}`
  const [normal, small, smallest] = [
    card.getByText('Chemical Peels: Glycolic Peel'),
    cards.nth(1).getByText(three, { exact: true }),
    cards.nth(2).getByText(`${three} | ${services[3]}`, { exact: true }),
  ]
  const sizes = await Promise.all(
    [normal, small, smallest].map((one) => one.evaluate((p) => Number.parseFloat(getComputedStyle(p).fontSize))),
  )
  expect(sizes[0]).toBeGreaterThan(sizes[1]!)
  expect(sizes[1]).toBeGreaterThan(sizes[2]!)
})

test('a receipt that was printed before is marked REPRINT', async ({ openAs, clinic, expected }) => {
  expected.push(/net::ERR_/)
  const client = await newClient(clinic, named('Joy Santos'))
  const sale = await sell(clinic.call(clinic.cashier), client)
  const page = await openAs('admin', { viewport: { width: 390, height: 844 } })
  await page.goto('/settings/Transactions')
  await expect(page.getByRole('link', { name: 'Go back to cashier' })).toHaveCount(0)
  const presses = await countPresses(page)
  await page.getByRole('searchbox').click()
  await page.keyboard.type(`#${sale.receipt_number}`)
  await expect(page.getByRole('article')).toHaveCount(1)
  await expectNoSidewaysScroll(page)
  const number = String(sale.receipt_number).padStart(6, '0')
  await page.getByRole('button', { name: `Receipt ${number}`, exact: true }).click()
  const receipt = dialogOf(page, 'Receipt Preview')
  await expect(receipt).toContainText(client.name)
  expect(presses.clicks).toBe(2)
  await expect(receipt).not.toContainText('REPRINT')
  await receipt.getByRole('radio', { name: '58 mm' }).click()
  await expectAccessible(page)
  await page.context().setOffline(true)
  await receipt.getByRole('button', { name: 'Print Receipt' }).click()
  await expect(receipt.getByRole('alert')).toContainText('Nothing was printed')
  await page.context().setOffline(false)
  await receipt.getByRole('button', { name: 'Print Receipt' }).click()
  // A reprint is counted as soon as the print dialog opens, even if the cashier then says that nothing was printed.
  await page.getByRole('button', { name: 'No', exact: true }).click()
  await expect(receipt).toContainText('REPRINT 1')
  await receipt.getByRole('button', { name: 'Close' }).last().click()
  await page.reload()
  await page.getByRole('button', { name: `Receipt ${number}`, exact: true }).click()
  await expect(receipt).toContainText('REPRINT 1')
  await expect(receipt.getByRole('radio', { name: '58 mm' })).toBeChecked()
})

test('an admin voids a sale of today with a reason, and gets a receipt of the amounts paid back', async ({
  openAs,
  clinic,
}) => {
  const client = await newClient(clinic, named('Vida Cruz'))
  const sale = await sell(clinic.call(clinic.cashier), client)
  const number = String(sale.receipt_number).padStart(6, '0')
  const cashier = await openAs('cashier')
  await cashier.goto(`/cashier/transactions?search=${client.name}`)
  await expect(cashier.getByRole('article')).toHaveCount(1)
  await expect(cashier.getByRole('button', { name: /^Void/ })).toHaveCount(0)

  const page = await openAs('admin')
  await page.goto(`/settings/Transactions?search=${client.name}`)
  await page.getByRole('button', { name: `Void receipt ${number}` }).click()
  const question = dialogOf(page, `Void receipt ${number}?`)
  await expect(question.getByText('Give ₱1,500.00 back (Cash).')).toBeVisible()
  await question.getByRole('button', { name: 'Void sale' }).click()
  await expect(question.getByText('Give a reason for the void.')).toBeVisible()
  await expectAccessible(page)
  await question.getByLabel('Reason').fill('Rung up twice')
  await question.getByRole('button', { name: 'Void sale' }).click()
  const paper = dialogOf(page, 'Receipt Preview')
  await expect(paper.getByText('Voids receipt no.')).toBeVisible()
  await expect(paper.getByText('Rung up twice')).toBeVisible()
  await paper.getByRole('button', { name: 'Close', exact: true }).last().click()
  const cards = page.getByRole('article')
  await expect(cards).toHaveCount(2)
  await expect(cards.nth(0)).toContainText(`Voids receipt ${number}`)
  await expect(cards.nth(1)).toContainText('Voided')
  await expect(page.getByText('0 transactions')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Void receipt/ })).toHaveCount(0)
})
