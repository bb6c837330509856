import { sql } from 'kysely'
import { inBatches } from '#server/db/in-batches.ts'
import type { ReadTx } from '#server/db/pool.ts'
import { matchesPersonSearch } from '#server/db/search-conditions.ts'
import { OPEN_STATUSES } from '#shared/appointments/status.ts'
import type { CivilDate } from '#shared/lib/manila-time.ts'

/** The client's visits with the service of a plan, as `from` and `where` of a subquery. */
const visitsOfPlan = sql`appointments visit where visit.client_id = treatment_plans.client_id
  and (visit.service_id = treatment_plans.service_id or exists (select from appointment_services further
    where further.appointment_id = visit.id and further.service_id = treatment_plans.service_id))`
const sessionsOfPlan = sql`${visitsOfPlan} and visit.status = 'completed'
  and visit.appointment_date >= treatment_plans.started_on`

/** Plans with the progress that the completed visits make; a repeated visit after the last session counts no further. */
const planRows = (tx: ReadTx, today: CivilDate) =>
  tx.selectFrom((from) =>
    from
      .selectFrom('treatment_plans')
      .innerJoin('services', 'services.id', 'treatment_plans.service_id')
      .innerJoin('treatments', 'treatments.id', 'services.treatment_id')
      .selectAll('treatment_plans')
      .select([
        'services.name as service_name',
        'treatments.name as treatment_name',
        sql<number>`least(treatment_plans.sessions, (select count(*) from ${sessionsOfPlan}))::int`.as('done'),
        sql<CivilDate | null>`(select max(visit.appointment_date) from ${sessionsOfPlan})`.as('last_done_on'),
        sql<CivilDate | null>`(select min(visit.appointment_date) from ${visitsOfPlan}
          and visit.status = any(${[...OPEN_STATUSES]}) and visit.appointment_date >= ${today})`.as('booked_for'),
      ])
      .as('plan'),
  )

const dueOn = sql<CivilDate>`case when plan.last_done_on is null then plan.started_on
  else plan.last_done_on + plan.interval_count * case plan.interval_unit when 'weeks' then 7 else 1 end end`

const withDueOn = (tx: ReadTx, today: CivilDate) => planRows(tx, today).selectAll('plan').select(dueOn.as('due_on'))

/** The plans of a client, the newest first. */
export const plansOfClient = (tx: ReadTx, clientId: string, today: CivilDate) =>
  withDueOn(tx, today)
    .where('plan.client_id', '=', clientId)
    .orderBy('plan.started_on', 'desc')
    .orderBy('plan.id', 'desc')
    .execute()
export type PlanRow = Awaited<ReturnType<typeof plansOfClient>>[number]

export const planById = (tx: ReadTx, id: string, today: CivilDate) =>
  withDueOn(tx, today).where('plan.id', '=', id).executeTakeFirst()

type DueFilter = { branchId: string; today: CivilDate; search: string }

function duePlans(tx: ReadTx, { branchId, today, search }: DueFilter) {
  const due = planRows(tx, today)
    .innerJoin('clients', 'clients.id', 'plan.client_id')
    .innerJoin('users', 'users.id', 'clients.person_id')
    .where('plan.branch_id', '=', branchId)
    .where('plan.ended_on', 'is', null)
    .where('plan.booked_for', 'is', null)
    .whereRef('plan.done', '<', 'plan.sessions')
    .where(sql<boolean>`${dueOn} <= ${today}`)
    .where('users.closed_at', 'is', null)
  return search === '' ? due : due.where(matchesPersonSearch(search))
}

const longestFirst = (tx: ReadTx, filter: DueFilter) =>
  duePlans(tx, filter)
    .selectAll('plan')
    .select([
      dueOn.as('due_on'),
      'users.id as user_id',
      'users.name as client_name',
      'users.contact_number',
      'users.email',
      'clients.last_visit',
    ])
    .orderBy('due_on')
    .orderBy('plan.id')

export const pageOfDuePlans = (tx: ReadTx, filter: DueFilter, page: { offset: number; limit: number }) =>
  longestFirst(tx, filter).offset(page.offset).limit(page.limit).execute()
export type DueRow = Awaited<ReturnType<typeof pageOfDuePlans>>[number]

export const countDuePlans = (tx: ReadTx, filter: DueFilter): Promise<number> =>
  duePlans(tx, filter)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
    .then(({ count }) => count)

export const duePlansInBatches = (tx: ReadTx, filter: DueFilter) =>
  inBatches(tx, sql<DueRow>`${longestFirst(tx, filter)}`)
