import type { Insertable } from 'kysely'
import { seededRandom, type Random } from '../../../scripts/demo/random.ts'
import { MAIN_BRANCH_ID } from '#server/db/main-branch.ts'
import type { Database } from '#server/db/pool.ts'
import type { DB } from '#server/db/schema.ts'
import { newId } from '#server/lib/new-id.ts'
import { fillRandomBooks } from '#server/sales/books/random-books-fixture.ts'
import { createCatalogue, createResource, createUser, type TestUser } from '#server/test/factories.ts'
import { startTestServer, type TestServer } from '#server/test/server.ts'
import { addDays, instantOf, manilaDate, type CivilDate } from '#shared/lib/manila-time.ts'
import { toCentavos } from '#shared/lib/money.ts'
import { reportsContract } from '#shared/reports/contract.ts'
import { reports, type Cell, type CellKind, type Range, type ReportName } from '#shared/reports/reports.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const FIRST: CivilDate = '2025-10-01'

type Visit = Insertable<DB['appointments']> & { starts_at: Date; ends_at: Date }
type Cast = { clients: TestUser[]; staff: TestUser[]; people: string[]; services: string[]; now: Date }

/** Returns a random outcome of a visit: its status, with the times at which the status changed. */
function outcomeOf(random: Random, { starts_at, ends_at }: Visit, { now, staff }: Cast): Partial<Visit> {
  if (starts_at > now) return { status: random.pick(['pending', 'confirmed', 'resched']) }
  if (random.chance(0.25)) {
    const cancel_reason = random.pick(['client', 'client', 'no-show', 'clinic', 'other', 'lapsed'] as const)
    return {
      status: 'cancelled',
      cancel_reason,
      cancelled_by: cancel_reason === 'lapsed' ? null : staff[0]!.id,
      updated_at: new Date(starts_at.getTime() - random.whole(-60, 72 * 60) * MINUTE),
    }
  }
  if (random.chance(0.05)) return { status: 'confirmed' }
  const arrived_at = new Date(starts_at.getTime() - random.whole(-20, 20) * MINUTE)
  const done = random.chance(0.1) ? DAY : random.whole(-10, 30) * MINUTE
  return {
    status: 'completed',
    arrived_at: random.chance(0.8) ? arrived_at : null,
    started_at: random.chance(0.8) ? new Date(arrived_at.getTime() + random.whole(0, 40) * MINUTE) : null,
    done_at: new Date(ends_at.getTime() + done),
  }
}

function makeVisit(random: Random, cast: Cast, client: TestUser, date: CivilDate): Visit {
  const quarter = random.whole(8 * 4, 19 * 4)
  const starts_at = new Date(instantOf(date, '00:00:00').getTime() + quarter * 15 * MINUTE)
  const isWalkIn = starts_at < cast.now && random.chance(0.15)
  const booked = isWalkIn ? random.whole(0, 14) : -random.whole(60, 20 * 24 * 60)
  const created_at = new Date(Math.min(starts_at.getTime() + booked * MINUTE, cast.now.getTime()))
  const visit: Visit = {
    id: newId(),
    branch_id: MAIN_BRANCH_ID,
    client_id: client.clientId!,
    treatment_id: '',
    service_id: random.pick(cast.services),
    practitioner_id: random.pick([...cast.people, null]),
    starts_at,
    ends_at: new Date(starts_at.getTime() + random.pick([30, 45, 90]) * MINUTE),
    created_by: random.chance(0.5) ? client.id : random.pick(cast.staff).id,
    created_at,
    updated_at: created_at,
  }
  return { ...visit, ...outcomeOf(random, visit, cast) }
}

/**
 * Returns the quarter hours of the visits that were not cancelled. A quarter hour that an earlier visit in the list has
 * already taken is overbooked.
 */
function slotsOf(visits: readonly Visit[], room: string) {
  const taken = new Set<string>()
  const slots: Insertable<DB['resource_slots']>[] = []
  const overbooked: Insertable<DB['overbooked_slots']>[] = []
  for (const { id, status, practitioner_id, starts_at, ends_at } of visits)
    for (const resource_id of status === 'cancelled' ? [] : [room, ...(practitioner_id ? [practitioner_id] : [])])
      for (let at = starts_at.getTime(); at < ends_at.getTime(); at += 15 * MINUTE) {
        const slot = { resource_id, slot_at: new Date(at), appointment_id: id }
        const key = `${resource_id} ${at}`
        if (taken.has(key)) overbooked.push(slot)
        else slots.push(slot)
        taken.add(key)
      }
  return { slots, overbooked }
}

/**
 * Gives the first practitioner weekly hours and the second leave, a block and other hours on three days, and adds a
 * closed date and holidays.
 */
async function limitHours(db: Database, [first, second]: readonly string[], now: Date): Promise<void> {
  const week = [1, 2, 3, 5].map((weekday) => ({ weekday, opens_at: '09:15', closes_at: '17:30' }))
  await db
    .insertInto('resource_hours')
    .values(week.map((hours) => ({ resource_id: first!, ...hours })))
    .execute()
  const exceptions = [
    { date: '2026-11-03', kind: 'leave', starts_at: null, ends_at: null },
    { date: '2026-11-04', kind: 'block', starts_at: '10:00', ends_at: '11:15' },
    { date: '2026-11-05', kind: 'hours', starts_at: '12:00', ends_at: '20:30' },
  ] as const
  await db
    .insertInto('resource_exceptions')
    .values(exceptions.map((one) => ({ id: newId(), resource_id: second!, entry_id: newId(), note: '', ...one })))
    .execute()
  const closed = { id: newId(), branch_id: MAIN_BRANCH_ID, date: '2026-11-10', remark: '', created_at: now }
  await db.insertInto('disabled_dates').values(closed).execute()
  const holidays = ['2024-12-25', '2025-12-25', '2026-08-31', '2026-11-02'].map((date) => ({
    date,
    year: Number(date.slice(0, 4)),
    local_name: 'Holiday',
    source: 'embedded',
    fetched_at: now,
  }))
  await db.insertInto('public_holidays').values(holidays).execute()
}

/** Adds up to sixteen visits for each client, at most one on a date. */
async function putVisits(db: Database, random: Random, cast: Cast, room: string): Promise<Visit[]> {
  const services = await db.selectFrom('services').select(['id', 'treatment_id']).execute()
  const visits = cast.clients.flatMap((client) => {
    const anyDate = () => addDays(FIRST, random.whole(random.pick([0, 300]), 440))
    return [...new Set(Array.from({ length: random.whole(0, 16) }, anyDate))].map((date) => {
      const visit = makeVisit(random, cast, client, date)
      return { ...visit, treatment_id: services.find(({ id }) => id === visit.service_id)!.treatment_id }
    })
  })
  await db.insertInto('appointments').values(visits).execute()
  const { slots, overbooked } = slotsOf(visits, room)
  await db.insertInto('resource_slots').values(slots).execute()
  await db.insertInto('overbooked_slots').values(overbooked).execute()
  return visits
}

/** Adds services that some clients bought at the till without a visit, and sets the last visit of each client. */
async function putPurchases(db: Database, { clients, services, now }: Cast, kept: readonly Visit[]): Promise<void> {
  const { treatment_id } = await db.selectFrom('services').select('treatment_id').executeTakeFirstOrThrow()
  const bought = clients.slice(0, 6).map(({ clientId }, n) => ({
    id: newId(),
    client_id: clientId!,
    service_id: services[n % 3]!,
    treatment_id,
    treatment_name: '',
    service_name: '',
    date: addDays(manilaDate(now), -16 - 6 * n),
    created_at: now,
  }))
  await db.insertInto('client_services').values(bought).execute()
  for (const { clientId: id } of clients) {
    const dates = kept.flatMap((one) => (one.client_id === id ? [manilaDate(one.starts_at)] : []))
    const all = [...dates, ...bought.flatMap((one) => (one.client_id === id ? [one.date] : []))].sort()
    await db
      .updateTable('clients')
      .set({ last_visit: all.at(-1) ?? null })
      .where('id', '=', id)
      .execute()
  }
}

/** Reads a report and returns each row as an object with the names of the columns as keys; amounts are in centavos. */
async function readByName(
  { server, admin }: { server: TestServer; admin: TestUser },
  report: ReportName,
  range: Range & { person_id?: string },
) {
  const { data } = await server.as(admin.token)(reportsContract.read, { params: { report }, querystring: range })
  const cellOf = (cell: Cell, kind: CellKind) => (kind === 'amount' && cell !== null ? toCentavos(Number(cell)) : cell)
  const named = (cells: Cell[]): Record<string, Cell> =>
    Object.fromEntries(reports[report].columns.map(({ key, kind }, n) => [key, cellOf(cells[n]!, kind)]))
  return { rows: data.rows.map(named), totals: named(data.totals), count: data.count }
}

/** Reserves a late quarter hour of the day before `now`, as somebody does who chooses a time and does not book it. */
async function reserveSlots(db: Database, now: Date, serviceId: string, resourceIds: readonly string[]): Promise<void> {
  const starts_at = instantOf(addDays(manilaDate(now), -1), '22:00:00')
  const hold = { id: newId(), branch_id: MAIN_BRANCH_ID, service_id: serviceId, starts_at, expires_at: now }
  await db
    .insertInto('holds')
    .values({ ...hold, key: Buffer.from('reserved') })
    .execute()
  await db
    .insertInto('resource_slots')
    .values(resourceIds.map((id) => ({ resource_id: id, slot_at: starts_at, hold_id: hold.id, held_until: now })))
    .execute()
}

/** For tests: a clinic with a year of random visits, some of which are paid; `read` reads a report's rows by column. */
export async function openVisitClinic(seed: number) {
  const server = await startTestServer()
  const { db } = server
  const { now } = server.clock
  const random = seededRandom(seed)
  const admin = await createUser(db, 'admin')
  const staff = [await createUser(db, 'cashier', { name: 'Andrea' }), await createUser(db, 'cashier', { name: 'Rico' })]
  const catalogue = await createCatalogue(db)
  const services = [catalogue.serviceId, catalogue.otherServiceId, catalogue.otherTreatmentServiceId]
  await db.updateTable('services').set({ rebook_after_days: 14 }).where('id', '=', catalogue.otherServiceId).execute()
  const people = [
    await createResource(db, 'practitioner', 'Dra. Reyes'),
    await createResource(db, 'practitioner', 'Dr. Cruz'),
  ]
  await limitHours(db, people, now)
  const clients: TestUser[] = []
  for (let n = 0; n < 24; n++) clients.push(await createUser(db, 'client', { name: `Client ${n}` }))
  const cast = { clients, staff, people, services, now }
  const room = await createResource(db, 'room', 'Room 2')
  const visits = await putVisits(db, random, cast, room)
  await reserveSlots(db, now, services[0]!, [...people, room])
  const kept = visits.filter(({ status }) => status === 'completed')
  await putPurchases(db, cast, kept)
  const dates = Array.from({ length: 40 }, (_, n) => addDays(manilaDate(now), n - 39))
  const visitOf = (n: number) => (n % 2 === 0 ? (kept[n]?.id ?? null) : null)
  await fillRandomBooks(db, { cashier: staff[0]!, catalogue, dates, count: 30, seed, visitOf })
  return {
    server,
    now,
    read: (report: ReportName, range: Range & { person_id?: string }) => readByName({ server, admin }, report, range),
  }
}
