import { defineMessages } from '#shared/lib/language.ts'

/** How early clients should come. Shared, so that the booking page and the e-mails say the same. */
export const arrivalMessages = defineMessages('clinic/arrival', {
  comeEarly: 'Please come ten minutes early.',
})
