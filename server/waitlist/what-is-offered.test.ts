import { describe, expect, test } from 'vitest'
import { expectRefused } from '#server/appointments/booking-fixture.ts'
import { createResource, setService } from '#server/test/factories.ts'
import type { StartInterval } from '#shared/clinic/booking-rules.ts'
import { appointmentsContract } from '#shared/appointments/contract.ts'
import { ownWaitlistContract as own, waitlistContract as contract } from '#shared/waitlist/contract.ts'
import { waitlistMessages as s } from '#shared/waitlist/messages.ts'
import {
  cancel,
  clinic,
  day,
  fillMorning,
  later,
  offer,
  offered,
  openWaitlistClinic,
  waiting,
} from './waitlist-fixture.ts'

openWaitlistClinic()

const setInterval = (start_interval_minutes: StartInterval) =>
  clinic.server.db.updateTable('branches').set({ start_interval_minutes }).execute()

describe('an offer to a waitlist entry', () => {
  test('is not made for a time that is too short, or in another part of the day', async () => {
    const visits = await fillMorning()
    const db = clinic.server.db
    const { otherServiceId } = clinic.catalogue
    await setService(db, otherServiceId, { duration_minutes: 60 })
    const long = await waiting({ service_id: otherServiceId })
    const afternoon = await waiting({ day_parts: ['evening'] })
    await cancel(visits.get('09:30:00')!)
    await offer()
    expect([await offered(long), await offered(afternoon)]).toEqual([null, null])
    await cancel(visits.get('10:00:00')!)
    await offer()
    expect(await offered(long)).toBe('09:30:00')
    await setService(db, otherServiceId, { duration_minutes: 30 })
  })

  test('skips times that were free when the client joined, and uses times released later', async () => {
    const visits = await fillMorning()
    await cancel(visits.get('08:00:00')!)
    const client = await waiting()
    await offer()
    expect(await offered(client)).toBeNull()
    await cancel(visits.get('11:30:00')!)
    await offer()
    expect(await offered(client)).toBe('11:30:00')
  })

  test('is not made for a time that was already free when the client joined the waitlist, even if visits could not start at this time until the interval between starts was changed', async () => {
    const visits = await fillMorning()
    await cancel(visits.get('09:00:00')!)
    await cancel(visits.get('09:30:00')!)
    const client = await waiting()
    await setInterval(15)
    await offer()
    // 9:15 was already free when the client joined the waitlist, so this time is not offered.
    expect(await offered(client)).toBeNull()
    await cancel(visits.get('10:00:00')!)
    await offer()
    expect(await offered(client)).toBe('09:45:00')
    await setInterval(30)
    // The offered 9:45 stays valid, although visits can now start only every 30 minutes.
    expect((await client.take()).data.appointment_time).toBe('09:45')
  })

  test('an offer to a waitlist entry is not made within the minimum notice, for a past time, or for a time that starts before the offer would end', async () => {
    const visits = await fillMorning()
    await setService(clinic.server.db, clinic.catalogue.serviceId, { minimum_notice_minutes: 60 })
    const client = await waiting()
    for (const id of visits.values()) await cancel(id)
    // It is 9:05. With an hour of notice and half an hour for the offer, 11:00 is the first time that can be offered.
    clinic.server.clock.now = new Date(`${day}T09:05:00+08:00`)
    await offer()
    expect(await offered(client)).toBe('11:00:00')
    later(29)
    expect((await client.take()).data.appointment_time).toBe('11:00')
    await setService(clinic.server.db, clinic.catalogue.serviceId, { minimum_notice_minutes: null })
  })

  test('is not made for a time when the client has a visit', async () => {
    const visits = await fillMorning()
    const room = await createResource(clinic.server.db, 'room', `Room ${day}`)
    const client = await waiting()
    await clinic.desk(appointmentsContract.book, { body: clinic.visit(day, '09:00:00', client.user.id) })
    await cancel(visits.get('09:00:00')!)
    await clinic.server.db.updateTable('resources').set({ is_active: false }).where('id', '=', room).execute()
    await offer()
    expect(await offered(client)).toBeNull()
  })

  test('that is the third one without an answer ends the waitlist entry', async () => {
    const visits = await fillMorning()
    const client = await waiting()
    for (const time of ['08:00:00', '08:30:00', '09:00:00', '09:30:00'] as const) await cancel(visits.get(time)!)
    for (let i = 0; i < 3; i++) {
      await offer()
      expect(await offered(client)).not.toBeNull()
      later(30)
    }
    await offer()
    const { data: entries } = await clinic.desk(contract.list, {
      querystring: { state: 'expired', search: client.user.name },
    })
    expect(entries).toMatchObject([{ id: client.id, offers_made: 3, offer: null }])
  })

  test('releases its slot when the client leaves the waitlist', async () => {
    const visits = await fillMorning()
    const client = await waiting()
    await cancel(visits.get('08:00:00')!)
    await offer()
    await client.call(own.withdraw, { params: { id: client.id }, body: {} })
    await clinic.server.as((await clinic.newClient()).token)(appointmentsContract.book, {
      body: clinic.visit(day, '08:00:00'),
    })
    await expectRefused(client.call(own.withdraw, { params: { id: client.id }, body: {} }), 409, s.isOver)
  })
})
