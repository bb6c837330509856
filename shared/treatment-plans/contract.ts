import { z } from 'zod'
import { service } from '#shared/catalogue/records.ts'
import { clientContact } from '#shared/clients/contract.ts'
import { endpoint } from '#shared/lib/endpoint.ts'
import { civilDate, id, optionalText, strictBody, version } from '#shared/lib/fields.ts'
import { pageCounters, pageQuery, searchQuery } from '#shared/lib/paging.ts'
import { treatmentPlanMessages as s } from './messages.ts'

export const INTERVAL_UNITS = ['days', 'weeks'] as const
export type IntervalUnit = (typeof INTERVAL_UNITS)[number]

/** A plan is `completed` when all its sessions are done, and `ended` when somebody ended it before. */
const PLAN_STATES = ['running', 'completed', 'ended'] as const
export type PlanState = (typeof PLAN_STATES)[number]

export const MAX_SESSIONS = 60

const planProgress = z.object({
  id,
  client_id: id,
  service_id: id,
  service_name: z.string(),
  treatment_name: z.string(),
  /** How many sessions the treatment plan has, and how many of them are done. */
  sessions: z.number().int(),
  done: z.number().int(),
  interval_count: z.number().int(),
  interval_unit: z.enum(INTERVAL_UNITS),
  started_on: civilDate,
  ended_on: civilDate.nullable(),
  state: z.enum(PLAN_STATES),
  last_done_on: civilDate.nullable(),
  /** When the next session is due; null for a treatment plan that is not running. */
  due_on: civilDate.nullable(),
  /** The day of the client's next visit with this service; null while none is booked. */
  booked_for: civilDate.nullable(),
  /** The service with its current details, to book it; null if the clinic no longer offers it. */
  service: service.nullable(),
  version,
})
export type PlanProgress = z.output<typeof planProgress>

export const treatmentPlan = planProgress.extend({ goal: z.string().nullable(), started_by: z.string() })
export type TreatmentPlan = z.output<typeof treatmentPlan>

/** A running treatment plan whose next session is due and not booked. */
const duePlan = planProgress.extend({ client: clientContact })
export type DuePlan = z.output<typeof duePlan>

export const DUE_PLAN_FILES = {
  csv: 'clients-who-are-due.csv',
  xlsx: 'clients-who-are-due.xlsx',
  pdf: 'clients-who-are-due.pdf',
} as const

const planFields = {
  sessions: z.number(s.sessionsRange).int(s.sessionsRange).min(2, s.sessionsRange).max(MAX_SESSIONS, s.sessionsRange),
  interval_count: z.number(s.intervalRange).int(s.intervalRange).min(1, s.intervalRange).max(365, s.intervalRange),
  interval_unit: z.enum(INTERVAL_UNITS),
  goal: optionalText(500),
  started_on: civilDate,
}

const planAnswer = z.object({ data: treatmentPlan })

export const treatmentPlansContract = {
  inChart: endpoint({
    method: 'GET',
    url: '/api/charts/:id/treatment-plans',
    access: 'charts.read',
    summary: 'The treatment plans in a chart, running ones first, with their goals',
    database: 'none',
    writesOnRead: true,
    params: z.object({ id }),
    response: z.object({ data: z.array(treatmentPlan) }),
  }),
  start: endpoint({
    method: 'POST',
    url: '/api/charts/:id/treatment-plans',
    access: 'charts.write',
    summary: 'Start a treatment plan; sending the same id again returns the plan that exists',
    params: z.object({ id }),
    body: strictBody({ id, service_id: z.uuid(s.chooseService), ...planFields }),
    response: planAnswer,
  }),
  change: endpoint({
    method: 'PUT',
    url: '/api/treatment-plans/:id',
    access: 'charts.write',
    summary: 'Change the sessions, interval, goal or first day of a treatment plan',
    params: z.object({ id }),
    body: strictBody(planFields),
    response: planAnswer,
    errorData: { stale: treatmentPlan },
    ifMatch: true,
  }),
  setEnded: endpoint({
    method: 'PUT',
    url: '/api/treatment-plans/:id/ended',
    access: 'charts.write',
    summary: 'End a treatment plan before its last session, or continue one that was ended',
    params: z.object({ id }),
    body: strictBody({ is_ended: z.boolean() }),
    response: planAnswer,
  }),
  ofClient: endpoint({
    method: 'GET',
    url: '/api/clients/:id/treatment-plans',
    access: 'alerts.read',
    summary: 'How far the running treatment plans of a client are, without their goals',
    database: 'snapshot',
    params: z.object({ id }),
    response: z.object({ data: z.array(planProgress) }),
  }),
  due: endpoint({
    method: 'GET',
    url: '/api/treatment-plans/due',
    access: 'alerts.read',
    summary:
      'The running plans whose next session is due and not booked, the longest due first; practitioners get those of their clients, without numbers',
    database: 'snapshot',
    querystring: pageQuery(25, {}),
    response: z.object({ data: z.array(duePlan), ...pageCounters }),
  }),
  exportDue: endpoint({
    method: 'GET',
    url: '/api/treatment-plans/due/export.csv',
    access: 'clients.read',
    summary: 'The clients whose next session is due as a CSV file',
    answers: 'file',
    database: 'none',
    writesOnRead: true,
    querystring: searchQuery({}),
    response: z.string().describe('text/csv'),
  }),
}
