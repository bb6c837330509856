/** What the clinic says about an appointment, on whichever screen or call. The desk's and the calendar's words stand apart: a visitor's phone never loads them. */
export const appointmentSentences = {
  loginFirst: 'You need to login first to book an appointment.',
  failedToBook: 'Failed to book appointment. Please try again.',
  slotTaken: 'That time has just been taken. Please choose another.',
  pastDate: 'That time has already passed. Please choose another.',
  beyondHorizon: 'Appointments can be booked up to 12 months ahead.',
  dateClosed: 'The clinic is closed on that date. Please choose another.',
  outsideHours: 'The clinic is not open at that time. Please choose another.',
  notASlot: 'Choose a half-hour slot between 8:00 AM and 12:00 AM.',
  unknownTreatment: 'Treatment not found',
  unknownService: 'This service is not offered any more. Please choose another.',
  invalidCustomer: 'Invalid customer selected.',
  onlyForYourself: 'You can only book an appointment for yourself.',
  tooManyOpen: 'You already have several open bookings. Please keep or cancel one of them first.',
  tooManyInAnHour: 'You have booked several times in the last hour. Please try again later.',
  conflictCheckFailed: 'Failed to check time conflict.',
  failedToUpdate: 'Failed to update appointment.',
  failedToLoadOngoing: 'Failed to load ongoing appointments.',
  stateMoved: 'This appointment was changed by someone else. Please look at it again.',
  moveNotAllowed: (from: string, to: string) => `An appointment that is ${from} cannot be marked as ${to}.`,
  sameTime: 'The appointment is already at that time. Please choose another.',
  otherAppointment: 'This is not the appointment that is being rescheduled.',
  notBeforeDate: (date: string) => `This treatment can be started on ${date} or later.`,
  reasonRequired: 'Choose why the appointment is cancelled.',
  reasonOnlyForCancel: 'A reason is given only when an appointment is cancelled.',
  datesHaveAppointments: (count: number) =>
    count === 1
      ? 'There is 1 appointment on the chosen dates. Nothing is cancelled when you disable them.'
      : `There are ${count} appointments on the chosen dates. Nothing is cancelled when you disable them.`,
  cannotCancelAny: 'This appointment can no longer be cancelled.',
  notFound: 'Appointment not found.',
  notProvided: 'NOT PROVIDED',
} as const
