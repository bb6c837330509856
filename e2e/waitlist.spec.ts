import { appointmentsContract } from '#shared/appointments/contract.ts'
import { catalogueContract } from '#shared/catalogue/contract.ts'
import { formatDay, formatLongDate, weekdayOf } from '#shared/lib/manila-time.ts'
import { resourcesContract } from '#shared/resources/contract.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './fixtures.ts'
import { addTreatment } from './support/clinic-api.ts'
import { freeDay } from './support/free-day.ts'
import { newClient } from './support/new-client.ts'
import { TODAY } from './support/clock.ts'

test('when no time suits, a client joins the waitlist, is offered a released time, and accepts it with one tap', async ({
  openAs,
  clinic,
}) => {
  const admin = clinic.call(clinic.admin)
  const treatment = `Waited For ${crypto.randomUUID().slice(0, 4)}`
  const [service = ''] = await addTreatment(admin, { name: treatment, services: [['Rare Peel', 900]], addOns: [] })
  const [added] = (await admin(catalogueContract.servicesByIds, { body: { service_ids: [service] } })).data
  const treatment_id = added!.treatment_id
  const day = await freeDay(clinic, 20)
  const week = [{ weekday: weekdayOf(day), opens_at: '09:00:00', closes_at: '09:30:00' }]
  await admin(resourcesContract.create, {
    body: {
      kind: 'practitioner',
      name: 'Dr. Rara Avis',
      title: 'Dermatologist',
      colour: '',
      is_active: 'true',
      service_ids: JSON.stringify([service]),
      week: JSON.stringify(week),
    },
  })
  const other = await newClient(clinic, 'Olive Other')
  const booked = { appointment_date: day, appointment_time: '09:00:00', treatment_id, service_id: service }
  const { data } = await clinic.call(clinic.cashier)(appointmentsContract.book, {
    body: { ...booked, user_id: other.id },
  })

  const client = await newClient(clinic, 'Wanda Waits')
  const page = await openAs({ email: client.email }, { viewport: { width: 390, height: 844 } })
  await page.goto('/BookAppointment')
  await page.getByRole('button', { name: treatment }).click()
  await page.getByRole('button', { name: /^Rare Peel/ }).click()
  const months = (Number(day.slice(5, 7)) - Number(TODAY.slice(5, 7)) + 12) % 12
  for (let turn = 0; turn < months; turn++) await page.getByRole('button', { name: 'Next month' }).click()
  await page.getByRole('button', { name: formatLongDate(day), exact: true }).click()
  await page.getByRole('button', { name: 'Join the waitlist' }).click()
  const form = page.getByRole('dialog', { name: 'Join the waitlist' })
  await expect(form.getByLabel('First day')).toHaveValue(day)
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await form.getByRole('button', { name: 'Join the waitlist' }).click()
  await expect(page.getByRole('dialog', { name: 'You are on the waitlist' })).toBeVisible()

  const desk = await openAs('cashier')
  await desk.goto('/cashier/appointments')
  await desk.getByRole('link', { name: 'Waitlist' }).click()
  const row = desk.getByRole('row', { name: /Wanda Waits/ })
  await expect(row).toContainText('Waiting')
  await expectAccessible(desk)
  await desk.getByRole('button', { name: 'ADD TO WAITLIST' }).click()
  await expect(desk.getByRole('dialog', { name: 'Add to the waitlist' })).toBeVisible()
  await expectAccessible(desk)
  await desk.keyboard.press('Escape')

  await clinic.call(clinic.cashier)(appointmentsContract.updateStatus, {
    params: { id: data.appointment_id },
    body: { status: 'cancelled', reason: 'other' },
  })
  await expect(row).toContainText(`${formatDay(day)}, 9:00 AM`)
  await page.getByRole('link', { name: 'Go to my profile' }).click()
  const offer = page.getByRole('region', { name: 'A time is free for you' })
  await expect(offer.getByRole('timer')).toContainText(/Reserved for you for (30:00|29:\d\d)/)
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await offer.getByRole('button', { name: /^Book this time/ }).click()
  await expect(offer).toBeHidden()
  await expect(page.getByRole('list', { name: 'Upcoming' })).toContainText('Rare Peel')
  await expect(row).toBeHidden()
})
