import { defineMessages } from '#shared/lib/language.ts'
import { oldestBrowsers as oldest } from '#shared/website/oldest-browsers.ts'

/** Errors of the website calls, and the default texts of a page. */
export const websiteMessages = defineMessages('website', {
  link: 'Enter a link that begins with https://',
  picture: 'Choose a picture.',
  pictureGone: 'This picture no longer exists. Choose another.',
  colourUnreadable: 'Text would be hard to read with this colour. Choose a darker one.',
  area: 'Choose a part of the picture.',
  partSmall: (pixels: number) => `This part is too small. It needs at least ${pixels} pixels on its longer side.`,
  pictureSmall: (pixels: number) => `This picture is too small. It needs at least ${pixels} pixels on its longer side.`,
  quoteNeedsSource: 'Say where each testimonial was written and when, or mark them as samples.',
  nothingToPublish: 'Visitors already see this version. There is nothing to publish.',
  noSuchVersion: 'This version no longer exists.',
  pictureShown: 'The draft or a version uses this picture. It cannot be deleted.',
  noConsent: 'This consent was already withdrawn.',
  pairSame: 'Choose two different pictures.',
  consentWithdrawn: 'Withdrawn. Visitors no longer see these pictures.',
  /** The name of a price menu with several treatments of one service each. */
  moreTreatments: 'More treatments',
  pictureDeleted: 'The picture was deleted.',
  /** The default texts, which invent nothing about the clinic. */
  starter: {
    lead: 'Choose a treatment and a time that suits you, at any hour of the day.',
    slide: 'Welcome',
    slideAlt: 'Pearls resting on stone plinths in warm morning light',
    services: 'Treatments',
    results: 'Before and after',
    people: 'Our team',
    rooms: 'Our clinic',
    pricing: 'Prices',
    testimonials: 'What clients say',
    visit: 'Find us',
    contact: 'Book your visit',
  },
})

/** Texts in the `<head>` of HTML pages, which browsers, search engines and link previews show. */
export const documentMessages = defineMessages('website/document', {
  product: 'Mutya',
  landingTitle: '{{clinic.name}}: aesthetic and wellness clinic, book online',
  /** The description in search results and link previews; `treatments` lists as many as fit. */
  landingDescription: (clinic: string, treatments: string) =>
    treatments === ''
      ? `${clinic}: see what we offer, and book your visit online.`
      : `${clinic}: ${treatments}. See services and prices, and book your visit online.`,
  bookingTitle: 'Book an appointment, {{clinic.name}}',
  bookingDescription: 'Book your visit at {{clinic.name}}: choose a treatment, a service, a date and a time.',
  bookOnline: 'Book online',
  loginDescription: 'Log in to {{clinic.name}}, or create an account to book your visit and see your appointments.',
  sharedPicture: (clinic: string) => `${clinic}, with pearls resting on stone`,
  staffApp: (clinic: string) => `${clinic}: staff`,
  needsScript: 'Mutya needs JavaScript. Please switch it on and load the page again.',
  oldBrowser: `This browser is too old for this page. Please update your phone or browser: you need iOS or Safari ${oldest.safari}, Chrome or Edge ${oldest.chrome}, Firefox ${oldest.firefox}, Samsung Internet ${oldest.samsung}, or newer.`,
  oldBrowserCall: 'Or call {{clinic.name}}: {{clinic.phone}}',
})
