import { sectionMessages } from './section-messages.ts'

const ids = ['services', 'about', 'pricing', 'testimonials', 'contact'] as const

/** The sections of the landing page, as the navigation names them. */
export const sections = ids.map((id) => ({ id, name: sectionMessages[id] }))
