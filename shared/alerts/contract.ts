import { z } from 'zod'
import { endpoint } from '#shared/lib/endpoint.ts'
import { id, instant, noBody, optionalText, strictBody } from '#shared/lib/fields.ts'
import { alertMessages as s } from './messages.ts'
import { ALERT_KINDS, visitReason } from './questions.ts'

const kind = z.enum(ALERT_KINDS)

/** A current alert, with the fields that every screen shows on which staff handle the client. */
const clientAlert = z.object({
  id,
  client_id: id,
  kind,
  text: z.string().nullable(),
  /** The treatments that the client should not have because of the alert. */
  treatments: z.array(z.object({ id, name: z.string() })),
})
export type ClientAlert = z.output<typeof clientAlert>

const act = z.object({ by: z.string(), at: instant })

/** An alert with the fields that only the chart shows; it may have been ended. */
export const chartAlert = clientAlert.extend({
  added: act,
  ended: act.nullable(),
  /** True if the alert was ended because another one has corrected its words. */
  is_replaced: z.boolean(),
})
export type ChartAlert = z.output<typeof chartAlert>

/** The alerts of one chart, and the reasons that staff gave for visits despite an alert, newest first. */
const chartAlerts = z.object({
  current: z.array(chartAlert),
  ended: z.array(chartAlert),
  reasons: z.array(visitReason),
  /** The treatments from which staff choose when they enter which of them the client should not have. */
  offered_treatments: z.array(z.object({ id, name: z.string() })),
})
export type ChartAlerts = z.output<typeof chartAlerts>

/** The maximum number of clients whose alerts can be read with one call. */
export const MAX_ALERT_CLIENTS = 100

const MAX_TREATMENTS = 100

const alertBody = strictBody({
  kind,
  text: optionalText(200),
  treatment_ids: z
    .array(id)
    .max(MAX_TREATMENTS)
    .default([])
    .transform((ids) => [...new Set(ids)]),
}).refine((alert) => alert.kind !== 'other' || alert.text !== null, { path: ['text'], error: s.textNeeded })

const ofClient = z.object({ clientId: id })
const ofAlert = z.object({ clientId: id, alertId: id })
const answer = z.object({ data: chartAlert })

const clientIds = z
  .string()
  .transform((text) => [...new Set(text.split(',').filter((part) => part !== ''))])
  .pipe(z.array(id).max(MAX_ALERT_CLIENTS))

export const alertsContract = {
  list: endpoint({
    method: 'GET',
    url: '/api/alerts',
    access: 'alerts.read',
    summary:
      'The current alerts of some clients, whose ids are separated by commas; a practitioner gets those of clients whose chart they may read. Without a clinical record the answer is 404',
    database: 'snapshot',
    querystring: z.strictObject({ client_ids: clientIds }),
    response: z.object({ data: z.array(clientAlert) }),
  }),
  ofChart: endpoint({
    method: 'GET',
    url: '/api/charts/:clientId/alerts',
    access: 'charts.read',
    summary: 'The current and ended alerts of a chart, and the reasons that were given against them',
    database: 'none',
    writesOnRead: true,
    params: ofClient,
    response: z.object({ data: chartAlerts }),
  }),
  add: endpoint({
    method: 'POST',
    url: '/api/charts/:clientId/alerts',
    access: 'charts.write',
    summary: 'Add an alert to a chart',
    status: 201,
    idempotent: true,
    params: ofClient,
    body: alertBody,
    response: answer,
  }),
  replace: endpoint({
    method: 'PUT',
    url: '/api/charts/:clientId/alerts/:alertId',
    access: 'charts.write',
    summary: 'Correct an alert: a new alert replaces it, and the old words stay in the chart as ended',
    params: ofAlert,
    body: alertBody,
    response: answer,
    idempotent: true,
    errorData: { state_moved: chartAlerts },
  }),
  end: endpoint({
    method: 'PUT',
    url: '/api/charts/:clientId/alerts/:alertId/end',
    access: 'charts.write',
    summary: 'End an alert; it stays in the chart. An alert that has ended stays as it is',
    params: ofAlert,
    body: noBody,
    response: answer,
  }),
}
