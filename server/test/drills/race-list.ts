import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { createUser } from '#server/test/factories.ts'
import type { Caller } from '#server/test/server.ts'
import { holdContract } from '#shared/appointments/availability-contract.ts'
import { appointmentsContract } from '#shared/appointments/contract.ts'
import { cashContract } from '#shared/cash/contract.ts'
import { cashManagementContract } from '#shared/cash/management-contract.ts'
import { SLOT_TIMES } from '#shared/clinic/opening-hours.ts'
import { addDays, type CivilDate, type CivilTime } from '#shared/lib/manila-time.ts'
import { salesContract } from '#shared/sales/contract.ts'
import { refundContract } from '#shared/sales/refunds/refund-contract.ts'
import { ownWaitlistContract } from '#shared/waitlist/contract.ts'
import { pesos } from '#server/cash/cash-fixture.ts'
import type { AppProcesses } from './app-processes.ts'

/** The calls of a round, one for each person, of which only one can succeed; a call returns whether it succeeded. */
type Round = (() => Promise<boolean>)[]
type Size = { people: number; rounds: number }
/** Prepares a race and returns the function that prepares a round. */
type Race = (clinic: AppProcesses, size: Size) => Promise<(round: number) => Promise<Round>>

/** Each round uses its own date and time. */
const slotOf = (firstDate: CivilDate, round: number): [CivilDate, CivilTime] => [
  addDays(firstDate, Math.floor(round / SLOT_TIMES.length)),
  SLOT_TIMES[round % SLOT_TIMES.length]!,
]

const visit = ({ clinic }: AppProcesses, [appointment_date, appointment_time]: [CivilDate, CivilTime]) => ({
  appointment_date,
  appointment_time,
  treatment_id: clinic.till.catalogue.treatmentId,
  service_id: clinic.till.catalogue.serviceId,
})

const done = (call: Promise<unknown>): Promise<boolean> => call.then(() => true)

/**
 * Makes callers for `people` new clients. Each round needs new clients, because a client may book only ten times an
 * hour.
 */
async function clientCallers(app: AppProcesses, people: number): Promise<Caller[]> {
  return Promise.all((await app.newClients(people)).map((client) => app.callerOf(client)))
}

export const bookingRace: Race = async (app, { people }) => {
  return async (round) => {
    const body = visit(app, slotOf('2027-06-01', round))
    return (await clientCallers(app, people)).map((by) => () => done(by(appointmentsContract.book, { body })))
  }
}

/** Books a visit at the desk for a new client. */
async function bookVisit(app: AppProcesses, slot: [CivilDate, CivilTime]): Promise<string> {
  const { id: user_id } = await createUser(app.clinic.server.db, 'client')
  const body = { ...visit(app, slot), user_id }
  return (await app.clinic.asCashier(appointmentsContract.book, { body })).data.appointment_id
}

const movingRace: Race = async (app, { people }) => {
  const visits: string[] = []
  while (visits.length < people) visits.push(await bookVisit(app, slotOf('2027-09-01', visits.length)))
  const desk = await app.callersOf(app.clinic.till.cashier, people)
  return async (round) => {
    const [appointment_date, appointment_time] = slotOf('2027-07-01', round)
    return visits.map((id, n) => () => {
      const body = { appointment_id: id, appointment_date, appointment_time }
      return done(desk[n]!(appointmentsContract.reschedule, { params: { id }, body }))
    })
  }
}

const reservationRace: Race = async (app, { people }) => {
  return async (round) => {
    const [appointment_date, appointment_time] = slotOf('2027-08-01', round)
    const body = { appointment_date, appointment_time, service_id: app.clinic.till.catalogue.serviceId }
    return (await clientCallers(app, people)).map((by) => async () => {
      const { data } = await by(holdContract.hold, { body })
      return data.held_until !== null
    })
  }
}

/** All people record a sale that pays for the same visit, each with an idempotency key of their own. */
const checkoutRace: Race = async (app, { people }) => {
  const { till, terminal } = app.clinic
  const cashiers = await app.callersOf(till.cashier, people)
  return async () => {
    const appointment_id = await till.appointment(till.client)
    const paid = { appointment_id, is_walk_in: false, terminal_id: terminal.id }
    const body = till.order([till.peel()], paid)
    return cashiers.map((by) => () => done(by(salesContract.checkout, { body }, { idempotencyKey: randomUUID() })))
  }
}

/** Sells one peel for each round on the day before, so that today it can be refunded. */
async function sellYesterday({ clinic }: AppProcesses, count: number): Promise<string[]> {
  clinic.at('2026-11-20T10:00:00+08:00')
  const shift = await clinic.open(0)
  const sales: string[] = []
  while (sales.length < count) sales.push((await clinic.peel()).id)
  await clinic.close(shift.id, 1500 * count)
  await clinic.closeDay('2026-11-20')
  return sales
}

const refundRace: Race = async (app, { people, rounds }) => {
  const admins = await app.callersOf(app.clinic.admin, people)
  const sold = await sellYesterday(app, rounds)
  app.syncClock()
  // This shift stays open for the sales of the next race.
  await app.clinic.open(10_000 * rounds)
  return async (round) => {
    const params = { id: sold[round]! }
    const body = {
      lines: [{ position: 1, quantity: 1 }],
      total: 1500,
      method: 'cash' as const,
      reason: 'Allergy',
      terminal_id: app.clinic.terminal.id,
    }
    return admins.map((by) => () => done(by(refundContract.refund, { params, body }, { idempotencyKey: randomUUID() })))
  }
}

const readingRace: Race = async (app, { people }) => {
  const { clinic } = app
  const cashiers = await app.callersOf(clinic.till.cashier, people)
  return async (round) => {
    app.syncClock()
    const { data } = await clinic.asAdmin(cashManagementContract.createTerminal, {
      body: { name: `Desk ${round}`, is_active: true },
    })
    const { data: shift } = await clinic.asCashier(cashContract.openShift, {
      body: { terminal_id: data.id, count: pesos(100) },
    })
    await clinic.close(shift.id, 100)
    const body = { terminal_id: data.id, business_date: '2026-11-21' }
    return cashiers.map((by) => () => done(by(cashContract.closeDay, { body })))
  }
}

/** How many clients are on the waitlist for the two times that are freed. */
const WAITING = 5

/**
 * Races of waitlist offers. Several clients wait for a morning that is fully booked. Then one process cancels a visit of
 * that morning, and at the same moment another process cancels a second one, so that both processes make offers. Each
 * freed time must be offered to one client. All callers then accept the first offer, and only one may get the time.
 */
const offerRace: Race = async (app, { people }) => {
  const { db } = app.clinic.server
  const [firstDesk, secondDesk] = await app.callersOf(app.clinic.till.cashier, 2)
  return async (round) => {
    const day = addDays('2027-01-05', round)
    const morning = SLOT_TIMES.filter((time) => time < '12:00:00')
    const visits: string[] = []
    for (const time of morning) visits.push(await bookVisit(app, [day, time]))
    const waiting = await app.newClients(WAITING)
    const service_id = app.clinic.till.catalogue.serviceId
    const body = { service_id, first_date: day, last_date: day, day_parts: ['morning' as const] }
    for (const { token } of waiting) await app.clinic.server.as(token)(ownWaitlistContract.join, { body })
    const cancel = (by: Caller, id: string) =>
      by(appointmentsContract.updateStatus, { params: { id }, body: { status: 'cancelled', reason: 'other' } })
    await Promise.all([cancel(firstDesk!, visits[0]!), cancel(secondDesk!, visits[2]!)])
    const offers = () =>
      db
        .selectFrom('waitlist_offers as o')
        .innerJoin('waitlist_entries as e', 'e.id', 'o.entry_id')
        .innerJoin('clients as c', 'c.id', 'e.client_id')
        .select(['o.id', 'o.entry_id', 'o.starts_at', 'c.person_id'])
        .where('e.first_date', '=', day)
        .execute()
    await expect.poll(offers).toHaveLength(2)
    const [first, second] = await offers()
    expect([first!.entry_id === second!.entry_id, +first!.starts_at === +second!.starts_at]).toEqual([false, false])
    const takers = await app.callersOf({ id: first!.person_id }, people)
    const taken = { params: { id: first!.entry_id }, body: { offer_id: first!.id } }
    return takers.map((by) => () => done(by(ownWaitlistContract.take, taken)))
  }
}

/**
 * The races in the order in which they run. The race of refunds comes before that of checkouts, because it sells on the
 * day before and then opens the shift of the day.
 */
export const races: Readonly<Record<string, Race>> = {
  'refund of a line': refundRace,
  'checkout of a visit': checkoutRace,
  'Z-reading of a day': readingRace,
  'booking of a time': bookingRace,
  'move into a time': movingRace,
  'reservation of a time': reservationRace,
  'offer of a freed time': offerRace,
}
