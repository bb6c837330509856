import { expect } from 'vitest'
import { createResource, type TestUser } from '#server/test/factories.ts'
import { openTill, type Till } from '#server/sales/till-fixture.ts'
import { appointmentsContract as contract } from '#shared/appointments/contract.ts'
import type { AppointmentStatus } from '#shared/appointments/status.ts'
import type { CivilDate, CivilTime } from '#shared/lib/manila-time.ts'
import type { Random } from '../../../scripts/demo/random.ts'
import { createUser } from '../factories.ts'
import type { Step, Walker } from './walk.ts'

const TODAY = '2026-11-21'
const DAYS: readonly CivilDate[] = [TODAY, '2026-11-22']
const TIMES: readonly CivilTime[] = ['10:00:00', '11:00:00', '13:30:00', '15:00:00', '17:30:00']
/** There are more rooms than visits at one time, so that random walks at the same time never need the same room. */
const ROOMS = 80

/** The allowed changes of a visit's status, written by hand and not derived from the code under test. */
const ALLOWED: Record<AppointmentStatus, AppointmentStatus[]> = {
  pending: ['confirmed', 'cancelled'],
  confirmed: ['on-going', 'cancelled'],
  resched: ['confirmed', 'on-going', 'cancelled'],
  'on-going': ['completed', 'cancelled'],
  completed: [],
  cancelled: [],
}
const OVER: readonly AppointmentStatus[] = ['completed', 'cancelled']
const MAY_MOVE: readonly AppointmentStatus[] = ['pending', 'confirmed', 'resched']
const MAY_PAY: readonly AppointmentStatus[] = ['confirmed', 'resched', 'on-going', 'completed']

type Visit = {
  id: string
  status: AppointmentStatus
  date: CivilDate
  time: CivilTime
  isPaid: boolean
  changes: number
}

/** Opens a clinic on the morning of November 21 with so many rooms that walks do not affect each other. */
export async function openWalkClinic(): Promise<Till> {
  const till = await openTill({
    now: new Date(`${TODAY}T08:00:00+08:00`),
    offersAtOnce: false,
    poolSize: 20,
    limits: { openBookingsPerClient: 1_000, bookingsPerClient: { tries: 100_000, windowSeconds: 60 } },
  })
  for (let n = 1; n < ROOMS; n++) await createResource(till.server.db, 'room', `Room ${n}`)
  return till
}

class AppointmentWalk implements Walker {
  readonly #till: Till
  readonly #random: Random
  readonly #client: TestUser
  readonly #visits: Visit[] = []

  constructor(till: Till, random: Random, client: TestUser) {
    this.#till = till
    this.#random = random
    this.#client = client
  }

  get #current(): Visit | undefined {
    return this.#visits.at(-1)
  }

  get #desk() {
    return this.#till.server.as(this.#till.cashier.token)
  }

  get #own() {
    return this.#till.server.as(this.#client.token)
  }

  next(): Step {
    const visit = this.#current
    const isOver = !visit || OVER.includes(visit.status)
    if (isOver && this.#random.chance(visit ? 0.6 : 1)) return this.#book()
    return this.#random.weighted<() => Step>([
      [() => this.#mark(visit!), 5],
      [() => this.#move(visit!), 2],
      [() => this.#cancel(visit!), 1],
      [() => this.#pay(visit!), 2],
    ])()
  }

  /** True if the client has a visit at that time that is not over. */
  #isBusy(date: CivilDate, time: CivilTime): boolean {
    return this.#visits.some((one) => !OVER.includes(one.status) && one.date === date && one.time === time)
  }

  #book(): Step {
    const byClient = this.#random.chance(0.5)
    const [date, time] = [this.#random.pick(DAYS), this.#random.pick(TIMES)]
    const isTaken = this.#isBusy(date, time)
    const { treatmentId: treatment_id, serviceId: service_id } = this.#till.catalogue
    const asked = { appointment_date: date, appointment_time: time, treatment_id, service_id }
    const body = byClient ? asked : { ...asked, user_id: this.#client.id }
    const send = async () => {
      const { data } = await (byClient ? this.#own : this.#desk)(contract.book, { body })
      this.#visits.push({ id: data.appointment_id, status: 'pending', date, time, isPaid: false, changes: 1 })
    }
    return { name: `book ${date} ${time}`, isAllowed: !isTaken, send }
  }

  #mark(visit: Visit): Step {
    const status = this.#random.pick(['confirmed', 'on-going', 'completed', 'cancelled'] as const)
    const isEarly = status === 'on-going' && visit.date !== TODAY
    const body = status === 'cancelled' ? { status, reason: 'other' as const } : { status }
    const send = async () => {
      await this.#desk(contract.updateStatus, { params: { id: visit.id }, body })
      Object.assign(visit, { status, changes: visit.changes + 1 })
    }
    return { name: `mark as ${status}`, isAllowed: ALLOWED[visit.status].includes(status) && !isEarly, send }
  }

  #move(visit: Visit): Step {
    const [date, time] = [this.#random.pick(DAYS), this.#random.pick(TIMES)]
    const isTaken = this.#isBusy(date, time)
    const body = { appointment_id: visit.id, appointment_date: date, appointment_time: time }
    const send = async () => {
      await this.#desk(contract.reschedule, { params: { id: visit.id }, body })
      Object.assign(visit, { status: 'resched', date, time, changes: visit.changes + 1 })
    }
    return { name: `move to ${date} ${time}`, isAllowed: MAY_MOVE.includes(visit.status) && !isTaken, send }
  }

  #cancel(visit: Visit): Step {
    const send = async () => {
      await this.#own(contract.cancelMine, { params: { id: visit.id }, body: {} })
      Object.assign(visit, { status: 'cancelled', changes: visit.changes + 1 })
    }
    return { name: 'cancel as the client', isAllowed: MAY_MOVE.includes(visit.status) && !visit.isPaid, send }
  }

  #pay(visit: Visit): Step {
    const paid = { user_id: this.#client.id, appointment_id: visit.id, is_walk_in: false }
    const send = async () => {
      await this.#till.send(this.#till.order([this.#till.peel()], paid))
      visit.isPaid = true
    }
    return { name: 'pay', isAllowed: MAY_PAY.includes(visit.status) && !visit.isPaid, send }
  }

  async compare(): Promise<void> {
    const visit = this.#current
    if (!visit) return
    const { db } = this.#till.server
    const row = await db
      .selectFrom('appointments')
      .select(({ selectFrom, fn }) => [
        'status',
        'appointment_date as date',
        'appointment_time as time',
        selectFrom('resource_slots')
          .select(fn.countAll<string>().as('n'))
          .whereRef('resource_slots.appointment_id', '=', 'appointments.id')
          .as('slots'),
        selectFrom('documents')
          .select(fn.countAll<string>().as('n'))
          .whereRef('documents.appointment_id', '=', 'appointments.id')
          .as('sales'),
      ])
      .where('id', '=', visit.id)
      .executeTakeFirstOrThrow()
    const { status, date, time, isPaid } = visit
    const slots = status === 'cancelled' ? 0 : 2
    expect({ ...row, slots: Number(row.slots), sales: Number(row.sales) }).toEqual({
      status,
      date,
      time,
      slots,
      sales: isPaid ? 1 : 0,
    })
  }

  /**
   * Checks that each change is in the history log once. Then releases the slots, so that the rooms are free for later
   * walks.
   */
  async finish(): Promise<void> {
    const { db } = this.#till.server
    const ids = this.#visits.map(({ id }) => id)
    const rows = await db
      .selectFrom('events')
      .select(['subject_id', ({ fn }) => fn.countAll<string>().as('n')])
      .where('subject', '=', 'appointment')
      .where('subject_id', 'in', ids)
      .groupBy('subject_id')
      .execute()
    const logged = new Map(rows.map(({ subject_id, n }) => [subject_id, Number(n)]))
    expect(ids.map((id) => logged.get(id))).toEqual(this.#visits.map(({ changes }) => changes))
    await db.deleteFrom('resource_slots').where('appointment_id', 'in', ids).execute()
  }
}

export const startAppointmentWalk = async (till: Till, random: Random): Promise<Walker> =>
  new AppointmentWalk(till, random, await createUser(till.server.db, 'client'))
