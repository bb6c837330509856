import { defineMessages } from '#shared/lib/language.ts'
import { plural } from '#shared/lib/numbers.ts'
import type { SelfServicePolicy } from '#shared/clinic/booking-rules.ts'

/** Ends a sentence with "call the clinic: +63 2 8555 0128.", or without a number if the clinic has none. */
const callTheClinic = (phone: string) => (phone === '' ? 'call the clinic.' : `call the clinic: ${phone}.`)

/**
 * Errors and texts about appointments that several screens and calls share. Texts of the desk and the calendar are in
 * other modules, so that visitors do not load them.
 */
export const appointmentMessages = defineMessages('appointments', {
  loginFirst: 'You need to login first to book an appointment.',
  failedToBook: 'Failed to book appointment. Please try again.',
  slotTaken: 'That time has just been taken. Please choose another.',
  pastDate: 'That time has already passed. Please choose another time.',
  beyondHorizon: 'Appointments can be booked up to 12 months ahead.',
  dateClosed: 'The clinic is closed on that date. Please choose another date.',
  outsideHours: 'The clinic is not open at that time. Please choose another time.',
  notASlot: 'Choose one of the offered times between 8:00 AM and 12:00 AM.',
  unknownTreatment: 'Treatment not found',
  unknownService: 'This service is not offered any more. Please choose another.',
  invalidCustomer: 'Invalid customer selected.',
  onlyForYourself: 'You can only book an appointment for yourself.',
  onlyClientsWantNews: 'Set a client’s news choices on the client’s page.',
  onlyStaffGiveReasons: 'Only the clinic can book against an alert.',
  onlyStaffConfirm: 'Only the clinic can confirm an appointment.',
  tooManyOpen: 'You already have several open bookings. Please keep or cancel one of them first.',
  tooManyInAnHour: 'You have booked several times in the last hour. Please try again later.',
  firstVisitOpen: (phone: string) =>
    `You can have one open booking until the clinic confirms your first visit. To book another now, please ${callTheClinic(phone)}`,
  keptForKnownClients: (phone: string) =>
    `This time is kept for clients whom the clinic knows. Please choose another time or day, or ${callTheClinic(phone)}`,
  firstVisitsOfAddressFull: (phone: string) =>
    `Several first visits from your network are still waiting to be confirmed. Please try again later or ${callTheClinic(phone)}`,
  firstVisitHeld: (hours: number) =>
    plural(hours, {
      one: 'The clinic confirms your first visit. Until then we hold this time for 1 hour.',
      other: `The clinic confirms your first visit. Until then we hold this time for ${hours} hours.`,
    }),
  firstVisitHeldToStart:
    'The clinic confirms your first visit. Until then we hold this time, at most until the visit begins.',
  lapsed: 'Expired: not confirmed in time',
  paidCallClinic: 'This visit is paid. Please call the clinic.',
  conflictCheckFailed: 'Failed to check time conflict.',
  failedToUpdate: 'Failed to update appointment.',
  failedToLoadOngoing: 'Failed to load ongoing appointments.',
  stateChanged: 'This appointment was changed by someone else. Please check it again.',
  transitionNotAllowed: (from: string, to: string) => `An appointment that is ${from} cannot be marked as ${to}.`,
  sameTime: 'The appointment is already at that time. Please choose another.',
  newTimeNeeded: 'A new date and time are needed to reschedule an appointment.',
  otherAppointment: 'This is not the appointment that is being rescheduled.',
  notBeforeDate: (date: string) => `This treatment can be started on ${date} or later.`,
  reasonRequired: 'Choose why the appointment is cancelled.',
  reasonOnlyForCancel: 'A reason can be given only when an appointment is cancelled.',
  datesHaveAppointments: (count: number) =>
    plural(count, {
      one: 'There is 1 appointment on the chosen dates. Nothing is cancelled when you disable them.',
      other: `There are ${count} appointments on the chosen dates. Nothing is cancelled when you disable them.`,
    }),
  cannotCancelAny: 'This appointment can no longer be cancelled.',
  calendarRange: (days: number) => `Choose at most ${days} days, the earlier day first.`,
  overbookReason: 'Say why you book over a taken time.',
  notFound: 'Appointment not found.',
  notProvided: 'NOT PROVIDED',
  midnight: 'midnight',
})

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

/** Why a change of a visit is refused. Only the server uses these texts, so no page loads them. */
export const refusalMessages = defineMessages('appointments/refusal', {
  questionsChanged: 'The clinic has just changed its questions. Please look at them and confirm again.',
  tooLateToMove: (hours: number) =>
    plural(hours, {
      one: 'You can move a visit online until 1 hour before it begins. Please call the clinic.',
      other: `You can move a visit online until ${hours} hours before it begins. Please call the clinic.`,
    }),
  tooLateToCancel: (hours: number) =>
    plural(hours, {
      one: 'You can cancel a visit online until 1 hour before it begins. Please call the clinic.',
      other: `You can cancel a visit online until ${hours} hours before it begins. Please call the clinic.`,
    }),
  movedTwice: 'You have moved this visit twice. To move it again, please call the clinic.',
  staysUntilConfirmed:
    'This visit cannot be moved before the clinic confirms it. For another time, please call the clinic.',
  orConfirm: 'You can also confirm your e-mail or mobile number in your profile to book more.',
  personNotFree: (names: string) => `This time is not free with ${names}. Choose another time or another person.`,
  cannotMoveAny: 'This appointment can no longer be moved.',
  arrivalOnlyOnDate: (date: string) => `You can mark the arrival only on ${date}.`,
  arrivalNotBegun: 'An arrival can be marked only before the treatment begins.',
  onlyStaffOverbook: 'Only the clinic can book over a taken time.',
  servicesFinal: 'The services of a completed or cancelled visit cannot be changed.',
  servicesPaid: 'This visit is paid. Its services can no longer be changed.',
  sameServices: 'The visit has these services already.',
  nothingToUndo: 'The change can no longer be undone: the appointment was changed again.',
  undoOthers: 'Only the person who made the last change can undo that change.',
  undoTooLate: (minutes: number) => `A change can be undone only within ${minutes} minutes.`,
  undoSent: 'The client has been sent a message about this change. The change stays.',
  undoPaid:
    'This visit or its deposit was paid, or the payment was given back or voided, since then. The change stays.',
})

/** Why the server refuses a booking that the screens do not offer in the first place. */
export const termsMessages = defineMessages('appointments/terms', {
  notTheirService: 'This person does not do that service. Please choose another.',
  notTheirRoom: 'This service is not done in that room. Please choose another.',
  notOnline: (phone: string) => `This service cannot be booked online. Please ${callTheClinic(phone)}`,
  tooSoon: (phone: string) =>
    `This time is too soon to be booked online. Please choose a later time or ${callTheClinic(phone)}`,
  /** Shown when every time of the day is too soon to be booked online. */
  dayTooSoon: (phone: string) =>
    `It is too late to book this day online. Please choose a later day or ${callTheClinic(phone)}`,
  tooFarAhead: (days: number) =>
    plural(days, {
      one: 'This service can be booked 1 day ahead.',
      other: `This service can be booked up to ${days} days ahead.`,
    }),
  /**
   * Shown to visitors who are not logged in, for a time that only known clients can book: the visitor may be one of
   * them.
   */
  logInAsKnownClient: (phone: string) =>
    `This time is kept for clients whom the clinic knows. If you have been here, log in and book it. If you are new, please choose another time or day, or ${callTheClinic(phone)}`,
  youAreBusy: 'You already have a visit at that time. Please choose another.',
  clientIsBusy: 'This client already has a visit at that time. Please choose another.',
})

const upTo = (hours: number) =>
  hours === 0
    ? 'any time before the start'
    : plural(hours, { one: 'up to 1 hour before', other: `up to ${hours} hours before` })

/** Texts about what clients may change themselves. */
export const selfServiceMessages = defineMessages('appointments/self-service', {
  /** Returns a text such as "Free to reschedule twice, up to 24 hours before; cancel any time before the start." */
  policy: ({ move_notice_hours: move, cancel_notice_hours: cancel }: SelfServicePolicy) =>
    `Free to reschedule twice, ${upTo(move)}; cancel ${upTo(cancel)}.`,
  afterwards: 'After that, please call us to make a change.',
})

/** Texts of the page behind the link in an e-mail about a visit. */
export const visitLinkMessages = defineMessages('appointments/visit-link', {
  title: 'Your visit',
  loading: 'One moment...',
  linkVoidTitle: 'This link does not work',
  linkVoid:
    'The link works until the visit begins, for the person to whom it was sent. Log in to see your visits, or call us.',
  logIn: 'Log in',
  when: 'When',
  what: 'Treatment',
  who: 'With',
  cancel: 'Cancel this visit',
  move: 'Move this visit',
  bookAgain: 'Book another visit',
  toProfile: 'All my visits',
})

/**
 * Texts of the booking page's last steps (people, free times, reservation, confirmation) and of an unavailable booking.
 * They are loaded only with these steps.
 */
export const availabilityMessages = defineMessages('appointments/availability', {
  addService: 'Add another service',
  moreThanOne: 'More than one service in this visit?',
  servicesOfVisit: 'Services of this visit',
  removeService: (name: string) => `Remove ${name}`,
  noFurther: 'Done adding',
  mostServices: (most: number) => `A visit can have up to ${most} services.`,

  withWhom: 'With whom?',
  with: 'With',
  withName: (name: string) => `with ${name}`,
  anyone: 'Anyone',
  anyoneHint: 'First available – the most free times.',
  nearest: 'The nearest free times',
  dayAndTime: (day: string, time: string) => `${day}, ${time}`,
  nextFree: (day: string, time: string) => `Next free: ${day}, ${time}`,
  noTimeLeft: 'No free time is left on this day.',
  joinWaitlist: 'Join the waitlist',
  otherDate: 'Choose another date',
  nothingUntil: (day: string) => `There is no free time until ${day}. Please choose a later date.`,

  held: (time: string) => `We are holding ${time} for you.`,
  noHurry: 'Take your time.',
  left: (minutes: number, seconds: number) => `${minutes}:${String(seconds).padStart(2, '0')}`,
  leftLabel: 'Time left',
  ended: (time: string) => `${time} is no longer held for you, but you can still book it while it is free.`,
  holdAgain: 'Hold this time again',
  holding: 'Holding...',
  /** Shown to staff on times of a day that are reserved. */
  heldForSomeone: 'Being booked',
  heldHint: 'A client is booking this time right now. It becomes free within ten minutes if they do not book it.',

  confirmTitle: 'Confirm Your Booking',
  price: 'Price',
  mobileNumber: 'Mobile number (optional)',
  mobileHint: 'The clinic uses this number to reach you about this visit.',
  cancel: 'Cancel',
  booking: 'Booking...',
  haveAccount: 'I have an account',
  iAmNew: 'I am new',
  logInNow: 'Log in or create an account',
  staffBooks: 'You are logged in as staff. Schedule appointments for clients on the appointments screen.',
  toAppointments: 'Go to Appointments',
  toChoosePassword: 'Choose your password',

  nothingToBook: 'Online booking is not open yet.',
  callToBook: 'Please call the clinic to make an appointment.',
  callNumber: (phone: string) => `Call ${phone}`,
  addTreatments: 'Add treatments with services, and clients can book them here.',
  toCatalogue: 'Go to Treatments & Services',
})
