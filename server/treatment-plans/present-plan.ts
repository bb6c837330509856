import { servicesByIds } from '#server/catalogue/read-catalogue.ts'
import type { ReadTx } from '#server/db/pool.ts'
import type { Service } from '#shared/catalogue/records.ts'
import type { PlanProgress, PlanState, TreatmentPlan } from '#shared/treatment-plans/contract.ts'
import type { PlanRow } from './views.ts'

/** A treatment plan whose sessions were all visited is completed, also if somebody ended it after the last session. */
const stateOf = ({ done, sessions, ended_on }: PlanRow): PlanState =>
  done >= sessions ? 'completed' : ended_on === null ? 'running' : 'ended'

export const isRunning = (row: PlanRow): boolean => stateOf(row) === 'running'

/** What the front desk sees of a treatment plan: its progress, and nothing of its goal. */
function progressOf(row: PlanRow, service: Service | null): PlanProgress {
  const { id, client_id, service_id, service_name, treatment_name, sessions, done, interval_count, interval_unit } = row
  const { started_on, ended_on, last_done_on, due_on, booked_for, version } = row
  const state = stateOf(row)
  return {
    id,
    client_id,
    service_id,
    service_name,
    treatment_name,
    sessions,
    done,
    interval_count,
    interval_unit,
    started_on,
    ended_on,
    state,
    last_done_on,
    due_on: state === 'running' ? due_on : null,
    booked_for,
    service,
    version,
  }
}

async function servicesOf(tx: ReadTx, rows: readonly PlanRow[]): Promise<Map<string, Service>> {
  const services = await servicesByIds(tx, [...new Set(rows.map(({ service_id }) => service_id))])
  return new Map(services.map((service) => [service.id, service]))
}

/** Adds the services that can be booked to the progress of treatment plans. */
export async function presentProgress<Row extends PlanRow>(tx: ReadTx, rows: readonly Row[]) {
  const services = await servicesOf(tx, rows)
  return rows.map((row) => ({ row, plan: progressOf(row, services.get(row.service_id) ?? null) }))
}

/** Treatment plans as the chart shows them, with their goals. */
export const presentPlans = async (tx: ReadTx, rows: readonly PlanRow[]): Promise<TreatmentPlan[]> =>
  (await presentProgress(tx, rows)).map(({ row, plan }) => ({
    ...plan,
    goal: row.goal,
    started_by: row.created_by_name,
  }))
