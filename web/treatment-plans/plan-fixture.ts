import type { DuePlan, TreatmentPlan } from '#shared/treatment-plans/contract.ts'
import { sampleContact, sampleId, service } from '#web/test/samples.ts'

export const contact = sampleContact({ client_id: sampleId(62), contact_number: '0917 555 1234' })

/** For tests: a running treatment plan, of which two of six sessions are done and the third is due. */
export const samplePlan = (changes: Partial<TreatmentPlan> = {}): TreatmentPlan => ({
  id: sampleId(95),
  client_id: contact.client_id,
  service_id: service.id,
  service_name: service.service_name,
  treatment_name: 'Facials',
  sessions: 6,
  done: 2,
  interval_count: 3,
  interval_unit: 'weeks',
  started_on: '2020-01-06',
  ended_on: null,
  state: 'running',
  last_done_on: '2020-02-03',
  due_on: '2020-02-24',
  booked_for: null,
  service,
  goal: 'Even skin tone',
  started_by: 'Dra. Reyes',
  version: 4,
  ...changes,
})

export function sampleDuePlan(changes: Partial<DuePlan> = {}): DuePlan {
  const { goal: _, started_by: __, ...progress } = samplePlan()
  return { ...progress, client: contact, ...changes }
}
