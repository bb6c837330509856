import { z } from 'zod'
import { eventType, eventTypesOf } from '#shared/lib/event-type.ts'

const named = z.object({ name: z.string() })
const nothing = z.object({})
const photo = { photo: { label: 'photo', value: 'hidden' } } as const

export const userEvents = eventTypesOf('users', {
  'users.user.created': eventType({
    kind: 'create',
    subject: 'user',
    parameters: named.extend({ role: z.string() }),
    sentence: ({ name, role }) => `Added ${name} as ${role}`,
  }),
  'users.user.changed': eventType({
    kind: 'update',
    subject: 'user',
    parameters: named.extend({ role: z.object({ from: z.string(), to: z.string() }).nullable() }),
    fields: {
      name: { label: 'name', value: 'text' },
      email: { label: 'email', value: 'hidden' },
      role: { label: 'role', value: 'told' },
      practitioner_id: { label: 'practitioner', value: 'hidden' },
      password: { label: 'password', value: 'hidden' },
    },
    sentence: ({ name, role }, changes) =>
      `Changed the account of ${name}${role ? ` (${role.from} to ${role.to})` : ''}${changes}`,
  }),
  'users.user.closed': eventType({
    kind: 'delete',
    subject: 'user',
    parameters: named.extend({ on_request: z.boolean(), appointments: z.number() }),
    sentence: ({ name, on_request, appointments }) =>
      `Closed the account of ${name}${on_request ? ' at their own request' : ''}${
        appointments === 0 ? '' : ` (appointments that stay booked: ${appointments})`
      }`,
  }),
  'users.photo.changed': eventType({
    kind: 'update',
    subject: 'user',
    parameters: nothing,
    fields: photo,
    sentence: () => 'Changed own photo',
  }),
  'users.photo.removed': eventType({
    kind: 'update',
    subject: 'user',
    parameters: nothing,
    fields: photo,
    sentence: () => 'Removed own photo',
  }),
  'users.closure.requested': eventType({
    kind: 'create',
    subject: 'user',
    parameters: nothing,
    sentence: () => 'Asked to close their own account',
  }),
  'users.closure.withdrawn': eventType({
    kind: 'update',
    subject: 'user',
    parameters: nothing,
    sentence: () => 'Withdrew the request to close their own account',
  }),
  'users.closure.declined': eventType({
    kind: 'update',
    subject: 'user',
    parameters: named,
    sentence: ({ name }) => `Declined the request of ${name} to close the account`,
  }),
})
