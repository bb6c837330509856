import type { Page } from '@playwright/test'
import { appointmentsContract } from '#shared/appointments/contract.ts'
import { closedDatesContract } from '#shared/closed-dates/contract.ts'
import {
  addDays,
  addMonths,
  formatDate,
  formatLongDate,
  startOfMonth,
  type CivilDate,
} from '#shared/lib/manila-time.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test, type RunningClinic } from './fixtures.ts'
import { bookVisit } from './support/book-visit.ts'
import { countPresses } from './support/count-presses.ts'
import { newClient } from './support/new-client.ts'
import { TODAY } from './support/clock.ts'
import { expectToast } from './support/toasts.ts'

/** Returns a different date for each test: no public holiday, and not at the end of its month. */
async function dateFor(clinic: RunningClinic, nth: number): Promise<string> {
  let date = addDays(startOfMonth(addMonths(TODAY, 6)), 4 + nth * 2)
  const querystring = { year: Number(date.slice(0, 4)) }
  const { data } = await clinic.call(null)(closedDatesContract.holidays, { querystring })
  while (data.some((day) => day.date === date)) date = addDays(date, 1)
  return date
}

const cell = (page: Page, date: string) => page.locator(`[role=gridcell][data-date="${date}"]`)
const dayPanel = (page: Page, date: string) =>
  page.getByRole('region', { name: `Appointments for ${formatDate(date)}` })

async function switchOn(page: Page, ...names: string[]): Promise<void> {
  await page.getByRole('button', { name: 'SETTINGS', exact: true }).click()
  for (const name of names) await page.getByRole('switch', { name }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Done' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
}

test('the month view of the staff calendar is one Tab stop; arrows, Home, End and Page keys move between days, Enter opens the day', async ({
  openAs,
  clinic,
}) => {
  const date = addDays(TODAY, 3)
  await bookVisit(clinic, await newClient(clinic, 'Bianca Torres'), date, '21:30:00')
  const desk = await openAs('admin')
  // This test uses the dark theme, so that axe checks it too. The other tests use the light theme.
  await desk.addInitScript(() => localStorage.setItem('mutya.theme', 'dark'))
  await desk.goto(`/Appointment?date=${addDays(date, -1)}&view=month`)
  await expect(desk.locator('html')).toHaveAttribute('data-theme', 'dark')
  await expect(cell(desk, date)).toHaveAccessibleName(new RegExp(`^${formatLongDate(date)}, 1 appointment`))
  await expect(cell(desk, date)).toContainText('Bianca Torres')
  await expect(desk.locator('[role=gridcell][tabindex="0"]')).toHaveCount(1)
  await cell(desk, addDays(date, -1)).focus()
  await desk.keyboard.press('ArrowRight')
  await expect(cell(desk, date)).toBeFocused()
  await desk.keyboard.press('Enter')
  await expect(dayPanel(desk, date)).toContainText('Bianca Torres')
  await desk.keyboard.press('ArrowDown')
  await expect(cell(desk, addDays(date, 7))).toBeFocused()
  await desk.keyboard.press('ArrowUp')
  await desk.keyboard.press('PageUp')
  await expect(cell(desk, addMonths(date, -1))).toBeFocused()
  await desk.keyboard.press('Home')
  await desk.keyboard.press('End')
  await expect(desk.locator('[role=gridcell]:focus')).toHaveAccessibleName(/^Sunday/)
  await expectAccessible(desk)
})

test('the week, day and agenda views of the staff calendar show the same appointments', async ({ openAs, clinic }) => {
  const date = await dateFor(clinic, 1)
  await bookVisit(clinic, await newClient(clinic, 'Miguel Reyes'), date, '00:00:00')
  const desk = await openAs('admin')
  await desk.goto(`/Appointment?date=${date}&view=month`)
  const calendar = desk.getByRole('region', { name: 'Calendar' })
  for (const view of ['Month', 'Week', 'Day', 'Agenda']) {
    await calendar.getByRole('radio', { name: view }).click()
    await expect(calendar.getByText('Miguel Reyes').first()).toBeAttached()
    await expectAccessible(desk)
    await expectNoSidewaysScroll(desk)
  }
})

test('on a narrow screen the staff calendar offers day and agenda views, and the list of a day slides in from the bottom', async ({
  openAs,
  clinic,
}) => {
  const date = await dateFor(clinic, 12)
  await bookVisit(clinic, await newClient(clinic, 'Miguel Flores'), date, '00:00:00')
  const phone = await openAs('admin', { viewport: { width: 390, height: 844 } })
  await phone.goto(`/Appointment?date=${date}`)
  await expect(phone.getByRole('radiogroup', { name: 'View' }).getByRole('radio')).toHaveCount(2)
  await phone.getByRole('button', { name: formatLongDate(date) }).click()
  await expect(phone.getByRole('dialog')).toContainText('12:00 AM - 12:30 AM (midnight)')
  await expectAccessible(phone)
  await expectNoSidewaysScroll(phone)
})

test('staff can confirm an appointment in the list of a day as well as in the table of appointments', async ({
  openAs,
  clinic,
}) => {
  const date = await dateFor(clinic, 2)
  await bookVisit(clinic, await newClient(clinic, 'Jessa Bautista'), date, '09:00:00')
  const desk = await openAs('cashier')
  await desk.goto(`/cashier/appointments?date=${date}&view=month`)
  await cell(desk, date).click()
  await dayPanel(desk, date).getByRole('button', { name: 'CONFIRM' }).click()
  await desk.getByRole('button', { name: 'Yes, change the status' }).click()
  await expect(dayPanel(desk, date)).toContainText('Confirmed')
})

test('a date is disabled with a reason after its appointments were shown; later its reason is changed and the date is enabled again', async ({
  openAs,
  clinic,
}) => {
  const [first, second] = [await dateFor(clinic, 3), await dateFor(clinic, 4)]
  const client = await newClient(clinic, 'Carla Bautista')
  await bookVisit(clinic, client, second, '09:00:00')
  const desk = await openAs('admin')
  await desk.goto(`/Appointment?date=${first}&view=month`)
  await desk.getByRole('button', { name: 'SETTINGS', exact: true }).click()
  await desk.getByRole('button', { name: 'Disable', exact: true }).click()
  await expect(desk.getByText('Enable the toggle to disable a date.')).toBeVisible()
  await expectAccessible(desk)
  await desk.getByRole('switch', { name: 'Edit Mode' }).click()
  await expect(desk.getByRole('switch', { name: 'Add Appointment Mode' })).toBeDisabled()
  await desk.getByRole('switch', { name: 'Multiple Dates' }).click()
  await desk.getByRole('dialog').getByRole('button', { name: 'Done' }).click()
  await expect(desk.getByRole('dialog')).toBeHidden()
  await cell(desk, first).click()
  await cell(desk, second).click()
  await expect(desk.getByText('2 dates selected.')).toBeVisible()
  await desk.getByRole('button', { name: 'Disable', exact: true }).click()
  const dialog = desk.getByRole('dialog', { name: 'Disable Date' })
  await dialog.getByRole('button', { name: 'DISABLE DATE' }).click()
  await expect(dialog).toContainText('Please provide a reason for disabling the date.')
  await expect(dialog.getByLabel('Reason')).toBeFocused()
  await dialog.getByLabel('Reason').fill('Staff training')
  await dialog.getByRole('button', { name: 'DISABLE DATE' }).click()
  await expect(dialog).toContainText('Carla Bautista')
  await expectAccessible(desk)
  await dialog.getByRole('button', { name: 'Disable anyway' }).click()
  await expectToast(desk, '2 dates have been disabled.')
  await expect(cell(desk, first)).toHaveAccessibleName(/Closed: Staff training/)
  const visit = bookVisit(clinic, client, first, '10:00:00')
  await expect(visit).rejects.toThrow('The clinic is closed on that date. Please choose another date.')

  await cell(desk, first).click()
  const undo = desk.getByRole('dialog', { name: 'Do you want to undo the disable?' })
  await undo.getByLabel('Reason').fill('Staff outing')
  await undo.getByRole('button', { name: 'Save reason' }).click()
  await expect(cell(desk, first)).toHaveAccessibleName(/Closed: Staff outing/)
  await cell(desk, first).click()
  await undo.getByRole('button', { name: 'Yes, enable it!' }).click()
  await expectToast(desk, 'Success! The date has been enabled and the remark cleared.')
  await expect(cell(desk, first)).not.toHaveAccessibleName(/Closed/)
  await bookVisit(clinic, client, first, '10:00:00')

  // Closes a date once more on a fresh page with as few clicks as possible, and counts them.
  await desk.reload()
  const presses = await countPresses(desk)
  await switchOn(desk, 'Edit Mode')
  await cell(desk, first).click()
  await desk.getByRole('button', { name: 'Disable', exact: true }).click()
  await expect(dialog.getByLabel('Reason')).toBeFocused()
  await desk.keyboard.type('Inventory')
  await dialog.getByRole('button', { name: 'DISABLE DATE' }).click()
  await dialog.getByRole('button', { name: 'Disable anyway' }).click()
  await expect(cell(desk, first)).toHaveAccessibleName(/Closed: Inventory/)
  expect(presses.clicks).toBe(7)
})

test('staff book an appointment for a client; occupied times are marked as occupied and cannot be chosen', async ({
  openAs,
  clinic,
}) => {
  const date = await dateFor(clinic, 5)
  const name = `Tricia ${crypto.randomUUID().slice(0, 8)}`
  const client = await newClient(clinic, name)
  await bookVisit(clinic, await newClient(clinic, 'Somebody Else'), date, '09:00:00')
  const desk = await openAs('cashier')
  await desk.goto(`/cashier/appointments?date=${date}&view=month`)
  await switchOn(desk, 'Add Appointment Mode')
  await cell(desk, date).click()
  const dialog = desk.getByRole('dialog', { name: 'Schedule New Appointment' })
  await dialog.getByRole('button', { name: 'SCHEDULE APPOINTMENT' }).click()
  await expect(dialog).toContainText('Please complete all selections before submitting.')
  await expect(dialog.getByRole('combobox', { name: 'Client' })).toBeFocused()
  await expect(dialog.getByRole('combobox', { name: 'Client' })).toHaveAccessibleDescription(/Choose a client\./)
  await dialog.getByRole('combobox', { name: 'Client' }).fill('nobody at all')
  await desk.keyboard.press('Escape')
  await dialog.getByRole('button', { name: 'SCHEDULE APPOINTMENT' }).click()
  await expect(dialog).toContainText('Invalid customer selected.')
  await dialog.getByRole('combobox', { name: 'Client' }).fill(name)
  await desk.getByRole('option', { name }).click()
  await dialog.getByRole('combobox', { name: 'Treatment' }).click()
  await desk.getByRole('option', { name: 'Signature Facials' }).click()
  await dialog.getByRole('combobox', { name: 'Service' }).click()
  await desk.getByRole('option', { name: 'Diamond Peel Facial' }).click()
  await expect(dialog.getByRole('radio', { name: '9:00 AM Booked' })).toBeDisabled()
  await dialog.getByRole('radio', { name: '9:30 AM' }).click()
  await expectAccessible(desk)
  await dialog.getByRole('button', { name: 'SCHEDULE APPOINTMENT' }).click()
  await expectToast(desk, 'Appointment scheduled successfully!')
  await expect(desk.getByRole('table', { name: 'Active Appointments' })).toContainText(name)
  const mine = await clinic.call(client)(appointmentsContract.mine, { querystring: {} })
  expect(mine.appointments).toMatchObject([{ appointment_date: date, appointment_time: '09:30' }])
})

test('staff can book on a public holiday after a confirmation, and open it for everyone in Edit Mode', async ({
  openAs,
  clinic,
}) => {
  const year = Number(TODAY.slice(0, 4)) + (TODAY.slice(5) > '12-24' ? 1 : 0)
  const holiday = `${year}-12-25`
  const client = await newClient(clinic, 'Rosa Holiday')
  const desk = await openAs('admin')
  await desk.goto(`/Appointment?date=${holiday}&view=month`)
  await expect(cell(desk, holiday)).toHaveAccessibleName(/Public holiday: Christmas Day/)
  await switchOn(desk, 'Edit Mode')
  await cell(desk, holiday).click()
  const question = desk.getByRole('alertdialog')
  await expect(question).toContainText('(Christmas Day). Do you want to open this day for everyone?')
  await expectAccessible(desk)
  await question.getByRole('button', { name: 'Open this day' }).click()
  await expectToast(desk, 'The day is open for bookings.')
  await expect(cell(desk, holiday)).not.toHaveAccessibleName(/Public holiday/)
  const { data } = await clinic.call(null)(closedDatesContract.holidays, { querystring: { year } })
  expect(data.map((day) => day.date)).not.toContain(holiday)
  await bookVisit(clinic, client, holiday, '09:00:00')
})

test('the appointments page opens on the current day with a line at the current time; the URL keeps view and day, also for the Back button', async ({
  openAs,
  clinic,
}) => {
  await clinic.setClock(new Date(`${TODAY}T14:15:00+08:00`))
  const desk = await openAs('cashier', { viewport: { width: 1440, height: 900 } })
  await desk.goto('/cashier/appointments')
  const calendar = desk.getByRole('region', { name: 'Calendar' })
  const shows = (date: CivilDate) =>
    expect(desk.getByRole('region', { name: `Appointments for ${formatDate(date)}` })).toBeVisible()
  await expect(calendar.getByRole('radio', { name: 'Day' })).toBeChecked()
  await expect(desk.locator('[data-now-line]')).toBeInViewport()
  await shows(TODAY)
  await calendar.getByRole('radio', { name: 'Month' }).click()
  await cell(desk, addDays(TODAY, 3)).click()
  await shows(addDays(TODAY, 3))
  await cell(desk, addDays(TODAY, 5)).click()
  await shows(addDays(TODAY, 5))
  await desk.reload()
  await shows(addDays(TODAY, 5))
  await expect(calendar.getByRole('radio', { name: 'Month' })).toBeChecked()
  await desk.goBack()
  await shows(addDays(TODAY, 3))
  // Changing the month keeps the chosen day in the list.
  await calendar.getByRole('button', { name: 'Next', exact: true }).click()
  await shows(addDays(TODAY, 3))
  await desk.reload()
  await shows(addDays(TODAY, 3))
  await desk.goBack()
  await desk.goBack()
  await shows(TODAY)
  await desk.goBack()
  await expect(calendar.getByRole('radio', { name: 'Day' })).toBeChecked()
  await calendar.getByRole('radio', { name: 'Week' }).click()
  await expect(desk.locator('[data-now-line]')).toHaveCount(1)
  await calendar.getByRole('button', { name: 'Next', exact: true }).click()
  await expect(desk.locator('[data-now-line]')).toHaveCount(0)
})
