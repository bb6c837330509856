import { z } from 'zod'
import { eventType, eventTypesOf } from '#shared/lib/event-type.ts'

const named = z.object({ kind: z.string(), name: z.string() })
const dated = named.extend({
  /** The kind of exception: `leave`, `hours` or `block`. */
  what: z.string(),
  first_date: z.string(),
  last_date: z.string(),
})
const titles: Record<string, string> = { leave: 'leave', hours: 'other hours', block: 'a block' }
const datesOf = ({ first_date, last_date }: { first_date: string; last_date: string }) =>
  first_date === last_date ? `on ${first_date}` : `from ${first_date} to ${last_date}`

// The note of a leave may name an illness, so no event contains it.
export const resourceEvents = eventTypesOf('resources', {
  'resources.resource.created': eventType({
    kind: 'create',
    subject: 'resource',
    parameters: named,
    sentence: ({ kind, name }) => `Added the ${kind} ${name}`,
  }),
  'resources.resource.changed': eventType({
    kind: 'update',
    subject: 'resource',
    parameters: named.extend({
      /** The number of affected visits; they stay booked. */
      visits_hit: z.number().optional(),
    }),
    fields: {
      name: { label: 'name', value: 'text' },
      title: { label: 'title', value: 'text' },
      colour: { label: 'colour', value: 'text' },
      is_active: { label: 'active', value: 'text' },
      photo: { label: 'photo', value: 'hidden' },
      services: { label: 'services', value: 'long' },
      week: { label: 'weekly hours', value: 'long' },
    },
    sentence: ({ kind, name, visits_hit }, changes) =>
      `Changed the ${kind} ${name}${changes}${visits_hit ? ` (${visits_hit} booked visits kept)` : ''}`,
  }),
  'resources.resource.moved': eventType({
    kind: 'update',
    subject: 'resource',
    parameters: named.extend({ direction: z.string() }),
    sentence: ({ kind, name, direction }) => `Moved the ${kind} ${name} ${direction}`,
  }),
  'resources.exception.added': eventType({
    kind: 'update',
    subject: 'resource',
    parameters: dated.extend({ visits_hit: z.number().optional() }),
    sentence: ({ name, what, visits_hit, ...dates }) =>
      `Added ${titles[what] ?? what} of ${name} ${datesOf(dates)}${visits_hit ? ` (${visits_hit} booked visits kept)` : ''}`,
  }),
  'resources.rooms.closed': eventType({
    kind: 'update',
    subject: 'resource',
    parameters: z.object({
      rooms: z.number(),
      first_date: z.string(),
      last_date: z.string(),
      starts_at: z.string(),
      ends_at: z.string(),
      visits_hit: z.number().optional(),
    }),
    sentence: ({ starts_at, ends_at, visits_hit, ...dates }) =>
      `Closed the clinic from ${starts_at.slice(0, 5)} to ${ends_at.slice(0, 5)} ${datesOf(dates)}${visits_hit ? ` (${visits_hit} booked visits kept)` : ''}`,
  }),
  'resources.rooms.reopened': eventType({
    kind: 'update',
    subject: 'resource',
    parameters: z.object({
      first_date: z.string(),
      last_date: z.string(),
      starts_at: z.string(),
      ends_at: z.string(),
    }),
    sentence: ({ starts_at, ends_at, ...dates }) =>
      `Opened the clinic again from ${starts_at.slice(0, 5)} to ${ends_at.slice(0, 5)} ${datesOf(dates)}`,
  }),
  'resources.exception.removed': eventType({
    kind: 'update',
    subject: 'resource',
    parameters: dated,
    sentence: ({ name, what, ...dates }) => `Removed ${titles[what] ?? what} of ${name} ${datesOf(dates)}`,
  }),
})
