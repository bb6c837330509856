import { defineMessages } from '#shared/lib/language.ts'

/** Texts of public pages about the clinic, without those of forms, which they need not load. */
export const publicClinicMessages = defineMessages('clinic/public', {
  notSetUp: 'This clinic is not set up yet.',
  setUpNow: 'Set it up now',
})
