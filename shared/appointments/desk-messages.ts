import { withinSentence } from '#shared/clinic/document-name.ts'
import { defineMessages } from '#shared/lib/language.ts'
import { plural } from '#shared/lib/numbers.ts'

/** Texts of a date and its start times, which dialogs of the desk and of clients show. */
export const startTimeMessages = defineMessages('appointments/start-times', {
  midnight: 'midnight',
  chooseDate: 'Choose a date.',
  chooseTime: 'Choose a time.',
  booked: 'Booked',
  closed: 'Closed',
  past: 'Past',
  closedNotice: 'The clinic is closed on this date.',
})

/** Texts of the screen Manage Appointments. */
export const deskMessages = defineMessages('appointments/desk', {
  visitGone: 'This visit is no longer on that day.',
  withPerson: (name: string) => `with ${name}`,
  title: 'Manage Appointments',
  manilaTime: 'Manila',
  waitlist: 'Waitlist',
  refresh: 'REFRESH DATA',
  addWalkIn: 'ADD WALK-IN CLIENT',
  backToCashier: 'Cashier page',
  switched: 'Switched successfully',
  switchedHint: 'You are now at the cashier page.',

  active: 'Active Appointments',
  completedToday: 'Completed Treatments Today',
  noData: 'No data available',
  noDataHint: 'New bookings appear here automatically.',
  noneCompleted: 'No completed treatments today',
  searchActive: 'Search client or number',
  statusFilter: 'Status',
  allStatuses: 'All',
  statusWith: (status: string, count: number) => `${status} ${count}`,
  sortBy: 'Sort by',
  sorts: {
    time: 'Time',
    client: 'Client',
    service: 'Service',
    'newest-requested': 'Latest booking',
  },
  noneFound: 'No appointments match',
  noneFoundHint: 'Choose another status or search for something else.',
  number: '#',
  client: 'Client',
  service: 'Service Availed',
  time: 'Time',
  status: 'Status',
  actions: 'Actions',
  overdue: 'Overdue',
  paid: 'Paid',
  unpaid: 'Unpaid',
  pay: 'PAY',
  unpaidToday: 'Unpaid Visits Today',
  unpaidPages: 'Pages of unpaid visits',
  countUnpaid: (count: number) => `${count} unpaid today`,
  visitsToPay: 'Visits to Pay',
  notHereYet: 'Not here yet',
  activePages: 'Pages of active appointments',
  completedPages: 'Pages of completed treatments',
  failedToLoad: 'Failed to load appointments.',
  connectionLost: 'Live updates are interrupted. The lists refresh every minute until the connection is back.',

  confirm: 'CONFIRM',
  decline: 'DECLINE',
  reschedule: 'RESCHEDULE',
  start: 'Start Treatment',
  end: 'End Treatment',
  cancel: 'Cancel Appointment',
  actionFor: (action: string, client: string) => `${action}: ${client}`,

  markAs: (status: string) => `Do you want to mark this appointment as ${status}?`,
  whose: (client: string, service: string, date: string, time: string) => `${client}, ${service}, ${date}, ${time}`,
  yes: 'Yes, change the status',
  no: 'No',
  updating: 'Updating...',
  updated: 'Updated!',
  updatedTo: (status: string) => `Appointment ${status} successfully!`,
  notChangedTitle: 'Cancelled',
  notChanged: 'The appointment status was not changed.',
  errorTitle: 'Error!',
  failed: 'Failed to update appointment. Please try again.',
  whyCancelled: 'Why is the appointment cancelled?',
  alreadyPaid: (document: string) =>
    `This visit is paid: ${withinSentence(document)}. Do you want to cancel it anyway?`,
  moneyStays: 'Cancelling does not give the money back. The sale and its receipt stay as they are.',
  keep: 'Keep appointment',
  markCancelled: 'Mark as cancelled',

  cancelAll: (count: number) =>
    plural(count, { one: 'Cancel the open visit', other: `Cancel all ${count} visits of this person` }),
  cancelAllTitle: (count: number, client: string) =>
    plural(count, {
      one: `Do you want to cancel the visit of ${client}?`,
      other: `Do you want to cancel all ${count} visits of ${client}?`,
    }),
  cancelAllSpan: (first: string, last: string) =>
    first === last ? `All visits are on ${last}.` : `The visits are from ${first} to ${last}.`,
  cannotBeUndone: 'This cannot be undone. The times become free at once.',
  cancelAllOf: (client: string) => `Open visits of ${client}`,
  paidStay: (documents: string) => `Paid visits are not cancelled: ${documents}.`,
  keepAll: 'Keep the visits',
  sendCancelAll: (count: number) => plural(count, { one: 'Cancel 1 visit', other: `Cancel all ${count}` }),
  cancelling: 'Cancelling...',
  cancelledAll: (count: number) =>
    plural(count, { one: '1 visit has been cancelled.', other: `${count} visits have been cancelled.` }),
  backToOne: 'Cancel only this visit',

  rescheduleTitle: 'Reschedule appointment',
  rescheduleDate: 'New date',
  rescheduleTime: 'New time',
  presentTime: 'Current time',
  noFreeTime: 'No time between 8:00 AM and 5:00 PM is free on this date.',
  holidayNotice: (name: string) => `Public holiday: ${name}. Clients cannot book this date.`,
  holidayQuestion: (date: string, name: string) =>
    `${date} is a public holiday (${name}). Do you want to use this date?`,
  useHoliday: 'Yes, use this date',
  itIsWith: (people: string) => `The visit is with ${people}.`,
  insteadOf: (people: string, askedFor: string) => `The visit is with ${people}. The client asked for ${askedFor}.`,
  rescheduleFailed: 'Network error or unexpected issue.',
})

/** Texts about pending bookings: the queue, their number, and the notices of new bookings. */
export const requestMessages = defineMessages('appointments/request', {
  title: 'Requests',
  waiting: (count: number) => plural(count, { one: '1 request is waiting', other: `${count} requests are waiting` }),
  noneWaiting: 'No requests are waiting',
  noneWaitingHint: 'New bookings appear here automatically.',
  failedToLoad: 'Failed to load requests.',
  pages: 'Pages of requests',
  sound: 'Sound when a request arrives',
  soundHint: 'Only on this device. The sound also plays when a client cancels or moves a visit.',

  service: 'Service',
  requested: 'Waiting',
  justNow: 'just now',
  waitedMinutes: (minutes: number) => `${minutes} min`,
  waitedHours: (hours: number) => `${hours} h`,
  waitedDays: (days: number) => plural(days, { one: '1 day', other: `${days} days` }),
  newClient: 'New client',
  heldUntil: (moment: string) => `Expires ${moment}`,
  day: 'Day',
  allDays: (count: number) => `All days (${count})`,
  dayWith: (day: string, count: number) => `${day} (${count})`,

  confirmDay: (count: number) =>
    plural(count, { one: 'Confirm the visit of this day', other: `Confirm all ${count} of this day` }),
  confirmDayTitle: (count: number, day: string) =>
    plural(count, {
      one: `Do you want to confirm the visit of ${day}?`,
      other: `Do you want to confirm all ${count} visits of ${day}?`,
    }),
  yesConfirm: 'Yes, confirm',
  no: 'No',
  confirming: 'Confirming...',
  confirmed: (count: number) =>
    plural(count, { one: '1 visit has been confirmed.', other: `${count} visits have been confirmed.` }),
  left: (count: number) =>
    plural(count, {
      one: '1 request was already answered by somebody else.',
      other: `${count} requests were already answered by somebody else.`,
    }),
  confirmFailed: 'The requests were not confirmed.',

  choose: (client: string) => `Choose the request of ${client}`,
  chooseAll: (count: number) => `Choose all ${count} shown`,
  chosen: (count: number) => `${count} chosen`,
  confirmChosen: (count: number) => `Confirm ${count}`,
  confirmChosenTitle: (count: number) =>
    plural(count, { one: 'Do you want to confirm 1 visit?', other: `Do you want to confirm ${count} visits?` }),
  declineChosen: (count: number) => `Decline ${count}`,
  declineTitle: (count: number) =>
    plural(count, { one: 'Do you want to decline 1 request?', other: `Do you want to decline ${count} requests?` }),
  whyDeclined: (count: number) =>
    plural(count, { one: 'Why do you decline the request?', other: 'Why do you decline the requests?' }),
  declineHint: 'The times become free at once, and each client is notified.',
  keepRequests: 'Keep the requests',
  sendDecline: (count: number) => plural(count, { one: 'Decline 1 request', other: `Decline ${count} requests` }),
  declining: 'Declining...',
  declined: (count: number) =>
    plural(count, { one: '1 request has been declined.', other: `${count} requests have been declined.` }),
  leftPaid: (count: number) =>
    plural(count, {
      one: '1 request was not declined: it is paid, or somebody else has answered it.',
      other: `${count} requests were not declined: they are paid, or somebody else has answered them.`,
    }),
  declineFailed: 'The requests were not declined.',
  nothingChosen: 'Choose at least one request.',
  tooMany: (most: number) => `Choose at most ${most} requests at once.`,

  newRequests: (count: number) => plural(count, { one: 'New request', other: `${count} new requests` }),
  cancelledByClients: (count: number) =>
    plural(count, { one: 'Cancelled by the client', other: `${count} visits cancelled by clients` }),
  movedByClients: (count: number) =>
    plural(count, { one: 'Moved by the client', other: `${count} visits moved by clients` }),
  more: (count: number) => `and ${count} more`,
  what: (client: string, service: string) => `${client} · ${service}`,
  when: (client: string, moment: string) => `${client} · ${moment}`,
  show: 'Show',
  confirm: (count: number) => plural(count, { one: 'Confirm', other: `Confirm all ${count}` }),
})

/** Texts about a visit on its day: arrival, notes and undoing a change. */
export const visitMessages = defineMessages('appointments/visit', {
  arrived: 'ARRIVED',
  notArrived: 'NOT HERE YET',
  markedArrived: (client: string) => `${client} is here.`,
  arrivalTakenBack: 'The arrival has been undone.',
  arrivalFailed: 'The arrival was not saved.',
  waiting: (time: string) => `Arrived: ${time}`,
  arrivedAt: (time: string) => `Arrived at ${time}`,
  late: 'Late',
  overbookedWhy: (reason: string) => `Overbooked: ${reason}`,
  noShows: 'No-shows',
  noShowMark: (count: number, last: string) =>
    plural(count, { one: `1 no-show, on ${last}`, other: `${count} no-shows, the last on ${last}` }),

  visit: 'Visit',
  detailsOf: (client: string) => `Details: ${client}`,
  note: 'Note for staff',
  noteHint: 'Only staff see this note. The client gets it only by downloading their data.',
  noteOf: 'Note:',
  fromClient: 'From the client:',
  saveNote: 'Save note',
  saving: 'Saving...',
  noteSaved: 'The note has been saved.',
  noteNotSaved: 'The note was not saved.',
  close: 'Close',

  changeServices: 'Change services',
  suppliesUsed: 'Supplies used',
  saveServices: 'Save services',
  servicesChanged: 'The services have been changed.',
  servicesNotChanged: 'The services were not changed.',

  undo: 'UNDO',
  undone: 'The change has been undone.',
  isAgain: (status: string) => `The appointment is ${status} again.`,
  notUndone: 'The change was not undone.',
  justCancelled: 'Cancelled just now',
})
