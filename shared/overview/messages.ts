import { defineMessages } from '#shared/lib/language.ts'
import { formatNumber, plural } from '#shared/lib/numbers.ts'

/** The texts of the owner's page, with the sentences that define its figures. */
export const overviewMessages = defineMessages('overview', {
  title: 'Overview',
  failed: 'Failed to load the overview. Please try again.',
  lastUpdated: (time: string) => `Last updated ${time}`,
  refresh: 'REFRESH',
  dashboard: 'Dashboard',

  needsTitle: 'Needs you',
  nothing: 'Nothing is waiting for you.',
  needs: {
    requests: (count: number) =>
      plural(count, { one: '1 request for a visit', other: `${formatNumber(count)} requests for visits` }),
    closures: (count: number) =>
      plural(count, {
        one: '1 request to close an account',
        other: `${formatNumber(count)} requests to close accounts`,
      }),
    unpaid_visits: (count: number) =>
      plural(count, { one: '1 unpaid visit today', other: `${formatNumber(count)} unpaid visits today` }),
    low_stock: (count: number) =>
      plural(count, { one: '1 product with low stock', other: `${formatNumber(count)} products with low stock` }),
    expired: (count: number) =>
      plural(count, {
        one: '1 product with expired pieces',
        other: `${formatNumber(count)} products with expired pieces`,
      }),
    expiring_in_7_days: (count: number) =>
      plural(count, {
        one: '1 product expires within 7 days or has expired',
        other: `${formatNumber(count)} products expire within 7 days or have expired`,
      }),
    expiring_in_30_days: (count: number) =>
      plural(count, {
        one: '1 product expires within 30 days or has expired',
        other: `${formatNumber(count)} products expire within 30 days or have expired`,
      }),
    failed_messages: (count: number) =>
      plural(count, { one: '1 message was not sent', other: `${formatNumber(count)} messages were not sent` }),
    book_differences: (count: number) =>
      plural(count, { one: '1 difference in the books', other: `${formatNumber(count)} differences in the books` }),
  },
  needsHints: {
    requests: 'Confirm or decline them.',
    closures: 'Close the account or say why not.',
    unpaid_visits: 'These visits have begun or are completed.',
    low_stock: 'Order them before they run out.',
    expired: 'Take them off the shelf and discard them.',
    expiring_in_7_days: 'Use these batches first.',
    expiring_in_30_days: 'Use them up before you open a new batch.',
    failed_messages: 'In the last 7 days. Send them again or call.',
    book_differences: 'The last check of the books found them.',
  },
  backupLate: (at: string) => `The last backup was on ${at}`,
  noBackup: 'There is no backup yet',
  trialFailed: (at: string) => `The backup could not be restored on ${at}`,
  backupHint: 'Ask whoever runs the server to check it, and download all data until then.',

  today: 'Today',
  booked: 'Booked',
  arrived: 'Arrived',
  done: 'Done',
  sales: 'Net sales',
  salesCount: (count: number) => plural(count, { one: '1 sale', other: `${formatNumber(count)} sales` }),
  todayMeans:
    'Booked: visits of today that are not cancelled. Arrived: those whose client has come, also if the visit is done. Done: completed visits. Net sales are those of the report Sales by day.',

  week: 'This week',
  weekMeans:
    'From Monday until now, against last week until the same weekday and time. Kept: completed visits. No-shows: visits that were cancelled with the reason No-show. New clients had their first kept visit ever. The bars compare each day with the whole same day of last week.',
  kept: 'Kept visits',
  noShows: 'No-shows',
  newClients: 'New clients',
  lastWeek: (value: string) => `${value} last week`,
  salesOfDays: 'Net sales by day',
  thisWeekBars: 'This week',
  lastWeekBars: 'Last week',
  bar: (day: string, value: string, before: string) => `${day}: ${value}, last week ${before}`,
  notYet: 'not yet',
  asTable: 'Show as table',
  day: 'Day',

  month: 'This month',
  monthMeans:
    'Net sales of the month so far, as in the report Sales by day. Days that are left: from today on, without days on which the clinic is closed.',
  goalOf: (goal: string) => `of ${goal}`,
  goalProgress: (percent: string) => `${percent} of the goal`,
  toGo: (amount: string) => `${amount} to go`,
  perDay: (amount: string, days: number) =>
    plural(days, {
      one: `${amount} on the open day that is left`,
      other: `${amount} on each of the ${formatNumber(days)} open days that are left`,
    }),
  noDaysLeft: 'No open day is left this month',
  goalReached: (more: string) => `Goal reached, ${more} more`,
  noGoal: 'No goal yet',
  noGoalHint: 'Set how much the clinic should sell in a month, and see here how far you are.',
  setGoal: 'Set a goal',
  changeGoal: 'Change goal',
  goalTitle: 'Goal of a Month',
  goalHint: 'The net sales that you want to reach in each month. Leave it empty for no goal.',
  goalField: 'Net sales in a month',
  goalAboveZero: 'Enter an amount above zero, or leave it empty.',
  goalSaved: 'Goal saved.',
  goalRemoved: 'Goal removed.',
  goalNotSaved: 'The goal was not saved',
  cancel: 'Cancel',
  save: 'Save',
})
