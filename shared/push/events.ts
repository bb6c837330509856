import { z } from 'zod'
import { eventType, eventTypesOf } from '#shared/lib/event-type.ts'

const nothing = z.object({})

export const pushEvents = eventTypesOf('push', {
  'push.device.added': eventType({
    kind: 'create',
    subject: 'user',
    parameters: nothing,
    sentence: () => 'Switched notifications on for a device',
  }),
  'push.device.kept': eventType({
    kind: 'system',
    subject: 'user',
    parameters: nothing,
    sentence: () => 'Kept notifications on for a device after a new log-in',
  }),
  'push.device.removed': eventType({
    kind: 'delete',
    subject: 'user',
    parameters: nothing,
    sentence: () => 'Switched notifications off for a device',
  }),
  'push.device.gone': eventType({
    kind: 'system',
    subject: 'user',
    parameters: z.object({ name: z.string() }),
    sentence: ({ name }) => `Stopped notifying a device of ${name}: its push service does not know it any more`,
  }),
})
