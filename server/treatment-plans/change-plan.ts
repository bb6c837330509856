import { servicesByIds } from '#server/catalogue/read-catalogue.ts'
import { requireChart, requireWritableChart } from '#server/charts/public.ts'
import { writeAuditLog } from '#server/history-logs/write-audit-log.ts'
import { AppError, invalid } from '#server/lib/app-error.ts'
import type { Context, Principal } from '#server/lib/context.ts'
import { requireVersion } from '#server/lib/http/request-context.ts'
import { lockClientForUpdate } from '#server/people/merge-records.ts'
import type { Parsed } from '#shared/lib/endpoint.ts'
import { changesBetween } from '#shared/lib/event-type.ts'
import { addMonths, manilaDate, type CivilDate } from '#shared/lib/manila-time.ts'
import type { TreatmentPlan, treatmentPlansContract } from '#shared/treatment-plans/contract.ts'
import { treatmentPlanEvents } from '#shared/treatment-plans/events.ts'
import { treatmentPlanMessages as s } from '#shared/treatment-plans/messages.ts'
import { isRunning, presentPlans } from './present-plan.ts'
import * as queries from './queries.ts'
import * as views from './views.ts'

type By = Context<Principal>

/**
 * Locks the client's record exclusively, so that two people cannot start a treatment plan for one service at the same
 * time.
 */
async function lockChart(context: By, clientId: string) {
  const { person_id } = await requireChart(context, clientId)
  await lockClientForUpdate(context.tx, person_id)
  return requireWritableChart(context, clientId)
}

async function requirePlan({ tx, now }: By, id: string): Promise<views.PlanRow> {
  const plan = await views.planById(tx, id, manilaDate(now))
  if (!plan) throw new AppError('not_found', s.notFound)
  return plan
}

async function presentPlan(context: By, id: string): Promise<TreatmentPlan> {
  const [plan] = await presentPlans(context.tx, [await requirePlan(context, id)])
  return plan!
}

/** Throws a 422 for a first day of a treatment plan more than a year ahead, which is a typing error. */
function requireFirstDay(now: Date, date: CivilDate): void {
  if (date > addMonths(manilaDate(now), 12)) throw invalid('started_on', s.startInFuture)
}

/** Throws a 409 if another treatment plan of the client for the same service is running. */
async function refuseSecondPlan({ tx, now }: By, clientId: string, serviceId: string, self?: string): Promise<void> {
  const plans = await views.plansOfClient(tx, clientId, manilaDate(now))
  const running = plans.find((plan) => plan.service_id === serviceId && plan.id !== self && isRunning(plan))
  if (running) throw new AppError('conflict', s.runs(running.service_name))
}

/** Starts a treatment plan. A plan that was stored before with the same id is returned as it is. */
export async function startPlan(
  context: By,
  clientId: string,
  body: Parsed<typeof treatmentPlansContract.start>['body'],
): Promise<TreatmentPlan> {
  const { tx, now, branchId, user } = context
  const { name: client } = await lockChart(context, clientId)
  const known = await views.planById(tx, body.id, manilaDate(now))
  if (known && known.client_id !== clientId) throw new AppError('conflict', s.taken)
  if (known) return presentPlan(context, body.id)
  const [service] = await servicesByIds(tx, [body.service_id])
  if (!service) throw invalid('service_id', s.noService)
  requireFirstDay(now, body.started_on)
  await refuseSecondPlan(context, clientId, body.service_id)
  await queries.insertPlan(tx, {
    ...body,
    service_at_start: service.service_name,
    branch_id: branchId,
    client_id: clientId,
    created_at: now,
    created_by: user.id,
    created_by_name: user.name,
  })
  await writeAuditLog(context, {
    type: 'treatment-plans.plan.started',
    subjectId: body.id,
    parameters: { client, service: service.service_name },
  })
  return presentPlan(context, body.id)
}

/** Locks the chart of a treatment plan and reads the plan again, because it may have changed before the lock. */
async function lockPlan(context: By, id: string): Promise<{ plan: views.PlanRow; client: string }> {
  const { client_id } = await requirePlan(context, id)
  const { name } = await lockChart(context, client_id)
  return { plan: await requirePlan(context, id), client: name }
}

/** Changes a treatment plan; an unchanged one is returned as it is. Throws a 409 for a stale form. */
export async function changePlan(
  context: By,
  id: string,
  body: Parsed<typeof treatmentPlansContract.change>['body'],
): Promise<TreatmentPlan> {
  const { plan, client } = await lockPlan(context, id)
  const changes = changesBetween(treatmentPlanEvents['treatment-plans.plan.changed'], plan, body)
  if (changes.length === 0) return presentPlan(context, id)
  requireVersion(context, await presentPlan(context, id))
  requireFirstDay(context.now, body.started_on)
  if (plan.ended_on === null) await refuseSecondPlan(context, plan.client_id, plan.service_id, id)
  await queries.updatePlan(context.tx, id, body)
  await writeAuditLog(context, {
    type: 'treatment-plans.plan.changed',
    subjectId: id,
    parameters: { client, service: plan.service_name },
    changes,
  })
  return presentPlan(context, id)
}

/** Ends a treatment plan, or continues one that was ended. */
export async function setPlanEnded(context: By, id: string, isEnded: boolean): Promise<TreatmentPlan> {
  const { plan, client } = await lockPlan(context, id)
  if ((plan.ended_on !== null) === isEnded) return presentPlan(context, id)
  if (!isEnded) await refuseSecondPlan(context, plan.client_id, plan.service_id, id)
  await queries.updatePlan(context.tx, id, { ended_on: isEnded ? manilaDate(context.now) : null })
  await writeAuditLog(context, {
    type: isEnded ? 'treatment-plans.plan.ended' : 'treatment-plans.plan.continued',
    subjectId: id,
    parameters: { client, service: plan.service_name },
  })
  return presentPlan(context, id)
}
