import { z } from 'zod'
import { eventType, eventTypesOf } from '#shared/lib/event-type.ts'

const nothing = z.object({})

export const profileEvents = eventTypesOf('profile', {
  'profile.profile.changed': eventType({
    kind: 'update',
    subject: 'user',
    parameters: nothing,
    fields: {
      name: { label: 'name', value: 'text' },
      email: { label: 'email', value: 'hidden' },
      contact_number: { label: 'mobile number', value: 'hidden' },
      location: { label: 'location', value: 'hidden' },
    },
    sentence: (_, changes) => `Changed own profile${changes}`,
  }),
  'profile.chart.downloaded': eventType({
    kind: 'system',
    subject: 'user',
    parameters: nothing,
    sentence: () => 'Downloaded their chart',
  }),
  'profile.data.downloaded': eventType({
    kind: 'system',
    subject: 'user',
    parameters: nothing,
    sentence: () => 'Downloaded their data',
  }),
})
