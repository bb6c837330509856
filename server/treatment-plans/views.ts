import { sql } from 'kysely'
import type { ChartScope } from '#server/charts/public.ts'
import { clientIdsOf } from '#server/db/appointment-facts.ts'
import { inBatches } from '#server/db/in-batches.ts'
import type { ReadTx } from '#server/db/pool.ts'
import { matchesPersonSearch } from '#server/db/search-conditions.ts'
import { OPEN_STATUSES } from '#shared/appointments/status.ts'
import type { CivilDate } from '#shared/lib/manila-time.ts'

type Progress = { done: number; last_done_on: CivilDate | null; booked_for: CivilDate | null }

/**
 * Computes a treatment plan's progress from the client's visits with the service of the plan; the visit `paidId` counts
 * as completed.
 */
const progressOfPlan = (today: CivilDate, paidId: string | null) => sql<Progress>`(
  select
    least(treatment_plans.sessions, count(*) filter (where visit.is_session))::int as done,
    max(visit.appointment_date) filter (where visit.is_session) as last_done_on,
    min(visit.appointment_date) filter (where visit.is_booked) as booked_for
  from (
    select appointment_date,
      appointment_date >= treatment_plans.started_on
        and (status = 'completed' or (id = ${paidId}::uuid and status <> 'cancelled')) as is_session,
      appointment_date >= ${today} and status = any(${[...OPEN_STATUSES]})
        and id is distinct from ${paidId}::uuid as is_booked
    from appointments
    where client_id = treatment_plans.client_id
      and (service_id = treatment_plans.service_id or exists (select from appointment_services further
        where further.appointment_id = appointments.id and further.service_id = treatment_plans.service_id))
  ) visit)`

/** Treatment plans with their progress; visits beyond the plan's number of sessions do not raise it. */
const planRows = (tx: ReadTx, today: CivilDate, paidId: string | null = null) =>
  tx.selectFrom((from) =>
    from
      .selectFrom('treatment_plans')
      .innerJoin('services', 'services.id', 'treatment_plans.service_id')
      .innerJoin('treatments', 'treatments.id', 'services.treatment_id')
      .innerJoinLateral(progressOfPlan(today, paidId).as('progress'), (join) => join.onTrue())
      .selectAll('treatment_plans')
      .select([
        'services.name as service_name',
        'treatments.name as treatment_name',
        'progress.done',
        'progress.last_done_on',
        'progress.booked_for',
      ])
      .as('plan'),
  )

const dueOn = sql<CivilDate>`case when plan.last_done_on is null then plan.started_on
  else plan.last_done_on + plan.interval_count * case plan.interval_unit when 'weeks' then 7 else 1 end end`

const withDueOn = (tx: ReadTx, today: CivilDate, paidId: string | null = null) =>
  planRows(tx, today, paidId).selectAll('plan').select(dueOn.as('due_on'))

/** The treatment plans of a client, the newest first. The visit `paidId` counts as completed. */
export const plansOfClient = (tx: ReadTx, clientId: string, today: CivilDate, paidId: string | null = null) =>
  withDueOn(tx, today, paidId)
    .where('plan.client_id', '=', clientId)
    .orderBy('plan.started_on', 'desc')
    .orderBy('plan.id', 'desc')
    .execute()
export type PlanRow = Awaited<ReturnType<typeof plansOfClient>>[number]

export const planById = (tx: ReadTx, id: string, today: CivilDate) =>
  withDueOn(tx, today).where('plan.id', '=', id).executeTakeFirst()

type DueFilter = { branchId: string; today: CivilDate; search: string; scope: ChartScope }

function isInScope(scope: ChartScope) {
  if (scope === 'all') return sql<boolean>`true`
  const { practitionerId } = scope
  return practitionerId === null ? sql<boolean>`false` : sql<boolean>`plan.client_id in ${clientIdsOf(practitionerId)}`
}

function duePlans(tx: ReadTx, { branchId, today, search, scope }: DueFilter) {
  const due = planRows(tx, today)
    .innerJoin('clients', 'clients.id', 'plan.client_id')
    .innerJoin('users', 'users.id', 'clients.person_id')
    .where('plan.branch_id', '=', branchId)
    .where('plan.ended_on', 'is', null)
    .where('plan.booked_for', 'is', null)
    .whereRef('plan.done', '<', 'plan.sessions')
    .where(sql<boolean>`${dueOn} <= ${today}`)
    .where('users.closed_at', 'is', null)
    .$if(scope !== 'all', (query) => query.where(isInScope(scope)))
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
