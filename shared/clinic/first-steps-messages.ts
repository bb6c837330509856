import { defineMessages } from '#shared/lib/language.ts'
import { formatNumber, plural } from '#shared/lib/numbers.ts'

/** Texts of the steps from a new clinic to its first booking. */
export const firstStepsMessages = defineMessages('clinic/first-steps', {
  title: 'First steps',
  subtitle: 'Three short steps, then you are ready for bookings. You can change everything later in the settings.',
  steps: 'Steps',
  hours: 'Hours',
  services: 'Services',
  people: 'People & rooms',
  ready: 'Ready',
  step: (n: number, of: number, name: string) => `${n} of ${of}: ${name}`,
  back: 'Back',
  skip: 'Skip',
  next: 'Next',
  saving: 'Saving...',
  hoursTitle: 'When is the clinic open?',
  hoursSaved: 'The hours were saved.',
  hoursNotSaved: 'The hours could not be saved.',
  servicesTitle: 'What does the clinic offer?',
  servicesHint: 'Tick what you offer and correct prices and durations. You can add others later.',
  price: (name: string) => `Price of ${name}`,
  duration: (name: string) => `Duration of ${name}`,
  addChosen: (count: number) => plural(count, { one: 'Add 1 service', other: `Add ${formatNumber(count)} services` }),
  chooseOne: 'Tick at least one service.',
  servicesAdded: (count: number) =>
    plural(count, { one: '1 service was added.', other: `${formatNumber(count)} services were added.` }),
  servicesNotAdded: 'The services could not be added.',
  wrongPrice: 'Enter an amount in pesos.',
  peopleTitle: 'Who works at the clinic?',
  peopleHint: 'Clients can choose these people. If you add no one, bookings only need a free room.',
  nobody: 'Nobody yet.',
  roomsTitle: 'Which rooms do you have?',
  roomsHint:
    'Each visit needs a free room: two rooms take two visits at once. Name the first room, then add the others.',
  room: (place: number) => `Room ${formatNumber(place)}`,
  roomsNotSaved: 'The rooms could not be saved.',
  readyTitle: 'You’re ready for bookings.',
  readyHint:
    'Clients book on the booking page, and you book for them under Appointments. To sell at the till, add a cashier.',
  openBooking: 'Open the booking page',
  openWebsite: 'Make your website',
  openAppointments: 'Book for a client',
  openDashboard: 'Go to the dashboard',
  addCashier: 'Add a cashier',
  guide: 'Show me the steps',
})
