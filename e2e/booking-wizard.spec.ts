import { availabilityContract } from '#shared/appointments/availability-contract.ts'
import { appointmentsContract } from '#shared/appointments/contract.ts'
import { formatDay, formatLongDate, formatTime, instantOf, weekdayOf } from '#shared/lib/manila-time.ts'
import { resourcesContract } from '#shared/resources/contract.ts'
import { expect, test, expectAccessible, expectNoSidewaysScroll, type RunningClinic } from './fixtures.ts'
import { addTreatment } from './support/clinic-api.ts'
import { bookVisit } from './support/book-visit.ts'
import { chooseDay } from './support/choose-day.ts'
import { chooseVisit } from './support/choose-visit.ts'
import { endHold } from './support/end-hold.ts'
import { freeDay } from './support/free-day.ts'
import { newClient } from './support/new-client.ts'
import { TODAY } from './support/clock.ts'

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

test('a client books two services in one visit, and sees both in the profile', async ({ openAs, clinic }) => {
  const mark = crypto.randomUUID().slice(0, 4)
  const admin = clinic.call(clinic.admin)
  const drips = { name: `Drips ${mark}`, services: [[`Glow Drip ${mark}`, 900]] as [string, number][], addOns: [] }
  const facials = { name: `Faces ${mark}`, services: [[`Deep Facial ${mark}`, 600]] as [string, number][], addOns: [] }
  const [drip = ''] = await addTreatment(admin, drips)
  const [facial = ''] = await addTreatment(admin, facials)
  const day = await freeDay(clinic, 15)

  const page = await openAs('client', { viewport: { width: 390, height: 844 } })
  await page.goto('/BookAppointment')
  await page.getByRole('button', { name: drips.name }).click()
  await page.getByRole('button', { name: new RegExp(`^Glow Drip ${mark}`) }).click()
  await page.getByRole('button', { name: 'Add another service' }).click()
  await expect(page.getByRole('heading', { name: 'Choose Your Treatment' })).toBeVisible()
  const services = page.getByRole('region', { name: 'Services of this visit' })
  await expect(services).toContainText(`Glow Drip ${mark}`)
  // A client who no longer wants a second service can continue with the first one only.
  await services.getByRole('button', { name: 'Done adding' }).click()
  await page.getByRole('button', { name: 'Add another service' }).click()
  await page.getByRole('button', { name: facials.name }).click()
  await page.getByRole('button', { name: new RegExp(`^Deep Facial ${mark}`) }).click()
  await expect(page.getByRole('heading', { name: 'Select Your Date' })).toBeVisible()
  await expect(services.getByRole('status')).toHaveText('60 min · ₱1,500')
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  // A reload keeps the chosen services.
  await page.reload()
  await expect(services.getByRole('status')).toHaveText('60 min · ₱1,500')
  const months = (Number(day.slice(5, 7)) - Number(TODAY.slice(5, 7)) + 12) % 12
  for (let turn = 0; turn < months; turn++) await page.getByRole('button', { name: 'Next month' }).click()
  await page.getByRole('button', { name: formatLongDate(day), exact: true }).click()
  await page.getByRole('button', { name: '9:00 AM', exact: true }).click()
  await page.getByRole('button', { name: 'Confirm Booking' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText(`Glow Drip ${mark} + Deep Facial ${mark}`)
  await expect(dialog).toContainText('₱1,500')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Confirm Booking' }).click()
  await expect(page.getByRole('heading', { name: 'Your booking has been received.' })).toBeVisible()
  await expect(page.getByRole('main')).toContainText(`Glow Drip ${mark} + Deep Facial ${mark}`)

  const { appointments } = await admin(appointmentsContract.list, {
    querystring: { scope: 'range', from: day, to: day, per_page: 100 },
  })
  const visit = appointments.find(({ service_id }) => service_id === drip)!
  expect(visit).toMatchObject({ duration_minutes: 60, further_services: [{ service_id: facial }] })
  await page.getByRole('link', { name: 'See my appointments' }).click()
  await expect(page.getByText(`Glow Drip ${mark} + Deep Facial ${mark}`).first()).toBeVisible()
})

test('a client in Los Angeles reads a booking in Manila’s date and time, also at midnight, and reads before and after booking when a visit can be moved or cancelled', async ({
  openAs,
  clinic,
}) => {
  const rule = 'Free to reschedule twice, up to 24 hours before; cancel any time before the start.'
  const day = await freeDay(clinic, 40)
  // In Los Angeles, where the browser is, and in Newfoundland, where the server is, the date differs from Manila's.
  const page = await openAs('client', { timezoneId: 'America/Los_Angeles' })
  const dialog = page.getByRole('dialog', { name: 'Confirm Your Booking' })
  await chooseVisit(page, day)
  await page.getByRole('button', { name: '10:30 AM' }).click()
  await page.getByRole('button', { name: 'Confirm Booking' }).click()
  const facts = ['Signature Facials', 'Hydra Glow Facial', formatLongDate(day), '10:30 AM', '₱2,800.50']
  await expect(dialog.getByRole('definition')).toHaveText(facts)
  await expect(dialog).toContainText(rule)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: /^12:00 AM/ }).click()
  await page.getByRole('button', { name: 'Confirm Booking' }).click()
  await expect(dialog).toContainText('12:00 AM (midnight)')
  await dialog.getByLabel('Mobile number (optional)').fill('0917 555 0123')
  await dialog.getByRole('button', { name: 'Confirm Booking' }).click()
  await expect(page.getByRole('heading', { name: 'Your booking has been received.' })).toBeVisible()
  await expect(page.getByRole('main')).toContainText(formatLongDate(day))
  await expect(page.getByRole('main')).toContainText(rule)

  const list = { scope: 'range', from: day, to: day } as const
  const { appointments } = await clinic.call(clinic.cashier)(appointmentsContract.list, { querystring: list })
  const mine = appointments.find(({ name }) => name === clinic.client.name)
  expect(mine).toMatchObject({ appointment_time: '00:00:00', status: 'pending', contact_number: '0917 555 0123' })

  await page.getByRole('button', { name: 'Book another appointment' }).click()
  await expect(page.getByRole('heading', { name: 'Choose Your Treatment' })).toBeVisible()
  await expect(page.getByRole('button', { pressed: true })).toHaveCount(0)
})

test('at midnight in Manila the booking page deselects the day that ended, in any time zone of browser and server', async ({
  openAs,
  clinic,
}) => {
  const day = await freeDay(clinic, 0)
  const page = await openAs('anonymous', { ownClock: true, timezoneId: 'America/Los_Angeles' })
  // The clock starts five minutes before midnight: it keeps running while the page loads and must not pass midnight.
  await page.clock.install({ time: instantOf(day, '23:55:00') })
  await page.goto('/BookAppointment')
  await page.getByRole('button', { name: /^Signature Facials/ }).click()
  await page.getByRole('button', { name: /^Hydra Glow Facial/ }).click()
  await page.getByRole('button', { name: formatLongDate(day), exact: true }).click()
  await page.getByRole('button', { name: 'Show all times' }).click()
  await expect(page.getByRole('button', { name: '11:30 PM Unavailable' })).toBeDisabled()
  await page.getByRole('button', { name: /^12:00 AM/ }).click()
  await page.clock.fastForward('05:00')
  await expect(page.getByRole('alert')).toHaveText('That time has already passed. Please choose another time.')
  await expect(page.getByRole('heading', { name: 'Select Your Date' })).toBeVisible()
})

test('the first free time can be chosen with one tap, stays reserved for ten minutes, and is released when the page is left', async ({
  openAs,
  clinic,
}) => {
  const treatment = `Held Peels ${crypto.randomUUID().slice(0, 4)}`
  const [service = ''] = await addTreatment(clinic.call(clinic.admin), {
    name: treatment,
    services: [['Glow Peel', 900]],
    addOns: [],
  })
  const asked = { querystring: { service_id: service, date: TODAY, days: 14 } }
  const { days } = (await clinic.call(null)(availabilityContract.availability, asked)).data
  const { date, starts } = days.find((day) => day.starts.length > 0)!
  const time = starts[0]!.time
  const later = starts.map((start) => start.time).findLast((start) => start !== '00:00:00')!
  /** Which of the two times are reserved. Other tests of this file may have reserved other times of the day. */
  const taken = async () => {
    const body = { date, service_id: service }
    const { held_times = [] } = await clinic.call(clinic.cashier)(appointmentsContract.unavailableTimes, { body })
    return held_times.filter((held) => held === time || held === later)
  }

  const page = await openAs('anonymous', { viewport: PHONE })
  await page.goto('/BookAppointment')
  await page.getByRole('button', { name: treatment }).click()
  await page.getByRole('button', { name: /^Glow Peel/ }).click()
  await page.getByRole('button', { name: `Next free: ${formatDay(date)}, ${formatTime(time)}` }).click()
  await expect(page.getByRole('heading', { name: 'Choose Your Time' })).toBeVisible()
  await expect(
    page.getByRole('status').filter({ hasText: `We are holding ${formatTime(time)} for you.` }),
  ).toBeVisible()
  await expect(page.getByRole('timer', { name: 'Time left' })).toHaveText(/^(10:00|9:\d\d)$/)
  await expectAccessible(page)
  await page.setViewportSize({ width: 320, height: 640 })
  await expectNoSidewaysScroll(page)
  await page.setViewportSize(PHONE)
  await expectNoSidewaysScroll(page)
  expect(await taken()).toEqual([time])
  // The message about the reservation is visible even after scrolling down to a later time.
  await page.getByRole('button', { name: formatTime(later) }).click()
  await expect(
    page.getByRole('status').filter({ hasText: `We are holding ${formatTime(later)} for you.` }),
  ).toBeInViewport({ ratio: 1 })
  await page.goto('/')
  await expect.poll(taken).toEqual([])
})
