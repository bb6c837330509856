import { defineMessages } from '#shared/lib/language.ts'
import { plural } from '#shared/lib/numbers.ts'
import type { DayPart, WaitlistState } from './wish.ts'

/** Waitlist texts for clients and staff, and its errors. */
export const waitlistMessages = defineMessages('waitlist', {
  title: 'Waitlist',
  dayParts: { morning: 'Morning', afternoon: 'Afternoon', evening: 'Evening' } satisfies Record<DayPart, string>,
  dayPartHints: {
    morning: 'until 12:00 PM',
    afternoon: '12:00 PM to 6:00 PM',
    evening: 'from 6:00 PM',
  } satisfies Record<DayPart, string>,
  anyPart: 'Any time of day',
  states: {
    waiting: 'Waiting',
    offered: 'Offered',
    taken: 'Booked',
    withdrawn: 'Withdrawn',
    expired: 'Expired',
  } satisfies Record<WaitlistState, string>,
  days: (first: string, last: string) => (first === last ? first : `${first} to ${last}`),
  anyone: 'Anyone',

  firstDate: 'First day',
  lastDate: 'Last day',
  parts: 'Time of day',
  withWhom: 'With whom?',
  join: 'Join the waitlist',
  joining: 'Joining...',
  notJoined: 'You were not added to the waitlist.',
  cancel: 'Cancel',

  chooseParts: 'Choose at least one time of day.',
  lastBeforeFirst: 'The last day must not be before the first.',
  tooManyDays: (most: number) => `Choose at most ${most} days.`,
  datePast: 'This day has passed.',
  dateTooFar: 'This day is too far ahead.',
  alreadyWaiting: (services: string) => `There is an entry for ${services} on the waitlist already.`,
  tooManyEntries: (most: number) =>
    plural(most, {
      one: 'You can have one waitlist entry at a time.',
      other: `You can have at most ${most} waitlist entries at a time.`,
    }),
  firstEntry: (phone: string) =>
    `You are on the waitlist already. For anything else, please call the clinic: ${phone}.`,
  waitlistFull: (phone: string) => `The waitlist is full for new clients. Please call the clinic: ${phone}.`,
  tooManyInAnHour: 'You have joined the waitlist too often. Please try again in an hour.',
  notFound: 'This entry is not on the waitlist.',
  isOver: 'This entry is not on the waitlist any more.',
  offerEnded: 'This offer has expired. The time went to the next person on the waitlist.',
  noOffer: 'No time is offered for this entry now.',
  daysOver: 'The days of this entry have passed.',
  serviceGone: 'This service is not offered any more.',
  notTheirVisit: 'That visit belongs to another client.',
})
