import { appointmentsContract } from '#shared/appointments/contract.ts'
import { formatDay, formatLongDate, weekdayOf } from '#shared/lib/manila-time.ts'
import { resourcesContract } from '#shared/resources/contract.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test, type RunningClinic } from './fixtures.ts'
import { addTreatment } from './support/clinic-api.ts'
import { bookVisit } from './support/book-visit.ts'
import { chooseDay } from './support/choose-day.ts'
import { endHold } from './support/end-hold.ts'
import { freeDay } from './support/free-day.ts'
import { newClient } from './support/new-client.ts'

const PHONE = { width: 390, height: 844 }

/** Adds a practitioner who offers a service. With `weekday`, they work only on that day, from 9 AM to noon. */
async function addPerson(clinic: RunningClinic, name: string, service: string, weekday?: number) {
  const week = weekday === undefined ? [] : [{ weekday, opens_at: '09:00:00', closes_at: '12:00:00' }]
  const body = {
    kind: 'practitioner' as const,
    name,
    title: 'Dermatologist',
    colour: '' as const,
    is_active: 'true' as const,
    service_ids: JSON.stringify([service]),
    week: JSON.stringify(week),
  }
  return (await clinic.call(clinic.admin)(resourcesContract.create, { body })).data
}

test('a visitor chooses a practitioner, is offered the next free day, loses the slot to somebody else and takes a nearby time', async ({
  openAs,
  clinic,
}) => {
  const treatment = `Skin Consultations ${crypto.randomUUID().slice(0, 4)}`
  const admin = clinic.call(clinic.admin)
  const [service = ''] = await addTreatment(admin, { name: treatment, services: [['Skin Check', 900]], addOns: [] })
  const day = await freeDay(clinic, 12)
  const next = await freeDay(clinic, 13)
  const ana = await addPerson(clinic, 'Dr. Ana Reyes', service, weekdayOf(next))
  await addPerson(clinic, 'Dr. Bea Cruz', service)

  // Dates and times must be Manila's even if it is another day where the browser is.
  const page = await openAs('client', { viewport: PHONE, timezoneId: 'America/Los_Angeles' })
  await page.goto('/BookAppointment')
  await page.getByRole('button', { name: treatment }).click()
  await page.getByRole('button', { name: /^Skin Check/ }).click()
  await expect(page.getByRole('complementary')).toContainText('30 min')
  await chooseDay(page, day)
  const who = page.getByRole('group', { name: 'With whom?' })
  await expect(who.getByRole('button', { name: /^Anyone/, pressed: true })).toBeVisible()
  await expect(page.getByRole('button', { name: '9:00 AM', exact: true })).toBeEnabled()
  await who.getByRole('button', { name: /^Dr\. Ana Reyes Dermatologist/ }).click()
  await expect(page.getByText('No free time is left on this day.')).toBeVisible()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await page.getByRole('button', { name: `Next free: ${formatDay(next)}, 9:00 AM` }).click()
  await expect(page.getByText(`${formatLongDate(next)}, Manila time`)).toBeVisible()
  await expect(who.getByRole('button', { name: /Reyes/, pressed: true })).toBeVisible()
  await expect(page.getByRole('button', { name: '9:00 AM', exact: true, pressed: true })).toBeVisible()
  await page.getByRole('button', { name: '10:00 AM', exact: true }).click()
  await page.getByRole('button', { name: 'Confirm Booking' }).click()
  const dialog = page.getByRole('dialog', { name: 'Confirm Your Booking' })
  await expect(dialog).toContainText('Dr. Ana Reyes')

  await endHold(page)
  await bookVisit(clinic, await newClient(clinic, 'Corazon Velasco'), next, '10:00:00')
  await dialog.getByRole('button', { name: 'Confirm Booking' }).click()
  await expect(page.getByRole('alert')).toHaveText('That time has just been taken. Please choose another.')
  const nearest = page.getByRole('group', { name: 'The nearest free times' })
  await expect(nearest.getByRole('button')).toHaveText(['9:00 AM', '9:30 AM', '10:30 AM'])
  await expectAccessible(page)
  await nearest.getByRole('button', { name: '10:30 AM' }).click()
  await expect(nearest).toBeHidden()
  await page.getByRole('button', { name: 'Confirm Booking' }).click()
  await dialog.getByRole('button', { name: 'Confirm Booking' }).click()
  await expect(page.getByRole('heading', { name: 'Your booking has been received.' })).toBeVisible()
  await expect(page.getByRole('main')).toContainText(`${formatLongDate(next)}, 10:30 AM, with Dr. Ana Reyes`)

  const list = { scope: 'range', from: next, to: next } as const
  const { appointments } = await clinic.call(clinic.cashier)(appointmentsContract.list, { querystring: list })
  expect(appointments.find(({ service_id }) => service_id === service)).toMatchObject({
    appointment_time: '10:30:00',
    practitioner_id: ana.id,
  })
})
