import { defineMessages } from '#shared/lib/language.ts'

/** The default texts of SMS: no link and no treatment, and one part if names are short. */
export const smsTexts = defineMessages('messages/sms', {
  booked: '{clinic}: we have your request for {date}, {time}. We will tell you when it is confirmed.',
  confirmed: '{clinic}: your visit on {date}, {time} is confirmed. Questions? {phone}',
  declined: '{clinic}: we cannot take your request for {date}, {time}. Call {phone} for another time.',
  lapsed: '{clinic}: your request for {date}, {time} was not confirmed in time. Call {phone} to book again.',
  moved: '{clinic}: your visit is now on {date}, {time}. Questions? {phone}',
  must_move: '{clinic}: sorry, your visit on {date}, {time} needs a new time. Please call {phone} to choose one.',
  cancelled: '{clinic}: your visit on {date}, {time} is cancelled. Questions? {phone}',
  reminder_24h: '{clinic}: see you on {date}, {time}. If you cannot come, call {phone}.',
  offer:
    '{clinic}: a time is free on {date}, {time}. We keep it for you until {until}. Accept it in your profile, or call {phone}.',
  follow_up: '{clinic}: thank you for your visit. Any trouble? Call {phone}. To stop these texts, call too.',
  reminder_2h: '{clinic}: see you today at {time}. If you are late, call {phone}.',
  phone_code: '{clinic}: your code is {code}. It works for {duration}.',
})
