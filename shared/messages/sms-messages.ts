import { defineMessages } from '#shared/lib/language.ts'

/** What SMS say as long as the clinic has written nothing else: no link and no treatment, one part where names are short. */
export const smsTexts = defineMessages('messages/sms', {
  booked: '{clinic}: we have your request for {date}, {time}. We tell you when it is confirmed.',
  confirmed: '{clinic}: your visit on {date}, {time} is confirmed. Questions? {phone}',
  declined: '{clinic}: we cannot take your request for {date}, {time}. Please call {phone}.',
  lapsed: '{clinic}: your request for {date}, {time} was not confirmed in time. Please call {phone}.',
  moved: '{clinic}: your visit is now on {date}, {time}. Questions? {phone}',
  cancelled: '{clinic}: your visit on {date}, {time} is cancelled. Questions? {phone}',
  reminder_24h: '{clinic}: see you on {date}, {time}. If you cannot come, call {phone}.',
  offer:
    '{clinic}: a time is free on {date}, {time}. It is kept for you until {until}. Take it in your profile, or call {phone}.',
  reminder_2h: '{clinic}: see you today at {time}. If you are late, call {phone}.',
})
