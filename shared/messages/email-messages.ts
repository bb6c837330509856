import { defineMessages } from '#shared/lib/language.ts'

/** What e-mails say as long as the clinic has written nothing else. */
export const emailTexts = defineMessages('messages/email', {
  booked: {
    subject: 'We have your request for {date}',
    body: 'Hello {client},\n\nThank you. We have your request for {service} on {date} at {time}.\n\nThe time is kept for you. We write again as soon as it is confirmed.',
  },
  confirmed: {
    subject: 'Confirmed: {date}, {time}',
    body: 'Hello {client},\n\nYour visit is confirmed: {service} on {date} at {time}.\n\nPlease come five minutes early. If you cannot come, tell us in time, so that somebody else can have your place.',
  },
  declined: {
    subject: 'We cannot take your request for {date}',
    body: 'Hello {client},\n\nWe are sorry: we cannot take your request for {service} on {date} at {time}.\n\nChoose another time, or call us at {phone}.',
  },
  lapsed: {
    subject: 'Your request for {date} was not confirmed in time',
    body: 'Hello {client},\n\nWe are sorry: nobody could confirm your request for {service} on {date} at {time}, and the time is free again.\n\nCall us at {phone}, or choose another time.',
  },
  moved: {
    subject: 'New time: {date}, {time}',
    body: 'Hello {client},\n\nYour visit has a new time: {service} on {date} at {time}. It was on {old_date} at {old_time}.\n\nIf this does not suit you, call us at {phone}.',
  },
  cancelled: {
    subject: 'Cancelled: {date}, {time}',
    body: 'Hello {client},\n\nYour visit is cancelled: {service} on {date} at {time}.\n\nWe would be glad to see you another time.',
  },
  reminder_24h: {
    subject: 'Your visit on {date}, {time}',
    body: 'Hello {client},\n\nWe look forward to seeing you: {service} on {date} at {time}.\n\nIf you cannot come, call us at {phone}.',
  },
  offer: {
    subject: 'A time is free: {date}, {time}',
    body: 'Hello {client},\n\nYou are on our waitlist, and a time is free: {service} on {date} at {time}.\n\nIt is kept for you until {until}. Then it goes to the next.',
  },
  reminder_2h: {
    subject: 'Today at {time}',
    body: 'Hello {client},\n\nYour visit is today at {time}: {service}.\n\nIf you are late or cannot come, call us at {phone}.',
  },
})
