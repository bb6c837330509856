import { defineMessages } from '#shared/lib/language.ts'

/** The default texts of SMS: no link and no treatment, and one part if names are short. */
export const smsTexts = defineMessages('messages/sms', {
  booked: '{clinic}: we have your request for {date}, {time}. We tell you when it is confirmed.',
  confirmed: '{clinic}: your visit on {date}, {time} is confirmed. Questions? {phone}',
  declined: '{clinic}: we cannot take your request for {date}, {time}. Please call {phone}.',
  lapsed: '{clinic}: your request for {date}, {time} was not confirmed in time. Please call {phone}.',
  moved: '{clinic}: your visit is now on {date}, {time}. Questions? {phone}',
  must_move: '{clinic}: sorry, your visit on {date}, {time} must be moved. Please call {phone} for another time.',
  cancelled: '{clinic}: your visit on {date}, {time} is cancelled. Questions? {phone}',
  reminder_24h: '{clinic}: see you on {date}, {time}. If you cannot come, call {phone}.',
  offer:
    '{clinic}: a time is free on {date}, {time}. It is kept for you until {until}. Take it in your profile, or call {phone}.',
  follow_up: '{clinic}: thank you for your visit. Is all well? Call {phone}, also to get no more of these.',
  reminder_2h: '{clinic}: see you today at {time}. If you are late, call {phone}.',
  phone_code: '{clinic}: your code is {code}. It works for {duration}.',
})
