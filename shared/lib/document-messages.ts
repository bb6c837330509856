import { defineMessages } from './language.ts'

/** What stands in the heads of the HTML pages: browsers, search engines and shared links show it. */
export const documentMessages = defineMessages('lib/document', {
  product: 'Mutya',
  landingTitle: '{{clinic.name}}: aesthetic and wellness clinic, book online',
  landingDescription:
    '{{clinic.name}}: facials, injectables, laser and skin care by appointment. See services and prices, and book your visit online in under a minute.',
  sharedDescription: 'Aesthetic and wellness clinic. Book your visit online.',
  bookingTitle: 'Book an appointment, {{clinic.name}}',
  bookingDescription: 'Book your visit at {{clinic.name}}: choose a treatment, a service, a date and a time.',
  bookOnline: 'Book online',
  loginDescription: 'Log in to {{clinic.name}}, or create an account to book your visit and see your appointments.',
  sharedPicture: (clinic: string) => `${clinic}, with pearls resting on stone`,
  staffApp: (clinic: string) => `${clinic}: staff`,
  needsScript: 'Mutya needs JavaScript. Please switch it on and load the page again.',
})
