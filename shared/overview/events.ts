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
})
