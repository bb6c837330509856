import type { Page } from '@playwright/test'
import { appointmentsContract } from '#shared/appointments/contract.ts'
import type { AppointmentStatus } from '#shared/appointments/status.ts'
import type { CivilTime } from '#shared/lib/manila-time.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test, type RunningClinic } from './fixtures.ts'
import { bookVisit } from './support/book-visit.ts'
import { TODAY } from './support/clock.ts'
import { countPresses } from './support/count-presses.ts'
import { newClient, type NewClient } from './support/new-client.ts'
import { openListening } from './support/requests-page.ts'
import { dialogOf, named, printReceipt, process, salesOf, service, wide } from './support/till-page.ts'
import { keepToastsOpen } from './support/toasts.ts'

const BOOKED = 'Diamond Peel Facial'

/** Books a visit for today and changes its status step by step (confirmed, on-going, completed) until it is `to`. */
async function visitToday(clinic: RunningClinic, client: NewClient, time: CivilTime, to: AppointmentStatus) {
  const desk = clinic.call(clinic.cashier)
  const id = await bookVisit(clinic, client, TODAY, time)
  for (const status of ['confirmed', 'on-going', 'completed'] as const) {
    await desk(appointmentsContract.updateStatus, { params: { id }, body: { status } })
    if (status === to) break
  }
  return id
}

const order = (till: Page) => till.getByRole('complementary', { name: 'Current Order' })
const payment = (till: Page) => dialogOf(till, 'Payment Details')
const rowOf = (page: Page, table: string, name: string) =>
  page.getByRole('table', { name: table }).getByRole('row').filter({ hasText: name })

test('completing a treatment opens its payment with client, visit and service, and an open appointments page shows Paid at once', async ({
  openAs,
  clinic,
}) => {
  const client = await newClient(clinic, named('Ana Lopez'))
  const id = await visitToday(clinic, client, '20:00:00', 'on-going')
  const other = await openAs('admin', wide)
  await openListening(other, '/Appointment')
  const till = await openAs('cashier', wide)
  await till.goto('/cashier/appointments')
  const presses = await countPresses(till)
  await keepToastsOpen(till)
  await rowOf(till, 'Active Appointments', client.name).getByRole('button', { name: 'End Treatment' }).click()
  await till.getByRole('alertdialog').getByRole('button', { name: 'Yes, change the status' }).click()
  const notice = till.getByRole('region', { name: 'Notifications' })
  await expect(notice).toContainText('Appointment completed successfully!')
  await expectAccessible(till)
  await notice.getByRole('button', { name: 'PAY' }).click()
  await expect(till).toHaveURL(new RegExp(`/cashier\\?visit=${id}$`))
  await expect(order(till)).toContainText(`Order for ${client.name}`)
  await expect(order(till).getByRole('row').filter({ hasText: BOOKED })).toContainText('₱1,200.00')

  await till.reload()
  await expect(order(till).getByRole('row').filter({ hasText: BOOKED })).toBeVisible()
  await expect(till).toHaveURL(new RegExp(`visit=${id}$`))
  await expectAccessible(till)
  await process(till)
  await expect(payment(till).getByRole('combobox', { name: 'Customer Name' })).toHaveValue(client.name)
  await expect(payment(till)).toContainText(`Today, 8:00 PM: ${BOOKED} (Signature Facials), ₱1,200`)
  await expect(payment(till).getByRole('textbox', { name: 'Amount Received' })).toBeFocused()

  // The other staff page, which was open all the time, shows the change.
  await expect(rowOf(other, 'Completed Treatments Today', client.name)).toContainText('Unpaid')
  await expect(rowOf(other, 'Unpaid Visits Today', client.name)).toBeVisible()
  await expect(other.getByRole('link', { name: /^PAY/ })).toHaveCount(0)
  await till.keyboard.type('1500')
  await till.keyboard.press('Enter')
  const receipt = dialogOf(till, 'Receipt Preview')
  await expect(receipt).toContainText('The sale is recorded.')
  await expect(receipt).toContainText('₱300.00')
  await expect(receipt.getByRole('button', { name: 'Print Receipt' })).toBeFocused()
  await expectAccessible(till)
  await expect(rowOf(other, 'Completed Treatments Today', client.name)).toContainText('Paid')
  await expect(rowOf(other, 'Completed Treatments Today', client.name)).not.toContainText('Unpaid')
  await expect(rowOf(other, 'Unpaid Visits Today', client.name)).toHaveCount(0)
  await printReceipt(till)
  expect(presses.clicks).toBeLessThanOrEqual(7)
  // The change due to the customer stays on the screen until the next order begins.
  await expect(order(till)).toContainText('₱300.00')
  await expect(till).toHaveURL(/\/cashier$/)
  const [sale] = await salesOf(clinic, client.name)
  expect(sale).toMatchObject({ is_walk_in: false, exchange_money: 300, total_after_discount: 1200 })
  await service(till, 'Glycolic Peel').click()
  await expect(order(till)).not.toContainText('₱300.00')
})

test('in every list, a visit that can be paid has a link to its payment', async ({ openAs, clinic }) => {
  const client = await newClient(clinic, named('Lea Bautista'))
  const id = await visitToday(clinic, client, '19:00:00', 'confirmed')
  const done = await newClient(clinic, named('Cora Dizon'))
  await visitToday(clinic, done, '19:30:00', 'completed')
  const desk = await openAs('cashier', { viewport: { width: 1440, height: 900 } })
  await desk.goto('/cashier/appointments')
  const pay = (name: string) => ({ name: `PAY: ${name}` })
  const to = new RegExp(`\\?visit=${id}$`)
  await expect(rowOf(desk, 'Active Appointments', client.name).getByRole('link', pay(client.name))).toBeVisible()
  await expect(rowOf(desk, 'Active Appointments', client.name)).not.toContainText('Unpaid')
  const dayRow = desk.getByRole('listitem').filter({ hasText: done.name })
  await expect(dayRow.getByText('Unpaid')).toBeVisible()
  await expect(dayRow.getByRole('link', pay(done.name))).toBeVisible()
  await expect(rowOf(desk, 'Completed Treatments Today', done.name).getByRole('link', pay(done.name))).toBeVisible()
  await desk.getByRole('link', { name: /unpaid today/ }).click()
  await expect(rowOf(desk, 'Unpaid Visits Today', done.name).getByRole('link', pay(done.name))).toBeInViewport()
  await expectAccessible(desk)

  await desk.goto('/cashier/clients')
  await desk.getByRole('searchbox').fill(client.name)
  await desk
    .getByRole('link', { name: new RegExp(client.name) })
    .first()
    .click()
  const visits = desk.getByRole('region', { name: 'Visits to Pay' })
  await expect(visits).toContainText(BOOKED)
  await expectAccessible(desk)
  await desk.setViewportSize({ width: 390, height: 844 })
  await expectNoSidewaysScroll(desk)
  await visits.getByRole('link', { name: /^PAY/ }).click()
  await expect(desk).toHaveURL(to)
})

test('the till lists clients who still have to pay today, also in the client field, and asks before charging an order that lacks the booked services', async ({
  openAs,
  clinic,
}) => {
  const client = await newClient(clinic, named('Pia Santos'))
  await visitToday(clinic, client, '17:00:00', 'completed')
  const till = await openAs('cashier', wide)
  await till.goto('/cashier')
  const waiting = till.getByRole('region', { name: 'Waiting to pay today' })
  const entry = waiting.getByRole('button', { name: new RegExp(client.name) })
  await expect(entry).toContainText(`5:00 PM, ${BOOKED}`)
  await expect(entry).toContainText('₱1,200')
  await expectAccessible(till)
  await service(till, 'Glycolic Peel').click()
  await process(till)
  await payment(till).getByRole('combobox', { name: 'Customer Name' }).fill(client.name.slice(0, 9))
  await expect(till.getByRole('listbox').getByRole('group').first()).toHaveAccessibleName('Waiting to pay today')
  await expectAccessible(till)
  await till.getByRole('option', { name: new RegExp(client.name) }).click()
  await payment(till).getByRole('button', { name: 'Exact' }).click()
  await payment(till).getByRole('button', { name: 'Confirm Payment' }).click()
  const question = till.getByRole('alertdialog')
  await expect(question).toContainText(`${BOOKED} was booked. Charge without this service?`)
  await expectAccessible(till)
  await question.getByRole('button', { name: 'Go back' }).click()
  expect(await salesOf(clinic, client.name)).toEqual([])
  await payment(till).getByRole('button', { name: 'Confirm Payment' }).click()
  await question.getByRole('button', { name: 'Charge without this service' }).click()
  await printReceipt(till)
  expect(await salesOf(clinic, client.name)).toHaveLength(1)
})
