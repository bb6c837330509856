import { defineMessages } from '#shared/lib/language.ts'

/** What is asked and said of a visit that staff book over something that is taken. */
export const overbookMessages = defineMessages('appointments/overbook', {
  reasonRequired: 'Say why it is booked over what is taken.',
  onlyStaff: 'Only the clinic can book over what is taken.',
})
