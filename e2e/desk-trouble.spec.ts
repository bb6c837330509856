import type { Page, Route } from '@playwright/test'
import { appointmentsContract } from '#shared/appointments/contract.ts'
import { closedDatesContract } from '#shared/closed-dates/contract.ts'
import type { CivilDate } from '#shared/lib/manila-time.ts'
import { expect, expectAccessible, test } from './fixtures.ts'
import { freeDay } from './support/free-day.ts'

const cell = (page: Page, date: CivilDate) => page.locator(`[role=gridcell][data-date="${date}"]`)
const lost = (route: Route) => route.abort()

async function switchOn(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'SETTINGS', exact: true }).click()
  await page.getByRole('switch', { name }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Done' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
}

test('what the scheduling cannot read it says by name, and another try brings it', async ({
  openAs,
  clinic,
  expected,
}) => {
  expected.push(/net::ERR_FAILED/)
  const date = await freeDay(clinic, 231)
  const desk = await openAs('cashier')
  const paths = ['get-appointment-treatment', 'services?*', 'get-client-contact*', 'check-conflict-time']
  for (const path of paths) await desk.route(`**/api/${path}`, lost)
  await desk.goto(`/cashier/appointments?date=${date}&view=month`)
  await switchOn(desk, 'Add Appointment Mode')
  await cell(desk, date).click()
  const dialog = desk.getByRole('dialog', { name: 'Schedule New Appointment' })
  const trouble = (sentence: string) => dialog.getByRole('alert').filter({ hasText: sentence })

  await expect(trouble('Failed to load treatments.')).toBeVisible()
  await expect(trouble('Failed to load clients.')).toBeVisible()
  await expect(trouble('Failed to check time conflict.')).toBeVisible()
  await expectAccessible(desk)
  await desk.unroute('**/api/check-conflict-time')
  await trouble('Failed to check time conflict.').getByRole('button', { name: 'Try again' }).click()
  await expect(trouble('Failed to check time conflict.')).toBeHidden()
  await desk.unroute('**/api/get-client-contact*')
  await trouble('Failed to load clients.').getByRole('button', { name: 'Try again' }).click()
  await expect(trouble('Failed to load clients.')).toBeHidden()
  await desk.unroute('**/api/get-appointment-treatment')
  await trouble('Failed to load treatments.').getByRole('button', { name: 'Try again' }).click()
  await dialog.getByRole('combobox', { name: 'Treatment' }).click()
  await expect(desk.getByRole('option', { name: 'Signature Facials' })).toBeVisible()
  await desk.keyboard.press('Escape')

  await expect(trouble('Failed to load services.')).toBeVisible()
  await desk.unroute('**/api/services?*')
  await trouble('Failed to load services.').getByRole('button', { name: 'Try again' }).click()
  await dialog.getByRole('combobox', { name: 'Service' }).click()
  await desk.getByRole('option', { name: 'Diamond Peel Facial' }).click()
  await expect(dialog.getByRole('combobox', { name: 'Service' })).toHaveValue('Diamond Peel Facial')
  await expect(dialog.getByRole('alert')).toHaveCount(0)
})

test('a closing that gets no answer is told as a matter of the network, what fails otherwise is not; the reason stays', async ({
  openAs,
  clinic,
  expected,
}) => {
  expected.push(/net::ERR_FAILED/, /status of 500/)
  const date = await freeDay(clinic, 233)
  const desk = await openAs('admin')
  await desk.goto(`/Appointment?date=${date}&view=month`)
  await switchOn(desk, 'Edit Mode')
  await cell(desk, date).click()
  await desk.getByRole('button', { name: 'Disable', exact: true }).click()
  const dialog = desk.getByRole('dialog', { name: 'Disable Date' })
  await dialog.getByLabel('Reason').fill('Generator test')
  const send = dialog.getByRole('button', { name: 'DISABLE DATE' })

  await desk.route('**/api/disable-dates-store', lost)
  await send.click()
  await expect(desk.getByText('Network error. Please check your connection.')).toBeVisible()
  await expect(dialog.getByLabel('Reason')).toHaveValue('Generator test')
  await expect(desk.getByText('Network error. Please check your connection.')).toBeHidden()

  await desk.unroute('**/api/disable-dates-store')
  await desk.route('**/api/disable-dates-store', (route) => route.fulfill({ status: 500, body: 'oops' }))
  await send.click()
  await expect(desk.getByText('An error occurred.')).toBeVisible()
  await expect(desk.getByText('Network error. Please check your connection.')).toBeHidden()

  await desk.unroute('**/api/disable-dates-store')
  await send.click()
  await expect(dialog).toBeHidden()
  await expect(cell(desk, date)).toHaveAccessibleName(/Closed: Generator test/)
})

test('a date that could not be enabled is told, stays closed, and is enabled by another try', async ({
  openAs,
  clinic,
  expected,
}) => {
  expected.push(/net::ERR_FAILED/, /status of 500/)
  const date = await freeDay(clinic, 235)
  const staff = clinic.call(clinic.cashier)
  await staff(appointmentsContract.disableDates, { body: { date: [date], remark: 'Aircon repair' } })
  const isClosed = async () =>
    (await staff(closedDatesContract.disabledDates, {})).data.some((closure) => closure.date === date)
  const desk = await openAs('cashier')
  await desk.goto(`/cashier/appointments?date=${date}&view=month`)
  await switchOn(desk, 'Edit Mode')
  await cell(desk, date).click()
  const dialog = desk.getByRole('dialog', { name: 'Do you want to undo the disable?' })
  const told = desk.getByText('Failed to enable the date. Please try again.')
  for (const failing of [lost, (route: Route) => route.fulfill({ status: 500, body: 'oops' })]) {
    await desk.route('**/api/Enable-date/*', failing)
    await dialog.getByRole('button', { name: 'Yes, enable it!' }).click()
    await expect(told).toBeVisible()
    await expect(dialog).toBeVisible()
    expect(await isClosed()).toBe(true)
    await desk.unroute('**/api/Enable-date/*')
    await expect(told).toBeHidden()
  }
  await dialog.getByRole('button', { name: 'Yes, enable it!' }).click()
  await expect(desk.getByText('Success! The date has been enabled and the remark cleared.')).toBeVisible()
  await expect(cell(desk, date)).not.toHaveAccessibleName(/Closed/)
  expect(await isClosed()).toBe(false)
})
