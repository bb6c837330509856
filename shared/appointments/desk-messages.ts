import { appointmentMessages } from './messages.ts'
import { formatStatus } from './status.ts'

/** The words for the statuses and the reasons of a cancellation, wherever staff read them. */
export const appointmentText = {
  statuses: {
    pending: 'Pending',
    confirmed: 'Confirmed',
    'on-going': 'On-going',
    completed: 'Completed',
    resched: 'Rescheduled',
    cancelled: 'Cancelled',
  },
  reasons: {
    client: 'The client asked for it',
    'no-show': 'The client did not come',
    clinic: 'The clinic cannot do it',
    other: 'Another reason',
    lapsed: appointmentMessages.lapsed,
  },
} as const

/** The words of the screen Manage Appointments. */
export const deskMessages = {
  title: 'Manage Appointments',
  manilaTime: 'Manila',
  refresh: 'REFRESH DATA',
  addWalkIn: 'ADD WALK-IN CLIENT',
  backToCashier: 'Cashier page',
  switched: 'Switched successfully',
  switchedHint: 'You are now at the cashier page.',

  active: 'Active Appointments',
  completedToday: 'Completed Treatments Today',
  noData: 'No data available',
  noDataHint: 'New bookings appear here by themselves.',
  noneCompleted: 'No completed treatments today',
  number: '#',
  client: 'Client',
  service: 'Service Availed',
  time: 'Time',
  status: 'Status',
  actions: 'Actions',
  overdue: 'Overdue',
  paid: 'Paid',
  midnight: 'midnight',
  activePages: 'Pages of active appointments',
  completedPages: 'Pages of completed treatments',
  failedToLoad: 'Failed to load appointments.',
  connectionLost:
    'Live updates are interrupted. The lists stay as they are and are read again every minute until the connection is back.',

  confirm: 'CONFIRM',
  decline: 'DECLINE',
  reschedule: 'RESCHEDULE',
  start: 'Start Treatment',
  end: 'End Treatment',
  cancel: 'Cancel Appointment',
  actionFor: (action: string, client: string) => `${action}: ${client}`,

  markAs: (status: string) => `Do you want to mark this appointment as ${formatStatus(status)}?`,
  whose: (client: string, service: string, date: string, time: string) => `${client}, ${service}, ${date}, ${time}`,
  yes: 'Yes, mark it',
  no: 'No',
  updating: 'Updating...',
  updated: 'Updated!',
  updatedTo: (status: string) => `Appointment ${formatStatus(status)} successfully!`,
  notChangedTitle: 'Cancelled',
  notChanged: 'The appointment status was not changed.',
  errorTitle: 'Error!',
  failed: 'Failed to update appointment. Please try again.',
  whyCancelled: 'Why is it cancelled?',
  alreadyPaid: (receipt: string) => `This visit is paid: receipt ${receipt}. Do you want to cancel it all the same?`,
  moneyStays: 'Cancelling does not give the money back. The sale and its receipt stay as they are.',
  keep: 'Keep appointment',
  markCancelled: 'Mark as cancelled',

  cancelAll: (count: number) => (count === 1 ? 'Cancel the 1 open visit' : `Cancel all ${count} of this person`),
  cancelAllTitle: (count: number, client: string) =>
    count === 1
      ? `Do you want to cancel the 1 visit of ${client}?`
      : `Do you want to cancel all ${count} visits of ${client}?`,
  cancelAllSpan: (first: string, last: string) =>
    first === last ? `All of them are on ${last}.` : `From ${first} to ${last}.`,
  cannotBeUndone: 'This cannot be undone. The times become free at once.',
  cancelAllOf: (client: string) => `Open visits of ${client}`,
  paidStay: (receipts: string) => `Paid visits stay: receipt ${receipts}.`,
  keepAll: 'Keep them',
  sendCancelAll: (count: number) => (count === 1 ? 'Cancel 1 visit' : `Cancel all ${count}`),
  cancelling: 'Cancelling...',
  cancelledAll: (count: number) =>
    count === 1 ? '1 visit has been cancelled.' : `${count} visits have been cancelled.`,
  backToOne: 'Only this one',

  rescheduleTitle: 'Reschedule appointment',
  rescheduleDate: 'New date',
  rescheduleTime: 'New time',
  chooseDate: 'Choose a date.',
  chooseTime: 'Choose a time.',
  booked: 'Booked',
  closed: 'Closed',
  past: 'Past',
  presentTime: 'Present time',
  noFreeTime: 'No time between 8:00 AM and 5:00 PM is free on this date.',
  closedNotice: 'The clinic is closed on this date.',
  holidayNotice: (name: string) => `Public holiday: ${name}. Clients cannot book this date.`,
  holidayQuestion: (date: string, name: string) => `${date} is a public holiday (${name}). Do you want to use it?`,
  useHoliday: 'Yes, use it',
  rescheduleFailed: 'Network error or unexpected issue.',
} as const
