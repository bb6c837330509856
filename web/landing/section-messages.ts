import { defineMessages } from '#shared/lib/language.ts'

/** What the sections of the landing page are called in the navigation. */
export const sectionMessages = defineMessages('landing/section', {
  services: 'Services',
  about: 'About',
  pricing: 'Pricing',
  testimonials: 'Testimonials',
  contact: 'Contact',
})
