import { appointmentsContract } from '#shared/appointments/contract.ts'
import { clientsContract } from '#shared/clients/contract.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './fixtures.ts'
import { bookVisit } from './support/book-visit.ts'
import { countPresses } from './support/count-presses.ts'
import { freeDay } from './support/free-day.ts'
import { newClient } from './support/new-client.ts'
import { sell } from './support/sell.ts'
import { dialogOf, process, service, wide } from './support/till-page.ts'
import { expectToast } from './support/toasts.ts'

const unique = () => crypto.randomUUID().slice(0, 8)

test('the page of a client shows spending and bookings, opens receipts and saves a note', async ({
  openAs,
  clinic,
}) => {
  const client = await newClient(clinic, `Althea ${unique()}`)
  const sale = await sell(clinic.call(clinic.cashier), client, 'Diamond Peel Facial')
  const date = await freeDay(clinic, 150)
  await bookVisit(clinic, client, date, '10:00:00')
  const found = await clinic.call(clinic.cashier)(clientsContract.list, { querystring: { search: client.name } })
  const page = await openAs('admin')
  await page.goto(`/clientPage/${found.clients[0]!.id}`)
  const upcoming = page.getByRole('region', { name: 'Upcoming visits' })
  await expect(upcoming).toContainText('10:00 AM - 10:30 AM')
  await expect(upcoming).toContainText('Pending')
  await expect(page.getByText('Total spend')).toBeVisible()
  await expect(page.getByRole('definition').filter({ hasText: '₱1,200.00' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'MAKE A SALE' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Add note' }).click()
  const note = page.getByRole('dialog', { name: 'Note about the client' })
  await expect(note.getByLabel('Note')).toBeFocused()
  await page.keyboard.type('Prefers mornings.')
  await expectAccessible(page)
  await note.getByRole('button', { name: 'SAVE NOTE' }).click()
  await expectToast(page, 'The note has been saved.')
  await expect(page.getByRole('region', { name: 'Note' })).toContainText('Prefers mornings.')
  await expectAccessible(page)
  await page.getByRole('button', { name: `Receipt ${String(sale.receipt_number).padStart(6, '0')}` }).click()
  await expect(page.getByRole('dialog', { name: 'Receipt Preview' })).toContainText(client.name)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.keyboard.press('Escape')
  await expectNoSidewaysScroll(page)
})

test('staff book and sell for a client from the client’s page', async ({ openAs, clinic }) => {
  const client = await newClient(clinic, `Rowena ${unique()}`)
  const found = await clinic.call(clinic.cashier)(clientsContract.list, { querystring: { search: client.name } })
  const page = await openAs('cashier', wide)
  await page.goto(`/cashier/clients/${found.clients[0]!.id}`)
  const presses = await countPresses(page)
  await page.getByRole('button', { name: 'BOOK' }).click()
  const dialog = page.getByRole('dialog', { name: 'Schedule New Appointment' })
  await expect(dialog.getByRole('combobox', { name: 'Client' })).toHaveValue(client.name)
  await expect(dialog.getByRole('combobox', { name: 'Service' })).toBeFocused()
  await page.keyboard.type('diamond')
  await page.getByRole('option', { name: 'Diamond Peel Facial' }).click()
  await dialog.getByLabel('Date').click()
  await dialog.getByLabel('Date').fill(await freeDay(clinic, 160))
  await dialog.getByRole('radio', { name: '9:30 AM' }).click()
  await dialog.getByRole('button', { name: 'SCHEDULE APPOINTMENT' }).click()
  await expect(page.getByRole('region', { name: 'Upcoming visits' })).toContainText('Confirmed')
  expect(presses.clicks).toBe(5)
  const mine = await clinic.call(client)(appointmentsContract.mine, { querystring: {} })
  expect(mine.appointments).toMatchObject([{ appointment_status: 'confirmed', appointment_time: '09:30' }])

  presses.restart()
  await page.getByRole('link', { name: 'MAKE A SALE' }).click()
  await expect(page.getByText(`For ${client.name}`)).toBeVisible()
  await service(page, 'Diamond Peel Facial').click()
  await process(page)
  const payment = dialogOf(page, 'Payment Details')
  await expect(payment.getByRole('combobox', { name: 'Customer Name' })).toHaveValue(client.name)
  await expect(payment.getByRole('textbox', { name: 'Amount Received' })).toBeFocused()
  await expect(payment.getByRole('radio', { name: 'No appointment (walk-in visit)' })).toBeChecked()
  // Four clicks lead to the payment dialog. Only typing the amount and pressing Enter remain.
  expect(presses.clicks).toBe(4)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Another client' }).click()
  await expect(page.getByText(`For ${client.name}`)).toBeHidden()
  await expect(page).toHaveURL('/cashier')
})
