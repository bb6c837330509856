import { defineMessages } from '#shared/lib/language.ts'
import { plural } from '#shared/lib/numbers.ts'
import { callTheClinic } from './messages.ts'

/** Why the server refuses a booking that the screens do not offer in the first place. */
export const termsMessages = defineMessages('appointments/terms', {
  notTheirService: 'This person does not do that service. Please choose another.',
  notTheirRoom: 'This service is not done in that room. Please choose another.',
  notOnline: (phone: string) => `This service cannot be booked online. Please ${callTheClinic(phone)}`,
  tooSoon: (phone: string) =>
    `This time is too soon to be booked online. Please choose a later one or ${callTheClinic(phone)}`,
  /** For a day on which no time keeps the notice. */
  dayTooSoon: (phone: string) =>
    `It is too late to book this day online. Please choose a later one or ${callTheClinic(phone)}`,
  tooFarAhead: (days: number) =>
    plural(days, {
      one: 'This service can be booked 1 day ahead.',
      other: `This service can be booked up to ${days} days ahead.`,
    }),
  /** Also advises known clients who have not logged in yet. */
  keptUnlessKnown: (phone: string) =>
    `This time is kept for clients whom the clinic knows. If you have been here, log in and book it. If you are new, please choose another time or day, or ${callTheClinic(phone)}`,
  youAreBusy: 'You already have a visit at that time. Please choose another.',
  clientIsBusy: 'This client already has a visit at that time. Please choose another.',
})
