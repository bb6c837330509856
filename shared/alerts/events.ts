import { z } from 'zod'
import { visitStep, type VisitStep } from './questions.ts'
import { eventType, eventTypesOf } from '#shared/lib/event-type.ts'

// The log sentences of this module say what was done with an alert, but never repeat the words of an alert or a reason.

const stepNames: Record<VisitStep, string> = {
  booked: 'booking',
  moved: 'moving',
  changed: 'changing the services of',
  started: 'starting',
}

const ofClient = z.object({ client: z.string() })

/** The log events of alerts about clients. */
export const alertEvents = eventTypesOf('alerts', {
  'alerts.alert.added': eventType({
    kind: 'create',
    subject: 'alert',
    parameters: ofClient,
    sentence: ({ client }) => `Added an alert to the chart of ${client}`,
  }),
  'alerts.alert.changed': eventType({
    kind: 'update',
    subject: 'alert',
    parameters: ofClient,
    sentence: ({ client }) => `Changed an alert in the chart of ${client}`,
  }),
  'alerts.alert.ended': eventType({
    kind: 'update',
    subject: 'alert',
    parameters: ofClient,
    sentence: ({ client }) => `Ended an alert in the chart of ${client}`,
  }),
  'alerts.reason.given': eventType({
    kind: 'create',
    subject: 'appointment',
    parameters: ofClient.extend({ step: visitStep }),
    sentence: ({ client, step }) => `Gave a reason for ${stepNames[step]} the visit of ${client} against an alert`,
  }),
})
