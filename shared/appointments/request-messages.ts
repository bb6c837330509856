import { defineMessages } from '#shared/lib/language.ts'
import { plural } from '#shared/lib/numbers.ts'

/** Texts about pending bookings: the queue, its count, and the notices of new ones. */
export const requestMessages = defineMessages('appointments/request', {
  title: 'Requests',
  waiting: (count: number) => plural(count, { one: '1 request is waiting', other: `${count} requests are waiting` }),
  noneWaiting: 'No requests are waiting',
  noneWaitingHint: 'New bookings appear here automatically.',
  failedToLoad: 'Failed to load requests.',
  pages: 'Pages of requests',
  sound: 'Sound when a request arrives',
  soundHint: 'On this device. It also plays when a client cancels or moves a visit.',

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
      one: '1 was already answered by somebody else.',
      other: `${count} were already answered by somebody else.`,
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
  whyDeclined: (count: number) => plural(count, { one: 'Why do you decline it?', other: 'Why do you decline them?' }),
  declineHint: 'The times become free at once, and each client is told.',
  keepRequests: 'Keep them',
  sendDecline: (count: number) => plural(count, { one: 'Decline 1 request', other: `Decline ${count} requests` }),
  declining: 'Declining...',
  declined: (count: number) =>
    plural(count, { one: '1 request has been declined.', other: `${count} requests have been declined.` }),
  leftPaid: (count: number) =>
    plural(count, {
      one: '1 stays: it is paid, or somebody else has answered it.',
      other: `${count} stay: they are paid, or somebody else has answered them.`,
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
