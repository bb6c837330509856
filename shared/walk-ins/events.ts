import { z } from 'zod'
import { eventType, eventTypesOf } from '#shared/lib/event-type.ts'

const ofWalkIn = z.object({ client: z.string(), service: z.string(), number: z.number().int() })

const whose = ({ client, service, number }: z.output<typeof ofWalkIn>) =>
  `${client} (number ${String(number)}) for ${service}`

/** The log events of walk-ins. */
export const walkInEvents = eventTypesOf('walk-ins', {
  'walk-ins.walk-in.added': eventType({
    kind: 'create',
    subject: 'walk-in',
    parameters: ofWalkIn,
    sentence: (walkIn) => `Put walk-in ${whose(walkIn)} into the queue`,
  }),
  'walk-ins.walk-in.taken-in': eventType({
    kind: 'update',
    subject: 'walk-in',
    parameters: ofWalkIn.extend({ practitioner: z.string().optional() }),
    sentence: ({ practitioner, ...walkIn }) =>
      `Took in walk-in ${whose(walkIn)}${practitioner === undefined ? '' : `, with ${practitioner}`}`,
  }),
  'walk-ins.walk-in.left': eventType({
    kind: 'update',
    subject: 'walk-in',
    parameters: ofWalkIn,
    sentence: (walkIn) => `Marked that walk-in ${whose(walkIn)} has left`,
  }),
  'walk-ins.walk-in.returned': eventType({
    kind: 'update',
    subject: 'walk-in',
    parameters: ofWalkIn,
    sentence: (walkIn) => `Put walk-in ${whose(walkIn)} back into the queue`,
  }),
  'walk-ins.walk-in.paid': eventType({
    kind: 'update',
    subject: 'walk-in',
    parameters: ofWalkIn,
    sentence: (walkIn) => `Took walk-in ${whose(walkIn)} off the queue with the sale`,
  }),
})
