import { defineMessages } from '#shared/lib/language.ts'

/** Labels of the landing page's controls and navigation. Texts that the clinic writes itself come from the server. */
export const words = defineMessages('landing', {
  skip: 'Skip to content',
  sections: 'Sections',
  preview: 'Preview',
  /** The sections' names in the navigation. */
  sectionNames: {
    services: 'Services',
    about: 'About',
    pricing: 'Pricing',
    testimonials: 'Testimonials',
    contact: 'Contact',
  },
  menu: 'Menu',
  openMenu: 'Open menu',
  closeMenu: 'Close menu',
  login: 'Login',
  bookNow: 'BOOK NOW',
  bookAppointment: 'Book Appointment',
  profile: 'Profile',
  cashier: 'Cashier',
  home: 'Home',

  bookAnAppointment: 'Book an appointment',
  book: 'Book',
  askUs: 'Ask us',
  seePricing: 'See pricing',
  highlights: 'Highlights',
  slide: (place: number, name: string) => `Slide ${place}: ${name}`,
  slideOf: (place: number, count: number, name: string) => `${place} of ${count}: ${name}`,
  carousel: 'carousel',
  aSlide: 'slide',
  previousSlide: 'Previous slide',
  nextSlide: 'Next slide',
  pause: 'Pause slideshow',
  play: 'Play slideshow',

  sampleMenus: 'Sample menus',
  sampleTestimonials: 'Sample testimonials',

  about: 'About',
  style: 'Our style',
  mission: 'Our mission',

  previous: (what: string) => `Previous ${what}`,
  next: (what: string) => `Next ${what}`,
  aMenu: 'menu',
  aTestimonial: 'testimonial',
  priceMenus: 'Price menus',
  allPriceMenus: 'All price menus',
  priceMenu: 'Price menu',
  showMenu: (name: string) => `Show ${name}`,
  close: 'Close',
  testimonials: 'Testimonials',
  stars: (stars: number) => `${stars} out of 5 stars`,

  team: 'Team',
  rooms: 'Rooms and pictures',
  openingHours: 'Opening hours',
  closed: 'Closed',
  directions: 'Open in Maps',
  messenger: 'Messenger',
  viber: 'Viber',
  /** The names of the licences, shown before their numbers. */
  licences: { PRC: 'PRC licence', DOH: 'DOH licence', FDA: 'FDA licence' },
  licence: 'Licence',
  /** Where and when a testimonial was written. */
  source: (source: string, date: string) => (source && date ? `${source}, ${date}` : source || date),

  call: 'Call the clinic',
  write: 'Write to us',
  visit: 'Visit and contact',
  follow: 'Follow us',
  quickLinks: 'Quick links',
  privacy: 'Privacy notice',
  logout: 'LOGOUT',
})
