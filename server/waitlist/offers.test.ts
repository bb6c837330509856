import { describe, expect, test } from 'vitest'
import { expectRefused } from '#server/appointments/booking-fixture.ts'
import { availabilityContract } from '#shared/appointments/availability-contract.ts'
import { appointmentsContract } from '#shared/appointments/contract.ts'
import { appointmentMessages } from '#shared/appointments/messages.ts'
import { ownWaitlistContract as own } from '#shared/waitlist/contract.ts'
import { waitlistMessages as s } from '#shared/waitlist/messages.ts'
import {
  cancel,
  clinic,
  day,
  dayText,
  fillMorning,
  later,
  offer,
  offered,
  openWaitlistClinic,
  waiting,
} from './waitlist-fixture.ts'

openWaitlistClinic()

describe('an offer to a waitlist entry', () => {
  test('of a released time goes to the first matching entry, reserves the slot, and becomes a booking with one tap', async () => {
    const visits = await fillMorning()
    const first = await waiting()
    later(1)
    const second = await waiting()
    await cancel(visits.get('09:00:00')!)
    await offer()
    expect(await offered(first)).toBe('09:00:00')
    expect(await first.entry()).toMatchObject({ state: 'offered', offer: { appointment_date: day } })
    expect((await first.entry())!.offer!.seconds_left).toBe(1800)
    expect(await offered(second)).toBeNull()
    const stranger = await clinic.newClient()
    const book = clinic.server.as(stranger.token)(appointmentsContract.book, { body: clinic.visit(day, '09:00:00') })
    await expectRefused(book, 409, appointmentMessages.slotTaken)
    const { data } = await first.take()
    expect(data).toMatchObject({ appointment_date: day, appointment_time: '09:00', appointment_status: 'pending' })
    expect((await first.call(appointmentsContract.mine, { querystring: { group: 'upcoming' } })).total).toBe(1)
    expect(await first.entry()).toBeUndefined()
    expect(await clinic.logs(first.id)).toEqual([
      `Put ${first.user.name} for Diamond peel on the waitlist, ${dayText()} to ${dayText()}`,
      `Offered ${dayText()}, 9:00 AM to ${first.user.name} for Diamond peel`,
      `Took the offer of ${dayText()}, 9:00 AM for ${first.user.name} for Diamond peel`,
    ])
  })

  test('is accepted once by two simultaneous taps in two browsers', async () => {
    const visits = await fillMorning()
    const client = await waiting()
    await cancel(visits.get('10:00:00')!)
    await offer()
    const outcomes = await Promise.allSettled([client.take(), client.take()])
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const lost = outcomes.find((outcome) => outcome.status === 'rejected')
    expect(lost?.reason).toMatchObject({ status: 409, message: s.offerEnded })
    expect((await client.call(appointmentsContract.mine, { querystring: { group: 'upcoming' } })).total).toBe(1)
  })

  test('whose time somebody else books at the same moment: only one of the two gets the time, and the booking gets a clear message if it fails', async () => {
    const visits = await fillMorning()
    for (const time of ['08:00:00', '08:30:00', '09:00:00', '09:30:00'] as const) {
      const client = await waiting()
      const stranger = await clinic.newClient()
      await clinic.server.db.deleteFrom('resource_slots').where('appointment_id', '=', visits.get(time)!).execute()
      const [, booked] = await Promise.allSettled([
        offer(),
        clinic.server.as(stranger.token)(appointmentsContract.book, { body: clinic.visit(day, time) }),
      ])
      const isOffered = (await offered(client)) === time
      expect(isOffered).toBe(booked.status === 'rejected')
      if (booked.status === 'rejected')
        expect(booked.reason).toMatchObject({ status: 409, message: appointmentMessages.slotTaken })
      await client.call(own.withdraw, { params: { id: client.id }, body: {} })
      if (isOffered) await clinic.desk(appointmentsContract.book, { body: clinic.visit(day, time, stranger.id) })
    }
  })

  test('expires after 30 minutes, goes to the next entry, and is not repeated to the first entry', async () => {
    const visits = await fillMorning()
    const first = await waiting()
    later(1)
    const second = await waiting()
    await cancel(visits.get('11:00:00')!)
    await offer()
    expect([await offered(first), await offered(second)]).toEqual(['11:00:00', null])
    const { id: offerId } = (await first.entry())!.offer!
    later(29)
    await offer()
    expect(await offered(first)).toBe('11:00:00')
    later(1)
    const late = first.call(own.take, { params: { id: first.id }, body: { offer_id: offerId } })
    await expectRefused(late, 409, s.offerEnded)
    await offer()
    expect([await offered(first), await offered(second)]).toEqual([null, '11:00:00'])
    expect((await first.entry())!.state).toBe('waiting')
    expect(await clinic.logs(first.id)).toContain(
      `Let the offer of ${dayText()}, 11:00 AM to ${first.user.name} for Diamond peel lapse: nobody answered`,
    )
    later(30)
    await offer()
    // Both clients have already been offered this time, so it is not offered to them again.
    expect([await offered(first), await offered(second)]).toEqual([null, null])
    const { data } = await clinic.server.as(null)(availabilityContract.availability, {
      querystring: { service_id: clinic.catalogue.serviceId, date: day },
    })
    expect(data.days[0]!.starts.map(({ time }) => time)).toContain('11:00:00')
  })

  test('that is declined goes to the next entry at once', async () => {
    const visits = await fillMorning()
    const first = await waiting()
    later(1)
    const second = await waiting()
    await cancel(visits.get('08:30:00')!)
    await offer()
    expect((await first.decline()).data).toMatchObject({ state: 'waiting', offer: null })
    await offer()
    expect([await offered(first), await offered(second)]).toEqual([null, '08:30:00'])
    await expectRefused(first.take(), 409, s.offerEnded)
  })

  test('is made only once when two processes look for free times simultaneously', async () => {
    const visits = await fillMorning()
    const clients = [await waiting(), await waiting(), await waiting()]
    for (const time of ['08:00:00', '10:30:00'] as const) await cancel(visits.get(time)!)
    await Promise.all([offer(), offer(), offer()])
    const times = await Promise.all(clients.map(offered))
    expect(times.filter((time) => time !== null).sort()).toEqual(['08:00:00', '10:30:00'])
    const made = await clinic.server.db
      .selectFrom('waitlist_offers')
      .select('id')
      .where(
        'entry_id',
        'in',
        clients.map(({ id }) => id),
      )
      .execute()
    expect(made).toHaveLength(2)
  })
})
