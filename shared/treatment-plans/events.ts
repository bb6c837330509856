import { z } from 'zod'
import { eventType, eventTypesOf } from '#shared/lib/event-type.ts'
import { formatNumber } from '#shared/lib/numbers.ts'

const ofClient = z.object({ client: z.string(), service: z.string() })

/** The log names the service of a treatment plan, and never its goal. */
export const treatmentPlanEvents = eventTypesOf('treatment-plans', {
  'treatment-plans.plan.started': eventType({
    kind: 'create',
    subject: 'treatment plan',
    parameters: ofClient,
    sentence: ({ client, service }) => `Started a treatment plan of ${client} for ${service}`,
  }),
  'treatment-plans.plan.changed': eventType({
    kind: 'update',
    subject: 'treatment plan',
    parameters: ofClient,
    fields: {
      sessions: { label: 'sessions', value: 'text' },
      interval_count: { label: 'interval', value: 'text' },
      interval_unit: { label: 'unit of the interval', value: 'text' },
      goal: { label: 'goal', value: 'hidden' },
      started_on: { label: 'first day', value: 'text' },
    },
    sentence: ({ client, service }, changes) => `Changed the treatment plan of ${client} for ${service}${changes}`,
  }),
  'treatment-plans.plan.ended': eventType({
    kind: 'update',
    subject: 'treatment plan',
    parameters: ofClient,
    sentence: ({ client, service }) => `Ended the treatment plan of ${client} for ${service}`,
  }),
  'treatment-plans.plan.continued': eventType({
    kind: 'update',
    subject: 'treatment plan',
    parameters: ofClient,
    sentence: ({ client, service }) => `Continued the treatment plan of ${client} for ${service}`,
  }),
  'treatment-plans.due.exported': eventType({
    kind: 'create',
    subject: 'clinic',
    parameters: z.object({ rows: z.number() }),
    sentence: ({ rows }) =>
      `Exported ${formatNumber(rows)} ${rows === 1 ? 'client' : 'clients'} whose next session is due`,
  }),
})
