import { defineMessages } from '#shared/lib/language.ts'
import { appointmentMessages } from './messages.ts'

/** Texts of the statuses and cancellation reasons for staff. */
export const statusMessages = defineMessages('appointments/status', {
  statuses: {
    pending: 'Pending',
    confirmed: 'Confirmed',
    'on-going': 'On-going',
    completed: 'Completed',
    resched: 'Rescheduled',
    cancelled: 'Cancelled',
  },
  inSentence: {
    pending: 'pending',
    confirmed: 'confirmed',
    'on-going': 'on-going',
    completed: 'completed',
    resched: 'rescheduled',
    cancelled: 'cancelled',
  },
  reasons: {
    client: 'The client asked for it',
    'no-show': 'The client did not come',
    clinic: 'The clinic cannot do it',
    other: 'Another reason',
    lapsed: appointmentMessages.lapsed,
  },
})
