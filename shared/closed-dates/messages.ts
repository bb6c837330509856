import { defineMessages } from '#shared/lib/language.ts'

export const closedDatesMessages = defineMessages('closed-dates', {
  failedToFetchDates: 'Failed to fetch disabled dates.',
  failedToFetchHolidays: 'Failed to fetch holidays',
  closed: 'Closed',
  reasonRequired: 'Please provide a reason for disabling the date.',
  pastDate: 'That date has already passed.',
  notFound: 'This date is not disabled any more.',
  alreadyDisabled: 'This date is already disabled.',
  noHoliday: 'That date is not a public holiday.',
  enabled: 'Success! The date has been enabled and the remark cleared.',
  failedToEnable: 'Failed to enable the date. Please try again.',
  year: 'Enter a year.',
  dateRequired: 'Choose at least one date.',
  datesAtMost: (max: number) => `Choose at most ${max} dates at once.`,
})
