import { isClinicalRecordOn } from '#server/charts/public.ts'
import type { ReadContext } from '#server/lib/context.ts'
import { manilaDate, type CivilDate } from '#shared/lib/manila-time.ts'
import type { TreatmentPlan } from '#shared/treatment-plans/contract.ts'
import { isRunning, presentPlans } from './present-plan.ts'
import * as views from './views.ts'

type NextSession = {
  service_id: string
  /** The number of the treatment plan's next session; `sessions` is how many the plan has. */
  session: number
  sessions: number
  due_on: CivilDate
  /** The day of the visit that is booked for the next session; null if none is booked. */
  booked_for: CivilDate | null
}

type PaidVisit = { clientId: string; serviceIds: readonly string[]; appointmentId: string | null }

/**
 * The next session of the treatment plan to which a paid service belongs; undefined without a running plan. The paid
 * visit counts as done, because clients often pay before the treatment is completed.
 */
export async function findNextSession(
  { tx, branchId, now }: Pick<ReadContext, 'tx' | 'branchId' | 'now'>,
  { clientId, serviceIds, appointmentId }: PaidVisit,
): Promise<NextSession | undefined> {
  if (!(await isClinicalRecordOn(tx, branchId))) return undefined
  const plans = await views.plansOfClient(tx, clientId, manilaDate(now), appointmentId)
  const plan = plans.find((row) => isRunning(row) && serviceIds.includes(row.service_id))
  if (!plan) return undefined
  const { service_id, done, sessions, due_on, booked_for } = plan
  return { service_id, session: done + 1, sessions, due_on, booked_for }
}

/** The treatment plans in all records of one client (given by their ids) with their goals, newest first. */
export async function plansOfRecords(
  { tx, now }: Pick<ReadContext, 'tx' | 'now'>,
  clientIds: readonly string[],
): Promise<TreatmentPlan[]> {
  const rows: views.PlanRow[] = []
  for (const id of clientIds) rows.push(...(await views.plansOfClient(tx, id, manilaDate(now))))
  return presentPlans(tx, rows)
}
