import { defineMessages } from '#shared/lib/language.ts'

/**
 * Texts of the booking page's last steps (people, free times, reservation, confirmation) and of an unavailable booking.
 * Loaded lazily with those steps.
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
  anyoneHint: 'First available – most times.',
  nearest: 'The nearest free times',
  dayAndTime: (day: string, time: string) => `${day}, ${time}`,
  nextFree: (day: string, time: string) => `Next free: ${day}, ${time}`,
  noTimeLeft: 'No free time is left on this day.',
  joinWaitlist: 'Join the waitlist',
  otherDate: 'Choose another date',
  nothingUntil: (day: string) => `Nothing is free until ${day} either. Please choose a later date.`,

  held: (time: string) => `We are holding ${time} for you.`,
  noHurry: 'Take your time.',
  left: (minutes: number, seconds: number) => `${minutes}:${String(seconds).padStart(2, '0')}`,
  leftLabel: 'Time left',
  ended: (time: string) => `${time} is no longer held for you, but you can still book it while it is free.`,
  holdAgain: 'Hold it again',
  holding: 'Holding...',
  /** Shown to staff on times of a day that are reserved. */
  heldForSomeone: 'Being booked',
  heldHint: 'A client is booking this time right now. It becomes free within ten minutes if they do not book it.',

  confirmTitle: 'Confirm Your Booking',
  price: 'Price',
  mobileNumber: 'Mobile number (optional)',
  mobileHint: 'So that the clinic can reach you about this visit.',
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
