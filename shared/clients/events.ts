import { z } from 'zod'
import { eventType, eventTypesOf } from '#shared/lib/event-type.ts'
import { formatShortDate } from '#shared/lib/manila-time.ts'

const named = z.object({ name: z.string() })
const email = { label: 'email', value: 'hidden' } as const
const contactNumber = { label: 'mobile number', value: 'hidden' } as const
const password = { label: 'password', value: 'hidden' } as const
const name = { label: 'name', value: 'text' } as const

const SERVICES_NAMED = 5

/** Lists the names of services; a long list ends with a number, such as "3 more". */
function namesOf(services: readonly string[]): string {
  const more = services.length - SERVICES_NAMED
  return [...services.slice(0, SERVICES_NAMED), ...(more > 0 ? [`${more} more`] : [])].join(', ')
}

export const clientEvents = eventTypesOf('clients', {
  'clients.client.created': eventType({
    kind: 'create',
    subject: 'client',
    parameters: named,
    sentence: (client) => `Added the client ${client.name}`,
  }),
  'clients.client.changed': eventType({
    kind: 'update',
    subject: 'client',
    parameters: named,
    fields: { name, email, contact_number: contactNumber },
    sentence: (client, changes) => `Changed the client ${client.name}${changes}`,
  }),
  'clients.email.confirmed': eventType({
    kind: 'update',
    subject: 'client',
    parameters: named,
    sentence: (client) => `Confirmed the changed email of ${client.name}`,
  }),
  'clients.account.confirmed': eventType({
    kind: 'update',
    subject: 'client',
    parameters: named,
    sentence: (client) => `Confirmed that the account of ${client.name} is their own`,
  }),
  'clients.note.changed': eventType({
    kind: 'update',
    subject: 'client',
    parameters: named,
    fields: { note: { label: 'note', value: 'hidden' } },
    sentence: (client) => `Changed the note about ${client.name}`,
  }),
  'clients.history.added': eventType({
    kind: 'update',
    subject: 'client',
    parameters: named.extend({ services: z.array(z.string()), date: z.string() }),
    fields: { services_availed: { label: 'services', value: 'hidden' }, contact_number: contactNumber },
    sentence: (client) =>
      `Added ${namesOf(client.services)} of ${formatShortDate(client.date)} to the history of ${client.name}`,
  }),
  'clients.account.assigned': eventType({
    kind: 'update',
    subject: 'client',
    parameters: named,
    fields: { name, email, contact_number: contactNumber, password },
    sentence: (client) => `Made a log-in for the client ${client.name}`,
  }),
  'clients.default-password.renewed': eventType({
    kind: 'update',
    subject: 'client',
    parameters: named,
    fields: { password },
    sentence: (client) => `Renewed the default password of ${client.name}`,
  }),
})
