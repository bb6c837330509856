import { z } from 'zod'
import { eventType, eventTypesOf } from '#shared/lib/event-type.ts'
import { formatStart } from '#shared/appointments/slots.ts'
import { formatDate } from '#shared/lib/manila-time.ts'

const ofEntry = z.object({ client: z.string(), service: z.string() })
const wished = ofEntry.extend({ first_date: z.string(), last_date: z.string() })
const offered = ofEntry.extend({ appointment_date: z.string(), appointment_time: z.string() })
type Offered = z.output<typeof offered>

const whose = ({ client, service }: z.output<typeof ofEntry>) => `${client} for ${service}`
const startText = (at: Offered) => `${formatDate(at.appointment_date)}, ${formatStart(at.appointment_time)}`

/** The log events of waitlist entries. */
export const waitlistEvents = eventTypesOf('waitlist', {
  'waitlist.entry.added': eventType({
    kind: 'create',
    subject: 'waitlist entry',
    parameters: wished,
    sentence: (entry) =>
      `Put ${whose(entry)} on the waitlist, ${formatDate(entry.first_date)} to ${formatDate(entry.last_date)}`,
  }),
  'waitlist.entry.withdrawn': eventType({
    kind: 'delete',
    subject: 'waitlist entry',
    parameters: ofEntry,
    sentence: (entry) => `Took ${whose(entry)} off the waitlist`,
  }),
  'waitlist.entry.reopened': eventType({
    kind: 'update',
    subject: 'waitlist entry',
    parameters: ofEntry,
    sentence: (entry) => `Had every free time offered again to ${whose(entry)}`,
  }),
  'waitlist.entry.booked': eventType({
    kind: 'update',
    subject: 'waitlist entry',
    parameters: ofEntry,
    sentence: (entry) => `Booked a visit for ${whose(entry)}, from the waitlist`,
  }),
  'waitlist.entry.expired': eventType({
    kind: 'system',
    subject: 'waitlist entry',
    parameters: ofEntry.extend({ why: z.enum(['days-over', 'unanswered', 'service-gone']) }),
    sentence: ({ why, ...entry }) =>
      `Ended the waiting of ${whose(entry)}: ${
        {
          'days-over': 'the days have passed',
          unanswered: 'no offer was answered',
          'service-gone': 'it is not offered any more',
        }[why]
      }`,
  }),
  'waitlist.offer.made': eventType({
    kind: 'system',
    subject: 'waitlist entry',
    parameters: offered,
    sentence: (offer) => `Offered ${startText(offer)} to ${whose(offer)}`,
  }),
  'waitlist.offer.taken': eventType({
    kind: 'update',
    subject: 'waitlist entry',
    parameters: offered,
    sentence: (offer) => `Took the offer of ${startText(offer)} for ${whose(offer)}`,
  }),
  'waitlist.offer.declined': eventType({
    kind: 'update',
    subject: 'waitlist entry',
    parameters: offered,
    sentence: (offer) => `Declined the offer of ${startText(offer)} for ${whose(offer)}`,
  }),
  'waitlist.offer.lapsed': eventType({
    kind: 'system',
    subject: 'waitlist entry',
    parameters: offered,
    sentence: (offer) => `Let the offer of ${startText(offer)} to ${whose(offer)} lapse: nobody answered`,
  }),
})
