import { defineMessages } from '#shared/lib/language.ts'
import { arrivalMessages } from '#shared/clinic/messages.ts'

/** Texts of the booking page, apart from errors shared with the server (`messages.ts`). */
export const bookingMessages = defineMessages('appointments/booking', {
  stepTitles: ['Choose Your Treatment', 'Select Your Service', 'Select Your Date', 'Choose Your Time'],
  stepNames: ['Treatment', 'Service', 'Date', 'Time'],
  stepOf: (step: number) => `Step ${step} of 4`,
  stepDone: 'done',
  backToHome: 'Back to Home',
  next: 'Next',
  confirmBooking: 'Confirm Booking',
  yourVisit: 'Your visit',
  missing: ['Choose a treatment', 'Choose a service', 'Choose a date', 'Choose a time'],
  minutes: (minutes: number) => `${minutes} min`,

  loadingTreatments: 'Loading treatments...',
  loadingServices: 'Loading services...',
  loadingDates: 'Loading dates...',
  loadingTimes: 'Loading times...',
  noServices: 'No services available for this treatment',
  otherTreatment: 'Choose another treatment',

  previousMonth: 'Previous month',
  nextMonth: 'Next month',
  pickADay: 'Choose an available day. Times are Manila time.',
  dayPassed: 'This day has passed.',
  dayOver: 'No free time is left today.',
  holiday: (name: string) => `${name} (public holiday)`,
  closedWeekday: (weekday: string) => `The clinic is closed on ${weekday}s.`,

  manilaTime: 'Manila time',
  partsOfDay: ['Morning', 'Afternoon', 'Evening', 'Midnight'],
  unavailable: 'Unavailable',
  unavailablePart: (part: string) => `${part}, unavailable`,
  showAllTimes: 'Show all times',
  endOfDay: (date: string) => `Midnight at the end of ${date}`,

  treatment: 'Treatment',
  service: 'Service',
  date: 'Date',
  time: 'Time',
  keptVisit: (service: string, date: string, time: string) => `${service}, ${date}, ${time}`,
})

/** Texts of the field for a note that a client can write before confirming a booking. */
export const questionMessages = defineMessages('appointments/booking-questions', {
  note: 'Anything we should know?',
  noteHint: 'Optional. For example an allergy, a pregnancy, or how we should reach you.',
})

/** Texts of the booking page in a frame of another website. */
export const framedMessages = defineMessages('appointments/framed', {
  continue: 'Continue',
  opensNewWindow: '(opens a new window)',
  logInThere: 'You log in on our own page, which opens in a new window. Your choices go with you.',
  continued: 'Your booking continues in the new window.',
  continuedText: 'Everything you chose is there. You can book another appointment here.',
  openAgain: 'Open the window again',
})

/** Texts of the booking page after booking. */
export const bookedMessages = defineMessages('appointments/booked', {
  title: 'Your booking has been received.',
  text: 'The clinic will confirm your visit. You can see and cancel it in your profile.',
  price: 'Price',
  where: 'Where',
  openMap: 'Open map',
  opensNewTab: '(opens a new tab)',
  phone: 'Phone',
  bring: 'What to bring',
  bringText: `A valid ID, and the names of the medicines and skin products you use. ${arrivalMessages.comeEarly}`,
  toCalendar: 'Add to calendar',
  seeAppointments: 'See my appointments',
  bookAnother: 'Book another appointment',
})
