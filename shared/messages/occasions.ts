import { emailTexts } from './email-messages.ts'
import { smsTexts } from './sms-messages.ts'

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

/** What lets somebody in. It is always sent: without it nobody could get in, or show that an address is theirs. */
export const ACCOUNT_OCCASIONS = [
  'password_reset',
  'email_verification',
  'email_known',
  'email_changed',
  'phone_code',
  'invitation',
] as const
export type AccountOccasion = (typeof ACCOUNT_OCCASIONS)[number]

/** What the cashier sends a customer: the paper of a sale, and of what takes one back. */
export const PAPER_OCCASIONS = ['receipt', 'void', 'refund'] as const
export type PaperOccasion = (typeof PAPER_OCCASIONS)[number]

/** What has a text for each of its channels that the clinic may change. */
export const TEXT_OCCASIONS = [
  ...CLIENT_OCCASIONS,
  ...PAPER_OCCASIONS,
  'requests_waiting',
  ...ACCOUNT_OCCASIONS,
] as const
export type TextOccasion = (typeof TEXT_OCCASIONS)[number]
/** What can be told by e-mail. */
export type EmailOccasion = Exclude<TextOccasion, 'phone_code'>

/** What somebody waits for at a screen: it leaves at once, also at night. */
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

/** How many hours before a visit a reminder is due, and until how many hours before it is still of use. */
export const REMINDERS = [
  { occasion: 'reminder_24h', hours: 24, until: 2 },
  { occasion: 'reminder_2h', hours: 2, until: 0 },
] as const satisfies { occasion: VisitOccasion; hours: number; until: number }[]

/** The instant from which a message about a visit is of no use any more: its start, and for a reminder what it leaves to do. */
export function uselessFrom(occasion: VisitOccasion, startsAt: Date): Date {
  const until = REMINDERS.find((reminder) => reminder.occasion === occasion)?.until ?? 0
  return new Date(startsAt.getTime() - until * 3_600_000)
}

/**
 * The ways on which an occasion is told. What is about an account or a document, or for the staff, has no SMS, and a code has
 * nothing else. The test of the other way is asked for by itself.
 */
export function channelsOf(occasion: Occasion): readonly Channel[] {
  if (isClientOccasion(occasion)) return CHANNELS
  return occasion === 'phone_code' ? ['sms'] : ['email']
}

/**
 * An e-mail is on unless a clinic switches it off, an SMS off unless it is switched on; a code and a test are always sent, and
 * nobody is written to the day after unless a clinic wants it.
 */
export const isOnByDefault = (channel: Channel, occasion: Occasion): boolean =>
  occasion === 'phone_code' || occasion === 'test' || (channel === 'email' && occasion !== 'follow_up')

export type Template = { subject: string; body: string }

const emails: Readonly<Partial<Record<TextOccasion, Template>>> = emailTexts
const texts: Readonly<Partial<Record<TextOccasion, string>>> = smsTexts

/** The text of an occasion as long as the clinic has written none; an SMS has no subject. */
export const defaultTemplate = (occasion: TextOccasion, channel: Channel): Template =>
  channel === 'email' ? emails[occasion]! : { subject: '', body: texts[occasion]! }
