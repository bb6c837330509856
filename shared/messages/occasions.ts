import { emailTexts } from './email-messages.ts'
import { smsTexts } from './sms-messages.ts'

export const CHANNELS = ['email', 'sms'] as const
export type Channel = (typeof CHANNELS)[number]

/** What the clinic tells about a visit, or a time for one; each has a text for each channel that the clinic may change. */
export const VISIT_OCCASIONS = [
  'booked',
  'confirmed',
  'declined',
  'lapsed',
  'moved',
  'cancelled',
  'reminder_24h',
  'reminder_2h',
  'offer',
] as const
export type VisitOccasion = (typeof VISIT_OCCASIONS)[number]

/** What somebody waits for at a screen: it leaves at once, also at night, and has a fixed text. */
export const PROMPT_OCCASIONS = [
  'password_reset',
  'email_verification',
  'phone_code',
  'invitation',
  'receipt',
  'requests_waiting',
  'test',
] as const
export type PromptOccasion = (typeof PROMPT_OCCASIONS)[number]

export const OCCASIONS = [...VISIT_OCCASIONS, ...PROMPT_OCCASIONS] as const
export type Occasion = VisitOccasion | PromptOccasion

export const isVisitOccasion = (occasion: string): occasion is VisitOccasion =>
  VISIT_OCCASIONS.some((each) => each === occasion)

export const MESSAGE_STATES = ['queued', 'sending', 'sent', 'failed', 'skipped'] as const
export type MessageState = (typeof MESSAGE_STATES)[number]

/** How many hours before a visit a reminder is due, and until how many hours before it is still of use. */
export const REMINDERS = [
  { occasion: 'reminder_24h', hours: 24, until: 2 },
  { occasion: 'reminder_2h', hours: 2, until: 0 },
] as const satisfies { occasion: VisitOccasion; hours: number; until: number }[]

/** The ways on which an occasion is told. What is about an account or a receipt has no SMS, and a code has nothing else. */
export function channelsOf(occasion: Occasion): readonly Channel[] {
  if (isVisitOccasion(occasion)) return CHANNELS
  return occasion === 'phone_code' ? ['sms'] : ['email']
}

/** An e-mail is on unless a clinic switches it off, an SMS off unless it is switched on; a code is always sent. */
export const isOnByDefault = (channel: Channel, occasion?: Occasion): boolean =>
  channel === 'email' || occasion === 'phone_code'

export type Template = { subject: string; body: string }

/** The text of an occasion as long as the clinic has written none; an SMS has no subject. */
export const defaultTemplate = (occasion: VisitOccasion, channel: Channel): Template =>
  channel === 'email' ? emailTexts[occasion] : { subject: '', body: smsTexts[occasion] }
