import { sql } from 'kysely'
import type { Database, Tx } from '#server/db/pool.ts'
import { inTransaction } from '#server/db/transactions.ts'
import { hashPassword } from '#server/lib/passwords.ts'
import { accountRow, personRow } from '#server/people/rows.ts'
import { addDays, manilaDate, type CivilDate } from '#shared/lib/manila-time.ts'
import type { Actor } from './demo-log.ts'
import { logEvent } from './demo-log.ts'
import { emptyRows, type DemoRows } from './demo-rows.ts'
import { idAt } from './id-at.ts'
import { DEMO_PASSWORD, PRACTITIONER_LOGIN } from './load-demo.ts'
import { seededRandom, type Random } from './random.ts'
import { sampleDurations, sampleResources, type SampleResource } from './resources-content.ts'

type Service = { id: string; name: string; treatment: string }
type Made = { id: string; branchId: string; position: number; today: CivilDate; entryId: () => string }

async function insertResource(tx: Tx, sample: SampleResource, services: readonly Service[], made: Made): Promise<void> {
  const { kind, name, title = '', colour, treatments, hours = [], exceptions = [] } = sample
  const { id, branchId, position, today, entryId } = made
  await tx.insertInto('resources').values({ id, branch_id: branchId, kind, name, title, colour, position }).execute()
  const week = hours.flatMap(({ days, spans }) =>
    days.flatMap((weekday) =>
      spans.map(([opens_at, closes_at]) => ({ resource_id: id, weekday, opens_at, closes_at })),
    ),
  )
  if (week.length > 0) await tx.insertInto('resource_hours').values(week).execute()
  const needed = services.filter(({ treatment }) => treatments.includes(treatment))
  if (needed.length > 0)
    await tx
      .insertInto('service_resources')
      .values(needed.map((service) => ({ service_id: service.id, resource_id: id })))
      .execute()
  for (const { kind: what, first, last, times, note } of exceptions) {
    const entry_id = entryId()
    const rows = Array.from({ length: last - first + 1 }, (_, day) => ({
      id: entryId(),
      entry_id,
      resource_id: id,
      date: addDays(today, first + day),
      kind: what,
      starts_at: times?.[0] ?? null,
      ends_at: times?.[1] ?? null,
      note,
    }))
    await tx.insertInto('resource_exceptions').values(rows).execute()
  }
}

/** Services take as long as they do; what is booked keeps its time. */
async function setDurations(tx: Tx): Promise<void> {
  for (const [name, [duration_minutes, buffer_after_minutes = 0]] of Object.entries(sampleDurations))
    await tx.updateTable('services').set({ duration_minutes, buffer_after_minutes }).where('name', '=', name).execute()
}

/**
 * Gives the visits ahead that need somebody one of those who do the service and work at that time, in turn. The sample
 * books one room, so that no two of them are at the same time.
 */
async function assignVisits(tx: Tx, now: Date): Promise<void> {
  await sql`
    with ahead as (
      select a.id, a.service_id, a.starts_at, a.ends_at, a.appointment_date as date,
        (a.starts_at at time zone 'Asia/Manila')::time as from_time, (a.ends_at at time zone 'Asia/Manila')::time as to_time,
        row_number() over (order by a.starts_at, a.id) as n
      from appointments a where a.starts_at > ${now} and a.status <> 'cancelled'
    ), able as (
      select v.*, r.id as resource_id, row_number() over (partition by v.id order by r.position) - 1 as place,
        count(*) over (partition by v.id) as people
      from ahead v
      join service_resources s on s.service_id = v.service_id
      join resources r on r.id = s.resource_id and r.kind = 'practitioner'
      where not exists (select from resource_exceptions e where e.resource_id = r.id and e.date = v.date)
        and (not exists (select from resource_hours h where h.resource_id = r.id)
          or exists (select from resource_hours h where h.resource_id = r.id and h.weekday = extract(dow from v.date)
            and h.opens_at <= v.from_time and v.to_time <= h.closes_at and v.from_time < v.to_time))
    ), chosen as (
      select * from able where place = n % people
    ), named as (
      update appointments set practitioner_id = chosen.resource_id from chosen where appointments.id = chosen.id
    )
    insert into resource_slots (resource_id, slot_at, appointment_id)
    select resource_id, slot_at, id
    from chosen, generate_series(starts_at, ends_at - interval '15 minutes', interval '15 minutes') slot_at`.execute(tx)
}

/** The first practitioner can log in. */
async function addLogIn(tx: Tx, rows: DemoRows, random: Random, { now, by }: { now: Date; by: Actor }): Promise<void> {
  const { id: practitioner_id, name } = await tx
    .selectFrom('resources')
    .select(['id', 'name'])
    .where('kind', '=', 'practitioner')
    .orderBy('position')
    .executeTakeFirstOrThrow()
  const id = idAt(random, now)
  const contact = { email: PRACTITIONER_LOGIN, contact_number: null }
  await tx
    .insertInto('people')
    .values(personRow(id, { first_name: name }, contact, now))
    .execute()
  const hash = await hashPassword(DEMO_PASSWORD)
  await tx
    .insertInto('accounts')
    .values({ ...accountRow(id, 'practitioner', { hash }, now), practitioner_id })
    .execute()
  const parameters = { name, role: 'practitioner' }
  logEvent(rows, random, { at: now, by }, { type: 'users.user.created', subjectId: id, parameters })
}

/**
 * Gives the sample clinic its people, rooms, lasers and leave, and its services their durations. `npm run demo` alone does:
 * the tests know the sample with one room, as a clinic is that has set up nothing.
 */
export async function addResources(db: Database, now: Date): Promise<void> {
  const random = seededRandom(30)
  const rows = emptyRows()
  const today = manilaDate(now)
  await inTransaction(db, async (tx) => {
    const { id: branchId } = await tx.selectFrom('branches').select('id').executeTakeFirstOrThrow()
    const by: Actor = await tx
      .selectFrom('users')
      .select(['id', 'name', 'role'])
      .where('role', '=', 'admin')
      .orderBy('created_at')
      .executeTakeFirstOrThrow()
    const services = await tx
      .selectFrom('services')
      .innerJoin('treatments', 'treatments.id', 'services.treatment_id')
      .select(['services.id', 'services.name', 'treatments.name as treatment'])
      .execute()
    for (const [index, sample] of sampleResources.entries()) {
      const id = idAt(random, now)
      const made = { id, branchId, position: index + 2, today, entryId: () => idAt(random, now) }
      await insertResource(tx, sample, services, made)
      const parameters = { kind: sample.kind, name: sample.name }
      logEvent(rows, random, { at: now, by }, { type: 'resources.resource.created', subjectId: id, parameters })
    }
    await setDurations(tx)
    await assignVisits(tx, now)
    await addLogIn(tx, rows, random, { now, by })
    await tx.insertInto('events').values(rows.events).execute()
  })
}
