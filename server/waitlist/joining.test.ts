import { describe, expect, test } from 'vitest'
import { expectRefused } from '#server/appointments/booking-fixture.ts'
import { newId } from '#server/lib/new-id.ts'
import { createUser } from '#server/test/factories.ts'
import { appointmentsContract } from '#shared/appointments/contract.ts'
import { appointmentMessages, termsMessages } from '#shared/appointments/messages.ts'
import { addDays } from '#shared/lib/manila-time.ts'
import { usersContract } from '#shared/users/contract.ts'
import { ownWaitlistContract as own, waitlistContract as contract } from '#shared/waitlist/contract.ts'
import { waitlistMessages as s } from '#shared/waitlist/messages.ts'
import {
  cancel,
  clinic,
  day,
  fillMorning,
  later,
  NOW,
  offer,
  offered,
  openWaitlistClinic,
  waiting,
  request,
} from './waitlist-fixture.ts'

openWaitlistClinic()

describe('joining the waitlist', () => {
  test('is rejected with a message if service, days or parts of the day are invalid, and changes nothing', async () => {
    const client = await clinic.newClient()
    const call = clinic.server.as(client.token)
    const refused = (more: Parameters<typeof request>[0], sentence: string) =>
      expectRefused(call(own.join, { body: request(more) }), 422, sentence)
    await refused({ first_date: '2026-11-01', last_date: '2026-11-02' }, s.datePast)
    await refused({ first_date: addDays(day, 1), last_date: day }, s.lastBeforeFirst)
    await refused({ last_date: addDays(day, 31) }, s.tooManyDays(31))
    await refused({ first_date: '2028-01-03', last_date: '2028-01-03' }, s.dateTooFar)
    await refused({ day_parts: [] }, s.chooseParts)
    await refused({ service_id: client.id }, appointmentMessages.unknownService)
    expect((await call(own.mine, {})).data).toEqual([])
    await call(own.join, { body: request() })
    await expectRefused(call(own.join, { body: request() }), 409, s.alreadyWaiting('Diamond peel'))
  })

  test('is rejected for days beyond the booking horizon, and days that can no longer be booked in time', async () => {
    const { db } = clinic.server
    const client = await clinic.newClient()
    const call = clinic.server.as(client.token)
    const { phone } = await db.selectFrom('branches').select('phone').executeTakeFirstOrThrow()
    const [today, tomorrow] = ['2026-11-21', '2026-11-22']
    const rules = (minimum_notice_minutes: number, horizon_days: number | null) =>
      db.updateTable('branches').set({ minimum_notice_minutes, horizon_days }).execute()
    const refused = async (more: Parameters<typeof request>[0], sentence: string) => {
      await expectRefused(call(own.join, { body: request(more) }), 422, sentence)
      expect((await call(own.mine, {})).data).toEqual([])
    }
    await rules(24 * 60, 1)
    await refused({ first_date: today, last_date: '2026-11-23' }, termsMessages.tooFarAhead(1))
    await refused({ first_date: today, last_date: today }, termsMessages.dayTooSoon(phone))
    // It is nine o'clock. With a minimum notice of 27 hours, tomorrow can only be booked from noon on.
    await rules(27 * 60, 1)
    await refused({ first_date: tomorrow, last_date: tomorrow }, termsMessages.dayTooSoon(phone))
    const body = request({ first_date: today, last_date: tomorrow, day_parts: ['morning', 'afternoon'] })
    expect((await call(own.join, { body })).data.state).toBe('waiting')
    // Staff may book visits that are too soon or too far ahead for clients, so staff may also add such days to the
    // waitlist.
    const other = request({ service_id: clinic.catalogue.otherServiceId, first_date: day, last_date: day })
    await clinic.desk(contract.add, { body: { ...other, user_id: client.id } })
    await rules(0, null)
  })

  test('is limited to one visit or waitlist entry for a client unknown to the clinic, and to ten waitlist entries of unknown clients for each IP address', async () => {
    const { db } = clinic.server
    const unknownClient = () => createUser(db, 'client', { isUnknown: true })
    const one = await unknownClient()
    const call = clinic.server.as(one.token)
    await call(own.join, { body: request() })
    const { phone } = await db.selectFrom('branches').select('phone').executeTakeFirstOrThrow()
    const second = request({ service_id: clinic.catalogue.otherServiceId })
    await expectRefused(call(own.join, { body: second }), 409, s.firstEntry(phone))
    for (let i = 1; i < 10; i++) await waiting({}, await unknownClient())
    const eleventh = clinic.server.as((await unknownClient()).token)(own.join, { body: request() })
    await expectRefused(eleventh, 409, s.waitlistFull(phone))
    // A known client can still join, because the limit counts only unknown clients.
    await waiting()
    await clinic.server.db.deleteFrom('waitlist_entries').where('address_hash', 'is not', null).execute()
    const booked = await unknownClient()
    await clinic.server.as(booked.token)(appointmentsContract.book, { body: clinic.visit(day, '13:00:00') })
    const withVisit = clinic.server.as(booked.token)(own.join, { body: request() })
    await expectRefused(withVisit, 409, appointmentMessages.firstVisitOpen(phone))
  })

  test('stores the IP address of a client unknown to the clinic only until the clinic knows the client', async () => {
    const { db } = clinic.server
    const client = await waiting({}, await createUser(db, 'client', { isUnknown: true }))
    const hashOf = async () =>
      (
        await db
          .selectFrom('waitlist_entries')
          .select('address_hash')
          .where('id', '=', client.id)
          .executeTakeFirstOrThrow()
      ).address_hash
    expect(await hashOf()).not.toBeNull()
    await clinic.desk(appointmentsContract.book, { body: clinic.visit(day, '15:00:00', client.user.id) })
    await offer()
    expect(await hashOf()).toBeNull()
  })

  test('is limited to five open entries for a client known to the clinic', async () => {
    const { db } = clinic.server
    const client = await clinic.newClient()
    const call = clinic.server.as(client.token)
    const { treatment_id, price_centavos, created_at, updated_at } = await db
      .selectFrom('services')
      .selectAll()
      .where('id', '=', clinic.catalogue.serviceId)
      .executeTakeFirstOrThrow()
    const services = [1, 2, 3, 4, 5, 6].map((n) => ({ id: newId(), name: `Peel ${n}`, search_text: `peel ${n}` }))
    await db
      .insertInto('services')
      .values(services.map((service) => ({ ...service, treatment_id, price_centavos, created_at, updated_at })))
      .execute()
    for (const { id } of services.slice(0, 5)) await call(own.join, { body: request({ service_id: id }) })
    const sixth = { body: request({ service_id: services[5]!.id }) }
    await expectRefused(call(own.join, sixth), 409, s.tooManyEntries(5))
    const { data: entries } = await call(own.mine, {})
    await call(own.withdraw, { params: { id: entries[0]!.id }, body: {} })
    expect((await call(own.join, sixth)).data.state).toBe('waiting')
  })

  test('is limited to ten entries in an hour for a client', async () => {
    const client = await clinic.newClient()
    const call = clinic.server.as(client.token)
    for (let i = 0; i < 10; i++) {
      const { data } = await call(own.join, { body: request() })
      await call(own.withdraw, { params: { id: data.id }, body: {} })
    }
    await expectRefused(call(own.join, { body: request() }), 429, s.tooManyInAnHour)
  })

  test('saves the entered phone number in the profile if the profile has none', async () => {
    const client = await clinic.newClient()
    await clinic.server.as(client.token)(own.join, { body: request({ contact_number: '0917 321 7654' }) })
    const { data: entries } = await clinic.desk(contract.list, { querystring: { search: client.name } })
    expect(entries[0]!.client.contact_number).toBe('0917 321 7654')
  })
})

describe('a waitlist entry', () => {
  test('expires when its days have passed', async () => {
    const client = await waiting()
    clinic.server.clock.now = new Date(`${addDays(day, 1)}T09:00:00+08:00`)
    await offer()
    expect(await clinic.logs(client.id)).toContain(
      `Ended the waiting of ${client.user.name} for Diamond peel: the days have passed`,
    )
    await expectRefused(clinic.desk(contract.offerAgain, { params: { id: client.id }, body: {} }), 409, s.daysOver)
  })

  test('expires when its service is deleted, and its offer can no longer be accepted', async () => {
    const visits = await fillMorning()
    const { otherTreatmentServiceId: service_id } = clinic.catalogue
    const { db } = clinic.server
    await db.deleteFrom('service_resources').where('service_id', '=', service_id).execute()
    const offeredOne = await waiting({ service_id })
    await cancel(visits.get('08:00:00')!)
    await offer()
    const waitingOne = await waiting({ service_id })
    expect(await offered(offeredOne)).toBe('08:00:00')
    await db.updateTable('services').set({ deleted_at: NOW }).where('id', '=', service_id).execute()
    await expectRefused(offeredOne.take(), 422, appointmentMessages.unknownService)
    await offer()
    expect(await waitingOne.entry()).toBeUndefined()
    later(30)
    await offer()
    expect(await offeredOne.entry()).toBeUndefined()
    await db.updateTable('services').set({ deleted_at: null }).where('id', '=', service_id).execute()
  })

  test('is deleted with the account, and its reserved slot is released', async () => {
    const visits = await fillMorning()
    const client = await waiting()
    await cancel(visits.get('08:00:00')!)
    await offer()
    await clinic.admin(usersContract.remove, { params: { id: client.user.id } })
    const { db } = clinic.server
    expect(await db.selectFrom('waitlist_entries').select('id').where('id', '=', client.id).execute()).toEqual([])
    expect(await db.selectFrom('waitlist_offers').select('id').where('entry_id', '=', client.id).execute()).toEqual([])
    await clinic.desk(appointmentsContract.book, {
      body: clinic.visit(day, '08:00:00', (await clinic.newClient()).id),
    })
  })
})
