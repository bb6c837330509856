import { defineMessages } from '#shared/lib/language.ts'
import { plural } from '#shared/lib/numbers.ts'

/** "please call the clinic: +63 2 8555 0128."; without a number if the clinic has none. */
export const callTheClinic = (phone: string) => (phone === '' ? 'call the clinic.' : `call the clinic: ${phone}.`)

/**
 * Errors and texts about appointments that several screens and calls share. Texts of the desk and the calendar are in
 * other modules, so that visitors do not load them.
 */
export const appointmentMessages = defineMessages('appointments', {
  loginFirst: 'You need to login first to book an appointment.',
  failedToBook: 'Failed to book appointment. Please try again.',
  slotTaken: 'That time has just been taken. Please choose another.',
  pastDate: 'That time has already passed. Please choose another.',
  beyondHorizon: 'Appointments can be booked up to 12 months ahead.',
  dateClosed: 'The clinic is closed on that date. Please choose another.',
  outsideHours: 'The clinic is not open at that time. Please choose another.',
  notASlot: 'Choose one of the offered times between 8:00 AM and 12:00 AM.',
  unknownTreatment: 'Treatment not found',
  unknownService: 'This service is not offered any more. Please choose another.',
  invalidCustomer: 'Invalid customer selected.',
  onlyForYourself: 'You can only book an appointment for yourself.',
  onlyClientsWantNews: 'Set a client’s news choices on the client’s page.',
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
  stateChanged: 'This appointment was changed by someone else. Please look at it again.',
  transitionNotAllowed: (from: string, to: string) => `An appointment that is ${from} cannot be marked as ${to}.`,
  sameTime: 'The appointment is already at that time. Please choose another.',
  newTimeNeeded: 'A new date and time are needed to reschedule an appointment.',
  otherAppointment: 'This is not the appointment that is being rescheduled.',
  notBeforeDate: (date: string) => `This treatment can be started on ${date} or later.`,
  reasonRequired: 'Choose why the appointment is cancelled.',
  reasonOnlyForCancel: 'A reason is given only when an appointment is cancelled.',
  datesHaveAppointments: (count: number) =>
    plural(count, {
      one: 'There is 1 appointment on the chosen dates. Nothing is cancelled when you disable them.',
      other: `There are ${count} appointments on the chosen dates. Nothing is cancelled when you disable them.`,
    }),
  cannotCancelAny: 'This appointment can no longer be cancelled.',
  calendarRange: (days: number) => `Ask for at most ${days} days, the first of them first.`,
  overbookReason: 'Say why you book over a taken time.',
  notFound: 'Appointment not found.',
  notProvided: 'NOT PROVIDED',
})
