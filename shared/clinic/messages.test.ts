import { expect, test } from 'vitest'
import { bookedMessages } from '#shared/appointments/booking-messages.ts'
import { emailTexts } from '#shared/messages/sent-messages.ts'

test('the page after a booking and the confirmation e-mail ask clients to come the same number of minutes early', () => {
  const askedIn = (text: string) => text.match(/[^.]* early\./)?.[0].trim()
  expect(askedIn(bookedMessages.bringText)).toBe('Please come ten minutes early.')
  expect(askedIn(emailTexts.confirmed.body)).toBe(askedIn(bookedMessages.bringText))
})
