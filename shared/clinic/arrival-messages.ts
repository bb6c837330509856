import { defineMessages } from '#shared/lib/language.ts'

/** How early clients should come; shared by the booking page and e-mails. */
export const arrivalMessages = defineMessages('clinic/arrival', {
  comeEarly: 'Please come ten minutes early.',
})
