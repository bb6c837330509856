import type { JobName } from '#shared/lib/job-names.ts'
import { defineMessages } from '#shared/lib/language.ts'
import { formatNumber, plural } from '#shared/lib/numbers.ts'

export const dashboardMessages = defineMessages('dashboard', {
  title: 'Dashboard',
  monthlySalesFailed: 'Failed to load monthly sales data.',
  clientsFailed: 'Failed to load clients data.',
  failed: 'Failed to load dashboard data. Please try again.',
  lastUpdated: (time: string) => `Last updated ${time}`,
  refresh: 'REFRESH',
  proxyNotTrusted: 'All visitors seem to come from one address',
  proxyNotTrustedHint:
    "Somebody who guesses passwords can slow down everybody's log-in. Ask whoever runs the server to set TRUSTED_PROXY to the address of the proxy and to start Mutya again.",

  mailsStopped: 'E-mails to unconfirmed addresses have stopped for today',
  mailsStoppedHint:
    'Too many e-mails went to addresses that nobody has confirmed. Somebody may be registering people who did not ask for it. Known clients still get their e-mails; the stopped ones are listed in Settings, Messages.',

  webhookStopped: 'A webhook was switched off',
  webhookStoppedHint:
    'A program has not accepted events for three days, or no longer exists. See Settings, Developers, and switch the webhook on or off.',

  booksDiffer: 'The books do not add up',
  booksDifferHint: 'The last check found documents that do not match the saved totals.',
  showBooks: 'See the differences',

  jobsFail: (jobs: string) => `Mutya could not ${jobs}`,
  jobsFailHint: 'Mutya tries again automatically. Ask whoever runs the server to check its log.',
  jobs: {
    'lapse-visits': 'cancel requests that were not answered in time',
    'offer-times': 'offer free times to the waitlist',
    'write-reminders': 'remind clients of their visits',
    'write-follow-ups': 'ask clients how they are the day after a visit',
    'write-package-notices': 'tell clients that a package is about to expire',
    'tell-of-requests': 'notify staff of waiting requests',
    'write-summaries': 'send admins the summary of the day',
    'recover-messages': 'send delayed messages',
    'recover-imports': 'continue interrupted imports',
    'recover-webhooks': 'send events to other programs',
    'clean-up': 'delete expired data',
    'check-books': 'check the books',
    'check-records': 'confirm that every signed form and treatment note is unchanged',
    'daily-backup': 'make the daily backup',
    'copy-backups': 'copy the backups to a second place',
    'try-backup': 'test the last backup by restoring it',
  } satisfies Record<JobName, string>,

  monthlySales: 'Monthly Sales',
  totalSales: 'Total Sales',
  allTime: 'All-time revenue',
  totalClients: 'Total Clients',
  activeCustomers: 'Active customers',
  activeIn12Months: (label: string, count: string) => `${label}: ${count} with a visit or sale in the last 12 months`,
  todaysSales: "Today's Sales",
  soFar: (growth: string, before: string) => `${growth} so far vs ${before}`,
  nothingIn: (days: string) => `No sales in ${days} to compare`,
  nothingYesterday: 'No sales by this time yesterday',
  nothingYet: 'No sales yet (none by this time yesterday)',
  /** The days of a month until `lastDay`, such as `Oct 1–26`. */
  sameDays: (from: string, lastDay: number) => (lastDay === 1 ? from : `${from}–${lastDay}`),
  yesterday: 'this time yesterday',

  today: 'Today',
  todayFailed: 'Failed to load today’s tasks.',
  visitsToday: 'Visits today',
  requests: 'Requests',
  unpaidToday: 'Unpaid visits today',
  lowStock: 'Low stock',
  expiring: 'Expire within 30 days',
  /**
   * Details below the number of products that expire within 30 days: how many of these have expired, and how many
   * expire within 7 days.
   */
  expiringSoon: (counts: { expired: number; expiring_in_7_days: number }) =>
    [
      ...(counts.expired === 0 ? [] : [`${formatNumber(counts.expired)} expired`]),
      ...(counts.expiring_in_7_days === counts.expired
        ? []
        : [`${formatNumber(counts.expiring_in_7_days - counts.expired)} within 7 days`]),
    ].join(', '),

  salesTrend: 'Monthly Sales Trend',
  salesByMonth: 'Sales by month',
  notLoaded: 'Not loaded',
  noSales: 'No sales yet',
  noSalesHint: 'The chart starts with the first sale.',

  clientAnalytics: 'Client Analytics',
  ofLastMonth: 'of last month',
  thisMonth: 'This month so far',
  lastMonth: 'All of last month',
  catered: (present: number, last: number, percent: number) =>
    `${present} clients this month so far against ${last} in all of last month, ${percent} percent`,
  cateredHint: 'Clients with a sale or a completed visit',
  /**
   * Shown beside the ring chart when this month has more clients than last month, because the ring cannot show more
   * than 100 percent.
   */
  moreThanLastMonth: (more: number) =>
    plural(more, {
      one: '1 client more than in all of last month',
      other: `${formatNumber(more)} clients more than in all of last month`,
    }),

  more: 'More',
  demo: 'Demo point-of-sale',
  settings: 'Settings',
  settingsTitle: 'Dashboard Settings',
  settingsHint: 'These settings are for your account on this device.',
  refreshEvery: 'Refresh automatically',
  refreshChoices: { '0': 'Never', '1': 'Every minute', '5': 'Every 5 minutes', '15': 'Every 15 minutes' },
  shown: 'Shown on the dashboard',
  cancel: 'Cancel',
  save: 'Save',
  allHidden: 'All cards are hidden',
  allHiddenHint: 'Choose in Dashboard Settings which cards to show.',

  nextTitle: 'What to do next',
  nextHint: 'Complete these three steps to take the first booking.',
  nextSteps: {
    treatments: ['Add treatments and services', 'These are what clients book and cashiers sell.'],
    users: ['Add users', 'Create accounts for cashiers and admins.'],
    clinic: ['Complete the clinic profile', 'Enter the address, the opening hours and the last line of receipts.'],
  },
})
