import { z } from 'zod'
import { eventType, eventTypesOf } from '#shared/lib/event-type.ts'
import { formatDate } from '#shared/lib/manila-time.ts'

const dated = z.object({ date: z.string() })

/** Events of closed dates contain the date but no reason. Their types are stored, so they keep their original names. */
export const closedDatesEvents = eventTypesOf('closures', {
  'closures.date.disabled': eventType({
    kind: 'create',
    subject: 'disabled date',
    parameters: dated,
    sentence: ({ date }) => `Disabled ${formatDate(date)}`,
  }),
  'closures.date.remark-changed': eventType({
    kind: 'update',
    subject: 'disabled date',
    parameters: dated,
    fields: { remark: { label: 'remark', value: 'hidden' } },
    sentence: ({ date }) => `Changed the remark of the disabled date ${formatDate(date)}`,
  }),
  'closures.date.enabled': eventType({
    kind: 'delete',
    subject: 'disabled date',
    parameters: dated,
    sentence: ({ date }) => `Enabled ${formatDate(date)} again`,
  }),
  'closures.holiday.opened': eventType({
    kind: 'update',
    subject: 'public holiday',
    parameters: dated.extend({ name: z.string() }),
    sentence: ({ date, name }) => `Opened ${formatDate(date)} (${name}) for bookings`,
  }),
})
