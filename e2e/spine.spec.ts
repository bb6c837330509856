import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { dashboardContract } from '#shared/dashboard/contract.ts'
import { formatLongDate, startOfMonth, type CivilDate } from '#shared/lib/manila-time.ts'
import { formatPeso, toCentavos } from '#shared/lib/money.ts'
import { expect, expectAccessible, test, type RunningClinic } from './fixtures.ts'
import { PASSWORD } from './support/clinic-api.ts'
import { nextVisitDay } from './support/free-day.ts'
import { TODAY } from './support/clock.ts'
import { endHold } from './support/end-hold.ts'
import { expectToast } from './support/toasts.ts'

/** Chooses a date of this month or the next one in a calendar that shows the current month. */
async function chooseDate(page: Page, date: CivilDate): Promise<void> {
  if (startOfMonth(date) !== startOfMonth(TODAY)) await page.getByRole('button', { name: 'Next month' }).click()
  await page
    .getByRole('gridcell')
    .getByRole('button', { name: formatLongDate(date), exact: true })
    .click()
}

/** Chooses the last free half hour of a date and returns its label, `11:30 PM`. */
async function chooseVisit(page: Page, date: CivilDate): Promise<string> {
  await page.getByRole('button', { name: /^Signature Facials/ }).click()
  await page.getByRole('button', { name: /^Hydra Glow Facial/ }).click()
  await chooseDate(page, date)
  await expect(page.getByRole('heading', { name: 'Choose Your Time' })).toBeVisible()
  const last = page.getByRole('listitem').getByRole('button', { name: /[AP]M/, disabled: false }).last()
  const words = (await last.innerText()).split('\n')[0]!.trim()
  await last.click()
  return words
}

async function mark(page: Page, client: string, action: string, status: string): Promise<void> {
  const row = page.getByRole('table', { name: 'Active Appointments' }).getByRole('row').filter({ hasText: client })
  await row.getByRole('button', { name: action }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText(`Do you want to mark this appointment as ${status}?`)
  await question.getByRole('button', { name: 'Yes, change the status' }).click()
  await expectToast(page, `Appointment ${status} successfully!`)
}

/** Books from the landing page and creates an account on the way. */
async function bookAsNewcomer(page: Page, person: { name: string; email: string }, date: CivilDate): Promise<void> {
  await page.goto('/')
  await page.getByRole('main').getByRole('link', { name: 'Book an appointment' }).first().click()
  const time = await chooseVisit(page, date)
  await page.getByRole('complementary').getByRole('button', { name: 'Confirm Booking' }).click()
  const dialog = page.getByRole('dialog', { name: 'Confirm Your Booking' })
  await dialog.getByRole('button', { name: 'Confirm Booking' }).click()
  await expect(dialog).toContainText('You need to login first to book an appointment.')
  await expect(dialog.getByRole('link', { name: 'I have an account' })).toBeFocused()
  await dialog.getByRole('link', { name: 'I am new' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Your choices are saved.' })).toContainText(time)
  await page.getByLabel('Mobile Number (Optional)').fill('0917 222 7788')
  await page.getByLabel('Full Name').fill(person.name)
  await page.getByLabel('Email').filter({ visible: true }).last().fill(person.email)
  await page.getByRole('textbox', { name: 'Password' }).filter({ visible: true }).last().fill(PASSWORD)
  await page.getByRole('checkbox', { name: /I have read the privacy notice/ }).click()
  await page.getByRole('button', { name: 'Create new account' }).click()
  await expect(page).toHaveURL(/\/BookAppointment$/)
  const summary = page.getByRole('complementary')
  await expect(summary).toContainText('Hydra Glow Facial')
  await expect(summary).toContainText(time)
  // The confirmation dialog opens again by itself after the account was created.
  await dialog.getByRole('button', { name: 'Confirm Booking' }).click()
  await expect(page.getByRole('heading', { name: 'Your booking has been received.' })).toBeVisible()
  const main = page.getByRole('main')
  await expect(main).toContainText('₱2,800.50')
  await expect(main.getByRole('link', { name: /^Open map/ })).toHaveAttribute('href', /maps\/search.*query=/)
  await expect(main.getByRole('link', { name: /8555/ })).toHaveAttribute('href', /^tel:/)
  const saving = page.waitForEvent('download')
  await main.getByRole('link', { name: 'Add to calendar' }).click()
  const file = await saving
  expect(file.suggestedFilename()).toBe(`visit-${date}.ics`)
  expect(await readFile(await file.path(), 'utf8')).toMatch(/^BEGIN:VCALENDAR\r\n[^]*DTSTART:\d{8}T\d{6}Z\r\n/)
}

/** Sells the visit with an add-on and a discount, paid by GCash, and returns when the receipt is shown. */
async function ringUp(till: Page, client: string, reference: string): Promise<void> {
  await till.goto('/cashier')
  await till.getByRole('tab', { name: 'Signature Facials' }).click()
  await till.getByRole('button', { name: /^Hydra Glow Facial/ }).click()
  await till.getByRole('button', { name: 'View Add-ons' }).click()
  const addOns = till.getByRole('dialog', { name: 'Select Add-ons' })
  await addOns.getByRole('checkbox', { name: /LED Light Therapy/ }).click()
  await addOns.getByRole('button', { name: 'Done' }).click()
  await till.getByRole('radiogroup', { name: 'Discount' }).getByRole('radio', { name: 'Yes' }).click()
  await till.getByRole('textbox', { name: 'Discount amount' }).fill('400.50')
  await till.getByRole('radio', { name: 'GCash' }).click()
  await till.getByRole('button', { name: 'Process Payment' }).click()
  const payment = till.getByRole('dialog', { name: 'Payment Details' })
  await payment.getByRole('combobox', { name: 'Customer Name' }).fill(client.slice(0, 6))
  await till.getByRole('option', { name: new RegExp(client) }).click()
  await payment.getByRole('textbox', { name: 'Reference Number' }).fill(reference)
  await payment.getByRole('textbox', { name: 'Amount Received' }).fill('3,000')
  await expect(payment).toContainText('₱3,000.00')
  // A double click must charge the client only once.
  await payment.getByRole('button', { name: 'Confirm Payment' }).dblclick()
  await expect(till.getByRole('dialog', { name: 'Receipt Preview' })).toBeVisible()
}

/** Returns the amount of today's sales in centavos. */
async function soldToday(clinic: RunningClinic): Promise<number> {
  const { data } = await clinic.call(clinic.admin)(dashboardContract.monthlySales, {})
  return toCentavos(data.Today_sales)
}

test('a visit is booked, confirmed, completed, paid, printed and logged, and its payment adds to the sales on the dashboard', async ({
  openAs,
  clinic,
}) => {
  const person = { name: 'Ligaya Panganiban', email: 'ligaya@example.ph' }
  const desk = await openAs('cashier')
  await desk.goto('/cashier/appointments')
  await expect(desk.getByRole('heading', { name: 'Active Appointments' })).toBeVisible()

  const visitor = await openAs('anonymous')
  await bookAsNewcomer(visitor, person, await nextVisitDay(clinic))
  const request = desk.getByRole('table', { name: 'Requests' }).getByRole('row').filter({ hasText: person.name })
  await expect(request.getByRole('link', { name: '0917 222 7788' })).toBeVisible()
  await mark(desk, person.name, 'CONFIRM', 'confirmed')
  await mark(desk, person.name, 'Start Treatment', 'on-going')
  await mark(desk, person.name, 'End Treatment', 'completed')
  const rowIn = (table: string) =>
    desk.getByRole('table', { name: table }).getByRole('row').filter({ hasText: person.name })
  await expect(rowIn('Completed Treatments Today')).toContainText('Completed')
  await expect(rowIn('Active Appointments')).toHaveCount(0)

  const soldBefore = await soldToday(clinic)
  const till = await openAs('cashier', { viewport: { width: 1280, height: 800 } })
  await ringUp(till, person.name, 'GC-SPINE-1')
  const receipt = till.getByRole('dialog', { name: 'Receipt Preview' })
  await expect(receipt).toContainText('Perlas Clinic')
  await expect(receipt).toContainText('Ligaya Panganiban')
  await expect(receipt).toContainText('GC-SPINE-1')
  const download = till.waitForEvent('download')
  await receipt.getByRole('button', { name: 'Save PDF' }).click()
  expect((await download).suggestedFilename()).toMatch(/^[\d-]+_receipt\.pdf$/)
  await receipt.getByRole('button', { name: 'Close' }).last().click()
  await expect(till.getByText('No Items Selected')).toBeVisible()

  await till.goto('/cashier/transactions')
  await till.getByRole('searchbox').fill('panganiban')
  await expect(till.getByRole('article').filter({ hasText: person.name })).toHaveCount(1)
  await expect(till.getByRole('main')).toContainText('₱3,000.00')

  await visitor.goto('/Profile')
  await expect(visitor.getByRole('region', { name: 'Past' })).toContainText('Completed')
  await visitor.getByRole('tab', { name: /Transaction History/ }).click()
  await expect(visitor.getByRole('tabpanel')).toContainText('Hydra Glow Facial')
  await expect(visitor.getByRole('tabpanel')).toContainText('₱3,000.00')

  const office = await openAs('admin')
  await office.goto('/dashboard')
  // The amount before this sale is added, because other tests may have sold in this clinic.
  await expect(office.getByRole('main')).toContainText(formatPeso(soldBefore + 300_000))
  for (const action of ['Recorded receipt', 'Completed the', 'Started the', 'Confirmed the', 'Booked Hydra Glow']) {
    await office.goto(`/settings/Historylogs?search=${encodeURIComponent(action)}`)
    await expect(office.getByRole('row').filter({ hasText: action }).first(), action).toBeVisible()
  }
})

test('when two people book the same time, one gets it and the other sees a message and the times that are still free', async ({
  openAs,
  clinic,
}) => {
  const date = await nextVisitDay(clinic)
  const first = await openAs('client')
  const second = await openAs('anonymous')
  const open = async (page: Page) => {
    await page.goto('/BookAppointment')
    const chosen = await chooseVisit(page, date)
    await endHold(page)
    return chosen
  }
  const rival = { name: 'Divina Ilagan', email: 'divina@example.ph' }
  const answer = await second.request.post('/api/register', { data: { ...rival, password: PASSWORD } })
  expect(answer.status()).toBe(201)
  const [time] = [await open(first), await open(second)]
  const confirm = async (page: Page) => {
    await page.getByRole('complementary').getByRole('button', { name: 'Confirm Booking' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Confirm Booking' }).click()
  }
  await confirm(first)
  await expect(first.getByRole('heading', { name: 'Your booking has been received.' })).toBeVisible()
  await confirm(second)
  await expect(second.getByText('That time has just been taken. Please choose another.')).toBeVisible()
  await expect(second.getByRole('dialog')).toBeHidden()
  await second.getByRole('button', { name: 'Show all times' }).click()
  await expect(
    second.getByRole('button', { name: new RegExp(`^${time} Unavailable|^${time}.*Unavailable`) }),
  ).toBeDisabled()
  await expect(second.getByRole('complementary')).toContainText('Hydra Glow Facial')
  await expect(second.getByRole('complementary')).toContainText('Choose a time')
})

test('when times or closed dates cannot be loaded, the wizard says so and offers no times', async ({
  openAs,
  clinic,
  expected,
}) => {
  expected.push(/net::ERR_FAILED/, /status of 500/)
  const date = await nextVisitDay(clinic)
  const page = await openAs('anonymous')
  await page.route('**/api/disabled-dates', (route) => route.abort())
  await page.goto('/BookAppointment')
  await page.getByRole('button', { name: /^Signature Facials/ }).click()
  await page.getByRole('button', { name: /^Hydra Glow Facial/ }).click()
  await expect(page.getByText('Failed to fetch disabled dates.')).toBeVisible()
  await expect(page.getByRole('gridcell')).toHaveCount(0)
  await page.unroute('**/api/disabled-dates')
  await page.route('**/api/check-conflict-time', (route) => route.fulfill({ status: 500, body: 'oops' }))
  await page.getByRole('button', { name: 'Try again' }).click()
  await chooseDate(page, date)
  await expect(page.getByText('Failed to check time conflict.')).toBeVisible()
  await expect(page.getByRole('button', { name: /[AP]M/ })).toHaveCount(0)
  await expectAccessible(page)
})
