/** The sections of the landing page, as the navigation names them. */
export const sections = [
  { id: 'services', name: 'Services' },
  { id: 'about', name: 'About' },
  { id: 'pricing', name: 'Pricing' },
  { id: 'testimonials', name: 'Testimonials' },
  { id: 'contact', name: 'Contact' },
] as const
