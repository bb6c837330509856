import { defineMessages } from '#shared/lib/language.ts'

/** What the public pages say of the clinic itself; apart from the forms' sentences, which they need not carry. */
export const publicClinicMessages = defineMessages('clinic/public', {
  notSetUp: 'This clinic is not set up yet.',
  setUpNow: 'Set it up now',
})
