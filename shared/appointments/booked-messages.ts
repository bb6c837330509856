import { arrivalMessages } from '#shared/clinic/arrival-messages.ts'
import { defineMessages } from '#shared/lib/language.ts'

/** Texts of the booking page after booking. */
export const bookedMessages = defineMessages('appointments/booked', {
  title: 'Your booking has been received.',
  text: 'The clinic will confirm it. You can see and cancel it in your profile.',
  price: 'Price',
  where: 'Where',
  openMap: 'Open map',
  opensNewTab: '(opens a new tab)',
  phone: 'Phone',
  bring: 'What to bring',
  bringText: `A valid ID, and the names of the medicines and skin products you use. ${arrivalMessages.comeEarly}`,
  toCalendar: 'Add to calendar',
  seeAppointments: 'See my appointments',
  bookAnother: 'Book another appointment',
})
