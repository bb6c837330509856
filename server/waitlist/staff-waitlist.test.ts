import { describe, expect, test } from 'vitest'
import { expectRefused } from '#server/appointments/booking-fixture.ts'
import { logEntries } from '#server/test/log-entries.ts'
import { holdContract } from '#shared/appointments/availability-contract.ts'
import { appointmentsContract } from '#shared/appointments/contract.ts'
import { addDays } from '#shared/lib/manila-time.ts'
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
  request,
} from './waitlist-fixture.ts'

openWaitlistClinic()

describe('staff at the waitlist', () => {
  test('can add a caller to the list, search by name and state, and see how many entries are waiting', async () => {
    const client = await clinic.newClient(`Rosa ${day}`)
    const { data } = await clinic.desk(contract.add, {
      body: { ...request({ last_date: addDays(day, 6) }), user_id: client.id },
    })
    expect(data).toMatchObject({
      client: { user_id: client.id, name: client.name },
      service_name: 'Diamond peel',
      first_date: day,
      last_date: addDays(day, 6),
      day_parts: ['morning'],
      state: 'waiting',
      offers_made: 0,
      offered_online: true,
    })
    const found = await clinic.desk(contract.list, { querystring: { search: client.name } })
    expect([found.total, found.summary.waiting, found.data[0]!.id]).toEqual([1, 1, data.id])
    const over = await clinic.desk(contract.list, { querystring: { search: client.name, state: 'taken' } })
    expect([over.total, over.data]).toEqual([0, []])
    const again = { ...request(), user_id: client.id }
    await expectRefused(clinic.desk(contract.add, { body: again }), 409, s.alreadyWaiting('Diamond peel'))
  })

  test('can book the offered time for a client on the phone, and the visit is confirmed at once', async () => {
    const visits = await fillMorning()
    const client = await waiting()
    await cancel(visits.get('09:30:00')!)
    await offer()
    const { id } = (await client.entry())!.offer!
    const { data } = await clinic.desk(contract.take, { params: { id: client.id }, body: { offer_id: id } })
    expect(data.state).toBe('taken')
    const { appointments } = await client.call(appointmentsContract.mine, { querystring: { group: 'upcoming' } })
    expect(appointments).toMatchObject([{ appointment_time: '09:30', appointment_status: 'confirmed' }])
  })

  test('can link an entry only to a visit of the same client, which releases the slot of the entry’s offer', async () => {
    const visits = await fillMorning()
    const client = await waiting()
    await cancel(visits.get('09:30:00')!)
    await offer()
    const foreign = visits.get('11:00:00')!
    const mark = (appointment_id: string) =>
      clinic.desk(contract.markBooked, { params: { id: client.id }, body: { appointment_id } })
    await expectRefused(mark(foreign), 422, s.notTheirVisit)
    const { data } = await clinic.desk(appointmentsContract.book, {
      body: clinic.visit(day, '14:00:00', client.user.id),
    })
    expect((await mark(data.appointment_id)).data).toMatchObject({ state: 'taken', offer: null })
    await clinic.desk(appointmentsContract.book, {
      body: clinic.visit(day, '09:30:00', (await clinic.newClient()).id),
    })
  })

  test('can offer a time again to a client who declined it, remove the entry, and reopen it', async () => {
    const visits = await fillMorning()
    const client = await waiting()
    await cancel(visits.get('10:30:00')!)
    await offer()
    await client.decline()
    await offer()
    expect(await offered(client)).toBeNull()
    later(1)
    await clinic.desk(contract.offerAgain, { params: { id: client.id }, body: {} })
    await offer()
    expect(await offered(client)).toBe('10:30:00')
    expect((await clinic.desk(contract.remove, { params: { id: client.id }, body: {} })).data).toMatchObject({
      state: 'withdrawn',
      offer: null,
    })
    await expectRefused(clinic.desk(contract.remove, { params: { id: client.id }, body: {} }), 409, s.isOver)
    const logs = await logEntries(clinic.server.db, { subject_id: client.id })
    expect(logs.at(-1)!.action).toBe(`Took ${client.user.name} for Diamond peel off the waitlist`)
    // Staff can reopen the entry.
    expect((await clinic.desk(contract.offerAgain, { params: { id: client.id }, body: {} })).data.state).toBe('waiting')
  })

  test('cannot offer a slot that a browser has reserved, and a client cannot remove another client’s entry', async () => {
    const visits = await fillMorning()
    const client = await waiting()
    await cancel(visits.get('10:00:00')!)
    const visitor = clinic.server.as(null)
    await visitor(holdContract.hold, {
      body: { appointment_date: day, appointment_time: '10:00:00', service_id: clinic.catalogue.serviceId },
    })
    await offer()
    expect(await offered(client)).toBeNull()
    const other = clinic.server.as((await clinic.newClient()).token)
    await expectRefused(other(own.withdraw, { params: { id: client.id }, body: {} }), 404, s.notFound)
  })
})
