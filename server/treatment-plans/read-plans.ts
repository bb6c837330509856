import { findChartScope, requireChart, requireClinicalRecord, withChart } from '#server/charts/public.ts'
import { sendLoggedCsv } from '#server/history-logs/send-logged-csv.ts'
import { writeAuditLog } from '#server/history-logs/write-audit-log.ts'
import type { DetachedContext, Principal, ReadContext } from '#server/lib/context.ts'
import type { CsvCell } from '#server/lib/http/send-csv.ts'
import type { Answer, Parsed } from '#shared/lib/endpoint.ts'
import { manilaDate } from '#shared/lib/manila-time.ts'
import { exportMessages } from '#shared/lib/messages.ts'
import { formatNumber } from '#shared/lib/numbers.ts'
import {
  DUE_PLAN_FILES,
  type DuePlan,
  type PlanProgress,
  type TreatmentPlan,
  type treatmentPlansContract,
} from '#shared/treatment-plans/contract.ts'
import { duePlanMessages as s } from '#shared/treatment-plans/messages.ts'
import { isRunning, presentPlans, presentProgress } from './present-plan.ts'
import * as views from './views.ts'

/** The treatment plans in a chart, running ones first. */
export const plansInChart = (context: DetachedContext<Principal>, clientId: string): Promise<TreatmentPlan[]> =>
  withChart(context, clientId, async ({ tx, now }) => {
    const rows = await views.plansOfClient(tx, clientId, manilaDate(now))
    return presentPlans(tx, [...rows.filter(isRunning), ...rows.filter((row) => !isRunning(row))])
  })

/** Returns the running treatment plans of a client with their progress, without their goals. */
export async function runningPlans(context: ReadContext<Principal>, clientId: string): Promise<PlanProgress[]> {
  const { tx, now } = context
  await requireChart(context, clientId)
  const rows = (await views.plansOfClient(tx, clientId, manilaDate(now))).filter(isRunning)
  return (await presentProgress(tx, rows)).map(({ plan }) => plan)
}

/** Users who may not see clients' contact data get the list without phone numbers and e-mails (decision 36). */
async function presentDue({ tx, user }: ReadContext<Principal>, rows: readonly views.DueRow[]): Promise<DuePlan[]> {
  const mayCall = user.permissions.has('clients.read')
  return (await presentProgress(tx, rows)).map(({ row, plan }) => ({
    ...plan,
    client: {
      user_id: row.user_id,
      client_id: row.client_id,
      name: row.client_name,
      contact_number: mayCall ? row.contact_number : null,
      email: mayCall ? row.email : null,
      last_visit: row.last_visit,
    },
  }))
}

/**
 * A page of the running treatment plans whose next session is due and not booked. A practitioner gets only the plans of
 * their own clients.
 */
export async function listDuePlans(
  context: ReadContext<Principal>,
  { page, per_page, search }: Parsed<typeof treatmentPlansContract.due>['querystring'],
): Promise<Answer<typeof treatmentPlansContract.due>> {
  const { tx, branchId, now } = context
  await requireClinicalRecord(context)
  const filter = { branchId, today: manilaDate(now), search, scope: await findChartScope(context) }
  const rows = await views.pageOfDuePlans(tx, filter, { offset: (page - 1) * per_page, limit: per_page })
  return { data: await presentDue(context, rows), total: await views.countDuePlans(tx, filter), page, per_page }
}

/**
 * Streams the list of clients whose next session of a treatment plan is due, from one snapshot. The export is logged
 * before the first row is sent.
 */
export const exportDuePlans = (context: DetachedContext<Principal>, search: string): Promise<void> =>
  context.inLongSnapshot(async (tx) => {
    const { branchId, now } = context
    await requireClinicalRecord({ tx, branchId })
    const filter = { branchId, today: manilaDate(now), search, scope: 'all' as const }
    const rows = await views.countDuePlans(tx, filter)
    async function* batches(): AsyncGenerator<CsvCell[][], void> {
      for await (const batch of views.duePlansInBatches(tx, filter))
        yield batch.map((row) => [
          row.client_name,
          row.contact_number ?? '',
          row.service_name,
          s.sessionOf(row.done + 1, row.sessions),
          { value: row.due_on },
        ])
    }
    await sendLoggedCsv(context, {
      name: DUE_PLAN_FILES.csv,
      rows,
      columns: [s.client, s.number, s.service, s.session, s.due],
      batches: batches(),
      total: () => [exportMessages.total, s.exported(formatNumber(rows)), '', '', ''],
      log: (writing) =>
        writeAuditLog(writing, { type: 'treatment-plans.due.exported', subjectId: null, parameters: { rows } }),
    })
  })
