import { z } from 'zod'
import { eventType, eventTypesOf } from '#shared/lib/event-type.ts'

const hidden = (label: string) => ({ label, value: 'hidden' }) as const

/** The log names the fields that changed, and nothing of what they say about a client. */
export const clientCardEvents = eventTypesOf('client-cards', {
  'client-cards.card.changed': eventType({
    kind: 'update',
    subject: 'client',
    parameters: z.object({ name: z.string() }),
    fields: {
      birth_date: hidden('birth date'),
      sex: hidden('sex'),
      address: hidden('address'),
      emergency_name: hidden('emergency contact'),
      emergency_number: hidden('emergency number'),
      referred_by: hidden('referred by'),
      tags: hidden('tags'),
    },
    sentence: ({ name }, changes) => `Changed the client card of ${name}${changes}`,
  }),
})
