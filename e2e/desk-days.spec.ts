import type { Page } from '@playwright/test'
import { appointmentsContract } from '#shared/appointments/contract.ts'
import { addDays, formatDate, formatLongDate, weekdayOf, type CivilDate } from '#shared/lib/manila-time.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test, type RunningClinic } from './fixtures.ts'
import { bookVisit } from './support/book-visit.ts'
import { freeDay } from './support/free-day.ts'
import { newClient } from './support/new-client.ts'
import { openListening } from './support/requests-page.ts'
import { TODAY } from './support/clock.ts'

const calendar = (page: Page) => page.getByRole('region', { name: 'Calendar' })
const head = (page: Page, date: CivilDate) => page.locator(`[role=gridcell][data-date="${date}"]`)
const column = (page: Page, date: CivilDate) => calendar(page).getByRole('list', { name: formatLongDate(date) })
const panel = (page: Page, date: CivilDate) =>
  page.getByRole('region', { name: `Appointments for ${formatDate(date)}` })

async function switchOn(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'SETTINGS', exact: true }).click()
  await page.getByRole('switch', { name }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Done' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
}

/** Finds a free day that is no Sunday, so that the next day is in the same week of the calendar. */
async function dayInWeek(clinic: RunningClinic, from: number): Promise<CivilDate> {
  const date = await freeDay(clinic, from)
  return weekdayOf(date) === 0 ? addDays(date, 1) : date
}

async function bookBusyDay(clinic: RunningClinic): Promise<CivilDate> {
  const date = await dayInWeek(clinic, 238)
  const crowd = await newClient(clinic, 'Morning Crowd')
  for (const hour of ['09', '10', '11', '12', '13']) await bookVisit(clinic, crowd, date, `${hour}:00:00`)
  await bookVisit(clinic, await newClient(clinic, 'Evening Guest'), date, '21:00:00')
  return date
}

let busyDay: Promise<CivilDate> | undefined
/** A day with visits all morning and one in the evening. The tests share it, so none of them may change its visits. */
const readBusyDay = (clinic: RunningClinic): Promise<CivilDate> => (busyDay ??= bookBusyDay(clinic))

test('tapping a day or an appointment in the week or day view of the front desk opens the list of that day', async ({
  openAs,
  clinic,
}) => {
  const date = await readBusyDay(clinic)
  const desk = await openAs('cashier', { viewport: { width: 1440, height: 900 } })
  for (const view of ['week', 'day']) {
    await desk.goto(`/cashier/appointments?date=${date}&view=${view}`)
    await head(desk, date).click()
    await expect(panel(desk, date)).toContainText('Evening Guest')
    const visit = column(desk, date).getByRole('button', { name: /Evening Guest/ })
    expect((await visit.boundingBox())!.height).toBeGreaterThanOrEqual(43)
    await visit.click()
    const found = panel(desk, date).getByRole('listitem').filter({ hasText: 'Evening Guest' })
    await expect(found).toBeFocused()
    await expect(found).toBeInViewport()
    // Tab reaches the links of the client's name and phone number (if there is one) before the action buttons.
    await desk.keyboard.press('Tab')
    await expect(found.getByRole('link', { name: 'Evening Guest' })).toBeFocused()
    for (const _ of await found.getByRole('link').all()) await desk.keyboard.press('Tab')
    await expect(found.getByRole('button', { name: /^CONFIRM/ })).toBeFocused()
    // The list is the same in both views, and other tests check the views themselves with axe.
    if (view === 'week') await expectAccessible(desk)

    const first = column(desk, date).getByRole('button').first()
    await first.focus()
    await desk.keyboard.press('Enter')
    await expect(panel(desk, date).getByRole('listitem').first()).toBeFocused()
    await expectNoSidewaysScroll(desk)
  }
})

test('in week and day view tapping a free half hour starts a booking, and past or closed days cannot be tapped', async ({
  openAs,
  clinic,
}) => {
  const date = await dayInWeek(clinic, 254)
  const closed = addDays(date, weekdayOf(date) === 1 ? 1 : -1)
  await bookVisit(clinic, await newClient(clinic, 'Closed Nevertheless'), closed, '08:00:00')
  const body = { date: [closed], remark: 'Inventory', despite_appointments: true }
  await clinic.call(clinic.cashier)(appointmentsContract.disableDates, { body })
  const desk = await openAs('admin', { viewport: { width: 1440, height: 900 } })
  await desk.goto(`/Appointment?date=${date}&view=week`)
  await expect(column(desk, closed)).toContainText('Closed Nevertheless')
  await expect(column(desk, closed).getByRole('button')).toHaveCount(0)
  const free = { position: { x: 20, y: 20 } }
  await column(desk, closed).click(free)
  await expect(desk.getByRole('dialog')).toHaveCount(0)
  await column(desk, date).click(free)
  const dialog = desk.getByRole('dialog', { name: 'Schedule New Appointment' })
  await expect(dialog).toContainText(formatLongDate(date))
  await expect(dialog.getByRole('radio', { name: '8:00 AM' })).toBeChecked()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(panel(desk, closed)).toHaveCount(0)
  await calendar(desk).getByRole('radio', { name: 'Day' }).click()
  await column(desk, date).click(free)
  await expect(dialog.getByRole('radio', { name: '8:00 AM' })).toBeChecked()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await desk.goto(`/Appointment?date=${addDays(TODAY, -7)}&view=week`)
  await expect(head(desk, addDays(TODAY, -7))).toHaveAttribute('aria-disabled', 'true')
  const other = addDays(TODAY, weekdayOf(TODAY) === 1 ? -6 : -8)
  await column(desk, other).click(free)
  await expect(panel(desk, addDays(TODAY, -7))).toBeVisible()
})

test('on the appointments page in Edit Mode, tapping an appointment selects its day; in Add mode it opens the booking dialog for that day', async ({
  openAs,
  clinic,
}) => {
  const date = await readBusyDay(clinic)
  const desk = await openAs('admin')
  await desk.goto(`/Appointment?date=${date}&view=week`)
  await switchOn(desk, 'Edit Mode')
  await column(desk, date)
    .getByRole('button', { name: /Evening Guest/ })
    .click()
  await expect(desk.getByText('1 date selected.')).toBeVisible()
  await expect(head(desk, date)).toHaveAccessibleName(/selected$/)
  // Clicks at 3 PM, because the bar of the selection mode covers the top of the screen.
  await column(desk, date).click({ position: { x: 20, y: 667 } })
  await expect(desk.getByText('1 date selected.')).toBeHidden()
  await desk.getByRole('button', { name: 'Done' }).click()
  await switchOn(desk, 'Add Appointment Mode')
  await column(desk, date)
    .getByRole('button', { name: /Evening Guest/ })
    .click()
  const dialog = desk.getByRole('dialog', { name: 'Schedule New Appointment' })
  await expect(dialog).toContainText(formatLongDate(date))
  await expect(dialog.getByRole('radio', { name: '9:00 AM Booked' })).toBeDisabled()
  await expect(dialog.getByRole('radio', { checked: true })).toHaveCount(0)
})

test('on the appointments page in Add mode, tapping a half hour chooses it for the new appointment, unless it is occupied', async ({
  openAs,
  clinic,
}) => {
  const date = await freeDay(clinic, 278)
  const desk = await openAs('admin')
  await openListening(desk, `/Appointment?date=${date}&view=day`)
  await switchOn(desk, 'Add Appointment Mode')
  const dialog = desk.getByRole('dialog', { name: 'Schedule New Appointment' })
  const { height } = (await column(desk, date).boundingBox())!
  const tapAt = (slot: number) => column(desk, date).click({ position: { x: 200, y: ((slot + 0.5) * height) / 33 } })
  await tapAt(5)
  await expect(dialog.getByRole('radio', { name: '10:30 AM' })).toBeChecked()
  await bookVisit(clinic, await newClient(clinic, 'Quick Hand'), date, '10:30:00')
  await expect(dialog.getByRole('radio', { name: '10:30 AM Booked' })).toBeDisabled()
  await expect(dialog.getByRole('radio', { checked: true })).toHaveCount(0)
})

test('the day view opened in the afternoon is scrolled to the afternoon', async ({ openAs, clinic }) => {
  await clinic.setClock(new Date(`${TODAY}T15:10:00+08:00`))
  const desk = await openAs('admin', { viewport: { width: 1440, height: 900 } })
  await desk.goto('/Appointment?view=day')
  const hour = (label: string) => calendar(desk).getByText(label, { exact: true })
  await expect(hour('3 PM')).toBeInViewport()
  await expect(hour('9 AM')).not.toBeInViewport()
  await calendar(desk).getByRole('button', { name: 'Next', exact: true }).click()
  await expect(hour('9 AM')).toBeInViewport()
})

test('on a phone tapping an appointment in the agenda or day view opens the list of its date at that appointment', async ({
  openAs,
  clinic,
}) => {
  const date = await readBusyDay(clinic)
  const phone = await openAs('admin', { viewport: { width: 390, height: 844 } })
  for (const view of ['agenda', 'day']) {
    await phone.goto(`/Appointment?date=${date}&view=${view}`)
    const visit = calendar(phone).getByRole('button', { name: /Evening Guest/ })
    expect((await visit.boundingBox())!.height).toBeGreaterThanOrEqual(43)
    await visit.click()
    const list = phone.getByRole('dialog', { name: `Appointments for ${formatDate(date)}` })
    await expect(list.getByText('Evening Guest')).toBeInViewport()
    await expect(list.getByRole('button', { name: 'CONFIRM: Evening Guest' })).toBeInViewport()
    // Both views open the same list.
    if (view === 'agenda') await expectAccessible(phone)
    await phone.keyboard.press('Escape')
    await expect(list).toBeHidden()
    await expect(visit).toBeFocused()
  }
})
