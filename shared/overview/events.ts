import { z } from 'zod'
import { eventType, eventTypesOf } from '#shared/lib/event-type.ts'

export const overviewEvents = eventTypesOf('overview', {
  'overview.goal.changed': eventType({
    kind: 'update',
    subject: 'clinic',
    parameters: z.object({}),
    fields: { monthly_goal: { label: 'sales of a month', value: 'pesos' } },
    sentence: (_, changes) => `Changed the goal${changes}`,
  }),
  'overview.summary.chosen': eventType({
    kind: 'update',
    subject: 'user',
    parameters: z.object({ is_on: z.boolean() }),
    sentence: ({ is_on }) => `Switched ${is_on ? 'on' : 'off'} the daily summary by e-mail`,
  }),
})
