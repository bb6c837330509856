import { sql } from 'kysely'
import type { Database, Tx } from '#server/db/pool.ts'
import { inTransaction } from '#server/db/transactions.ts'
import { OPEN_STATUSES } from '#shared/appointments/status.ts'
import { addDays, dayNumber, instantOf, manilaDate, type CivilDate } from '#shared/lib/manila-time.ts'
import { logEvent, type Actor } from '../demo/demo-log.ts'
import { emptyRows, type DemoRows } from '../demo/demo-rows.ts'
import { idAt } from '../demo/id-at.ts'
import { insertAll } from '../demo/insert-rows.ts'
import { DEMO_LOGINS, PRACTITIONER_LOGIN } from '../demo/load-demo.ts'
import { seededRandom, type Random } from '../demo/random.ts'

/** A client's visits with one service: how many are done, the first and last, and whether another one is booked. */
type Visits = {
  client_id: string
  name: string
  service_id: string
  service_name: string
  done: number
  first_on: CivilDate
  last_on: CivilDate
  is_booked: boolean
}

/** The treatments that take several sessions. */
const inSeries = [
  'Signature Facials',
  'RF Microneedling',
  'PRP Microneedling Facials',
  'Chemical Peels',
  'Laser Hair Removal',
  'IV Drips',
]

/**
 * Returns visits of sample clients: first of the client with a log-in, then of the clients of the practitioner with a
 * log-in, whose charts can be opened in the demo.
 */
const findVisits = async (tx: Tx, now: Date): Promise<Visits[]> =>
  (
    await sql<Visits>`
      select visit.client_id, users.name, visit.service_id, services.name as service_name, count(*)::int as done,
        min(visit.appointment_date) as first_on, max(visit.appointment_date) as last_on,
        exists (select from appointments further where further.client_id = visit.client_id
          and further.service_id = visit.service_id and further.status = any(${[...OPEN_STATUSES]})
          and further.appointment_date >= ${manilaDate(now)}) as is_booked
      from appointments visit
        join services on services.id = visit.service_id and services.deleted_at is null
        join treatments on treatments.id = services.treatment_id and treatments.name = any(${inSeries})
        join clients on clients.id = visit.client_id
        join users on users.id = clients.person_id
      where visit.status = 'completed' and users.closed_at is null
      group by visit.client_id, users.name, users.email, visit.service_id, services.name
      order by users.email is not distinct from ${DEMO_LOGINS[2]} desc, bool_or(visit.practitioner_id = (
        select accounts.practitioner_id from accounts join users staff on staff.id = accounts.person_id
        where staff.email = ${PRACTITIONER_LOGIN})) desc nulls last, count(*) desc, visit.client_id, visit.service_id`.execute(
      tx,
    )
  ).rows

type Kind = {
  count: number
  sessions: number
  weeks: number
  /**
   * True if a client's visits suit a treatment plan of this kind. `days` is the number of days since the last visit.
   */
  fits: (visits: Visits, days: number) => boolean
  isEnded?: true
}

/** Fifteen treatment plans: due, due later, booked, completed by the last session, and ended by hand. */
const kinds: readonly Kind[] = [
  { count: 3, sessions: 4, weeks: 1, fits: ({ done, is_booked }, days) => done === 2 && !is_booked && days >= 7 },
  { count: 4, sessions: 6, weeks: 2, fits: ({ is_booked }, days) => !is_booked && days >= 14 },
  { count: 3, sessions: 3, weeks: 4, fits: ({ is_booked }, days) => !is_booked && days < 28 },
  { count: 3, sessions: 8, weeks: 3, fits: ({ is_booked }) => is_booked },
  { count: 1, sessions: 2, weeks: 2, fits: ({ done }) => done === 2 },
  { count: 1, sessions: 6, weeks: 3, fits: ({ is_booked }) => !is_booked, isEnded: true },
]

const goals = [
  'Smooth, even skin before the wedding in June',
  'A visible change after three sessions, with a photo at each',
  'Keep the result: one session every three months afterwards',
  'As few sessions as possible; the client lives in Cebu',
  null,
]

type Chosen = Visits & Kind

/** Chooses the visits of each kind of treatment plan; each client has one plan. */
function choosePlans(visits: readonly Visits[], today: CivilDate): Chosen[] {
  const taken = new Set<string>()
  return kinds.flatMap((kind) => {
    const chosen: Chosen[] = []
    for (const one of visits) {
      const days = dayNumber(today) - dayNumber(one.last_on)
      if (chosen.length === kind.count || taken.has(one.client_id) || !kind.fits(one, days)) continue
      taken.add(one.client_id)
      chosen.push({ ...one, ...kind })
    }
    return chosen
  })
}

type Sample = { rows: DemoRows; random: Random; by: Actor; branchId: string; yesterday: CivilDate }

async function addPlan(tx: Tx, { rows, random, by, branchId, yesterday }: Sample, plan: Chosen): Promise<void> {
  // The practitioner starts a treatment plan in the evening after its first session.
  const at = instantOf(plan.first_on, '17:30:00')
  const id = idAt(random, at)
  await tx
    .insertInto('treatment_plans')
    .values({
      id,
      branch_id: branchId,
      client_id: plan.client_id,
      service_id: plan.service_id,
      service_at_start: plan.service_name,
      sessions: plan.sessions,
      interval_count: plan.weeks,
      interval_unit: 'weeks',
      goal: random.pick(goals),
      started_on: plan.first_on,
      ended_on: plan.isEnded ? yesterday : null,
      created_at: at,
      created_by: by.id,
      created_by_name: by.name,
    })
    .execute()
  const about = { subjectId: id, parameters: { client: plan.name, service: plan.service_name } }
  logEvent(rows, random, { at, by }, { type: 'treatment-plans.plan.started', ...about })
  const ended = { at: instantOf(yesterday, '16:00:00'), by }
  if (plan.isEnded) logEvent(rows, random, ended, { type: 'treatment-plans.plan.ended', ...about })
}

/** Adds fifteen treatment plans to the charts of clients whose visits count as sessions. */
export async function addPlans(db: Database, now: Date): Promise<void> {
  await inTransaction(db, async (tx) => {
    const today = manilaDate(now)
    const branch = await tx.selectFrom('branches').select('id').executeTakeFirstOrThrow()
    const by = await tx
      .selectFrom('users')
      .select(['id', 'name', 'role'])
      .where('email', '=', PRACTITIONER_LOGIN)
      .executeTakeFirstOrThrow()
    const yesterday = addDays(today, -1)
    const sample: Sample = { rows: emptyRows(), random: seededRandom(127), by, branchId: branch.id, yesterday }
    for (const plan of choosePlans(await findVisits(tx, now), today)) await addPlan(tx, sample, plan)
    await insertAll(tx, 'events', sample.rows.events)
  })
}
