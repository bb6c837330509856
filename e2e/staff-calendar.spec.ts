import type { Page } from '@playwright/test'
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

test('a day that has visits is closed with seven clicks, after its clients were listed; then nobody can book on it', async ({
  openAs,
  clinic,
}) => {
  const date = await dateFor(clinic, 3)
  const client = await newClient(clinic, 'Carla Bautista')
  await bookVisit(clinic, client, date, '09:00:00')
  const desk = await openAs('admin')
  await desk.goto(`/Appointment?date=${date}&view=month`)
  const presses = await countPresses(desk)
  await desk.getByRole('button', { name: 'SETTINGS', exact: true }).click()
  await expectAccessible(desk)
  await desk.getByRole('switch', { name: 'Edit Mode' }).click()
  await desk.getByRole('dialog').getByRole('button', { name: 'Done' }).click()
  await expect(desk.getByRole('dialog')).toBeHidden()
  await cell(desk, date).click()
  await desk.getByRole('button', { name: 'Disable', exact: true }).click()
  const dialog = desk.getByRole('dialog', { name: 'Disable Date' })
  await expect(dialog.getByLabel('Reason')).toBeFocused()
  await desk.keyboard.type('Inventory')
  await dialog.getByRole('button', { name: 'DISABLE DATE' }).click()
  await expect(dialog).toContainText('Carla Bautista')
  await expectAccessible(desk)
  await dialog.getByRole('button', { name: 'Disable anyway' }).click()
  await expect(cell(desk, date)).toHaveAccessibleName(/Closed: Inventory/)
  expect(presses.clicks).toBe(7)
  const visit = bookVisit(clinic, client, date, '10:00:00')
  await expect(visit).rejects.toThrow('The clinic is closed on that date. Please choose another date.')
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
