import { expect, test } from 'vitest'
import { openBrowser } from '#server/test/browser.ts'
import { createResource, setHours, setService } from '#server/test/factories.ts'
import { catalogueContract } from '#shared/catalogue/contract.ts'
import { USUAL_BOOKING } from '#shared/catalogue/service-booking.ts'
import { clinicContract } from '#shared/clinic/contract.ts'
import { weekdayOf } from '#shared/lib/manila-time.ts'
import { resourcesContract } from '#shared/resources/contract.ts'
import { cancel, clinic, day, fillMorning, offered, openWaitlistClinic, waiting } from './waitlist-fixture.ts'

openWaitlistClinic({ offersAtOnce: true })

// The tests of this file never run the offer job themselves, so they wait until the app itself has made the offer after
// a change.
const soon = (who: Awaited<ReturnType<typeof waiting>>) => expect.poll(() => offered(who))

const profileFields = {
  address: '12 Scout St',
  phone: '0917 555 1234',
  email: 'hello@clinic.test',
  hours_text: 'Daily',
}

test('a time is offered to a waitlist entry at once when the visit at this time is cancelled or the reservation of this time is released', async () => {
  const visits = await fillMorning()
  const browser = openBrowser(clinic.server.app, { address: '10.0.0.7' })
  await cancel(visits.get('09:00:00')!)
  const held = { appointment_date: day, appointment_time: '09:00:00', service_id: clinic.catalogue.serviceId }
  await browser.send('POST', '/api/holds', held)
  const client = await waiting()
  await browser.send('DELETE', '/api/holds', {})
  await soon(client).toBe('09:00:00')
  const next = await waiting()
  await cancel(visits.get('11:00:00')!)
  await soon(next).toBe('11:00:00')
})

test('time released by shortening a service is offered to a waitlist entry at once', async () => {
  const visits = await fillMorning()
  const { serviceId } = clinic.catalogue
  await setService(clinic.server.db, serviceId, { duration_minutes: 60 })
  await cancel(visits.get('09:00:00')!)
  const client = await waiting()
  await clinic.admin(catalogueContract.changeBooking, {
    params: { id: serviceId },
    body: { ...USUAL_BOOKING, duration_minutes: 30 },
  })
  await soon(client).toBe('09:00:00')
})

test('time of a reactivated room is offered to a waitlist entry at once', async () => {
  await fillMorning()
  const id = await createResource(clinic.server.db, 'room', 'Room 2')
  await clinic.server.db.updateTable('resources').set({ is_active: false }).where('id', '=', id).execute()
  const client = await waiting()
  const room = {
    name: 'Room 2',
    title: '',
    colour: '' as const,
    service_ids: '[]',
    week: '[]',
    is_active: 'true' as const,
  }
  await clinic.admin(resourcesContract.update, { params: { id }, body: room })
  await soon(client).not.toBeNull()
})

test('time added by longer opening hours is offered to a waitlist entry at once', async () => {
  await setHours(clinic.server.db, weekdayOf(day), '13:00', '18:00')
  const client = await waiting()
  const { needs_setup: _, logo_id: _logo, version: __, ...profile } = (await clinic.admin(clinicContract.read, {})).data
  const opening_hours = profile.opening_hours.map((one) =>
    one.weekday === weekdayOf(day) ? { ...one, first_slot: 6 } : one,
  )
  await clinic.admin(clinicContract.save, { body: { ...profile, ...profileFields, opening_hours } })
  await soon(client).toBe('11:00:00')
})
