import { defineMessages } from '#shared/lib/language.ts'

/** Errors of the website calls, and the default texts of a page. */
export const websiteMessages = defineMessages('website', {
  link: 'Enter a link that begins with https://',
  picture: 'Choose a picture.',
  pictureGone: 'This picture no longer exists. Choose another.',
  area: 'Choose a part of the picture.',
  partSmall: (pixels: number) => `This part is too small. It needs at least ${pixels} pixels on its longer side.`,
  pictureSmall: (pixels: number) => `This picture is too small. It needs at least ${pixels} pixels on its longer side.`,
  quoteNeedsSource: 'Say where each testimonial was written and when, or mark them as samples.',
  nothingToPublish: 'Visitors see this already. There is nothing to publish.',
  noSuchVersion: 'This version no longer exists.',
  pictureShown: 'The draft or a version uses this picture. It cannot be deleted.',
  pictureDeleted: 'The picture was deleted.',
  pictureStored: 'Picture added.',
  /** The default texts, which invent nothing about the clinic. */
  starter: {
    lead: 'Choose a treatment and a time that suits you, at any hour of the day.',
    slide: 'Welcome',
    slideAlt: 'Pearls resting on stone plinths in warm morning light',
    services: 'Treatments',
    people: 'Our team',
    rooms: 'The clinic',
    pricing: 'Prices',
    testimonials: 'Kind words',
    visit: 'Find us',
    contact: 'Book your visit',
  },
})
