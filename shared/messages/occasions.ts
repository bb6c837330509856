import { emailTexts, smsTexts } from './sent-messages.ts'

export const CHANNELS = ['email', 'sms'] as const
export type Channel = (typeof CHANNELS)[number]

/** The channels for which a process has a server or gateway. */
export type Channels = Readonly<Record<Channel, boolean>>

/** The channels of a clinic that has set up neither. */
export const NO_CHANNELS: Channels = { email: false, sms: false }

/** What the clinic tells the client of a visit. */
const VISIT_OCCASIONS = [
  'booked',
  'confirmed',
  'declined',
  'lapsed',
  'moved',
  'must_move',
  'cancelled',
  'reminder_24h',
  'reminder_2h',
] as const
export type VisitOccasion = (typeof VISIT_OCCASIONS)[number]

/** What the clinic tells clients beside what they ask for: of visits, of a time for one, and how they are after one. */
export const CLIENT_OCCASIONS = [...VISIT_OCCASIONS, 'offer', 'follow_up'] as const
export type ClientOccasion = (typeof CLIENT_OCCASIONS)[number]

/** Occasions that let people in. They are always sent: without them nobody could log in or confirm an address. */
export const ACCOUNT_OCCASIONS = [
  'password_reset',
  'email_verification',
  'email_known',
  'email_changed',
  'phone_code',
  'invitation',
] as const
export type AccountOccasion = (typeof ACCOUNT_OCCASIONS)[number]

/** Documents that a cashier sends to a customer: a sale, a void or a refund. */
export const PAPER_OCCASIONS = ['receipt', 'void', 'refund'] as const
export type PaperOccasion = (typeof PAPER_OCCASIONS)[number]

/** Occasions whose text the clinic can change for each channel. */
export const TEXT_OCCASIONS = [
  ...CLIENT_OCCASIONS,
  ...PAPER_OCCASIONS,
  'requests_waiting',
  ...ACCOUNT_OCCASIONS,
] as const
export type TextOccasion = (typeof TEXT_OCCASIONS)[number]
/** Occasions that can be sent by e-mail. */
export type EmailOccasion = Exclude<TextOccasion, 'phone_code'>

/** Occasions for which somebody waits at a screen; sent at once, also at night. */
const PROMPT_OCCASIONS = [...ACCOUNT_OCCASIONS, ...PAPER_OCCASIONS, 'test'] as const

export const OCCASIONS = [...CLIENT_OCCASIONS, 'requests_waiting', ...PROMPT_OCCASIONS] as const
export type Occasion = (typeof OCCASIONS)[number]

export const isPrompt = (occasion: string): boolean => PROMPT_OCCASIONS.some((each) => each === occasion)

export const isVisitOccasion = (occasion: string): occasion is VisitOccasion =>
  VISIT_OCCASIONS.some((each) => each === occasion)

export const isClientOccasion = (occasion: string): occasion is ClientOccasion =>
  CLIENT_OCCASIONS.some((each) => each === occasion)

export const isAccountOccasion = (occasion: string): occasion is AccountOccasion =>
  ACCOUNT_OCCASIONS.some((each) => each === occasion)

export const isPaperOccasion = (occasion: string): occasion is PaperOccasion =>
  PAPER_OCCASIONS.some((each) => each === occasion)

export const MESSAGE_STATES = ['queued', 'sending', 'sent', 'failed', 'skipped'] as const
export type MessageState = (typeof MESSAGE_STATES)[number]

/** How many hours before a visit a reminder is sent, and until how many hours before it is still useful. */
export const REMINDERS = [
  { occasion: 'reminder_24h', hours: 24, until: 2 },
  { occasion: 'reminder_2h', hours: 2, until: 0 },
] as const satisfies { occasion: VisitOccasion; hours: number; until: number }[]

/** The instant from which a message about a visit is useless: the visit's start, or earlier for a reminder. */
export function uselessFrom(occasion: VisitOccasion, startsAt: Date): Date {
  const until = REMINDERS.find((reminder) => reminder.occasion === occasion)?.until ?? 0
  return new Date(startsAt.getTime() - until * 3_600_000)
}

/**
 * The channels of an occasion. Messages about accounts, documents and for staff go by e-mail only, and phone codes by
 * SMS only. A test of SMS has its own call.
 */
export function channelsOf(occasion: Occasion): readonly Channel[] {
  if (isClientOccasion(occasion)) return CHANNELS
  return occasion === 'phone_code' ? ['sms'] : ['email']
}

/** E-mails are on by default, and SMS off. Phone codes and tests are always sent; follow-ups are off by default. */
export const isOnByDefault = (channel: Channel, occasion: Occasion): boolean =>
  occasion === 'phone_code' || occasion === 'test' || (channel === 'email' && occasion !== 'follow_up')

export type Template = { subject: string; body: string }

const emails: Readonly<Partial<Record<TextOccasion, Template>>> = emailTexts
const texts: Readonly<Partial<Record<TextOccasion, string>>> = smsTexts

/** The default text of an occasion; an SMS has no subject. */
export const defaultTemplate = (occasion: TextOccasion, channel: Channel): Template =>
  channel === 'email' ? emails[occasion]! : { subject: '', body: texts[occasion]! }
