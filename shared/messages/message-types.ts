import { emailTexts, smsTexts } from './sent-messages.ts'

export const CHANNELS = ['email', 'sms'] as const
export type Channel = (typeof CHANNELS)[number]

/** Says for each channel whether this process has a mail server or an SMS gateway. */
export type Channels = Readonly<Record<Channel, boolean>>

/** The channels of a clinic that has set up neither e-mail nor SMS. */
export const NO_CHANNELS: Channels = { email: false, sms: false }

/** Messages to a client about a visit. */
const VISIT_MESSAGE_TYPES = [
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
export type VisitMessageType = (typeof VISIT_MESSAGE_TYPES)[number]

/** Messages to clients about their visits, about an offered time, and after a visit. */
export const CLIENT_MESSAGE_TYPES = [...VISIT_MESSAGE_TYPES, 'offer', 'follow_up'] as const
export type ClientMessageType = (typeof CLIENT_MESSAGE_TYPES)[number]

/** Messages that people need to log in or to confirm an address; these are always sent. */
export const ACCOUNT_MESSAGE_TYPES = [
  'password_reset',
  'email_verification',
  'email_known',
  'email_changed',
  'phone_code',
  'invitation',
] as const
export type AccountMessageType = (typeof ACCOUNT_MESSAGE_TYPES)[number]

/** Documents that a cashier sends to a customer: a sale, a void or a refund. */
export const DOCUMENT_MESSAGE_TYPES = ['receipt', 'void', 'refund'] as const
export type DocumentMessageType = (typeof DOCUMENT_MESSAGE_TYPES)[number]

/** How many days before the last day of a package its client gets a message. */
export const PACKAGE_NOTICE_DAYS = [30, 7] as const
export type PackageNoticeDays = (typeof PACKAGE_NOTICE_DAYS)[number]

/**
 * Messages to clients about a deposit that waits for their payment: staff asked for it, or did not find the payment.
 */
const DEPOSIT_MESSAGE_TYPES = ['deposit_asked', 'deposit_refused'] as const
export type DepositMessageType = (typeof DEPOSIT_MESSAGE_TYPES)[number]

/** Messages to clients about money that they pay ahead: a package that expires, and deposits. */
export const PREPAID_MESSAGE_TYPES = ['package_expires', ...DEPOSIT_MESSAGE_TYPES] as const

/** Messages whose text the clinic can change for each channel. */
export const TEMPLATE_TYPES = [
  ...CLIENT_MESSAGE_TYPES,
  ...PREPAID_MESSAGE_TYPES,
  ...DOCUMENT_MESSAGE_TYPES,
  'requests_waiting',
  ...ACCOUNT_MESSAGE_TYPES,
] as const
export type TemplateType = (typeof TEMPLATE_TYPES)[number]
/** Messages that can be sent by e-mail. */
export type EmailMessageType = Exclude<TemplateType, 'phone_code'>

/**
 * Messages that are sent at once, also at night: somebody waits for them at a screen or at closing time, or they warn
 * of a problem.
 */
const URGENT_MESSAGE_TYPES = [
  ...ACCOUNT_MESSAGE_TYPES,
  ...DOCUMENT_MESSAGE_TYPES,
  'test',
  'forms',
  'gift_card',
  'daily_summary',
  'webhook_stopped',
] as const

export const MESSAGE_TYPES = [
  ...CLIENT_MESSAGE_TYPES,
  ...PREPAID_MESSAGE_TYPES,
  'requests_waiting',
  ...URGENT_MESSAGE_TYPES,
] as const
export type MessageType = (typeof MESSAGE_TYPES)[number]

export const isUrgent = (type: string): boolean => URGENT_MESSAGE_TYPES.some((each) => each === type)

export const isVisitMessageType = (type: string): type is VisitMessageType =>
  VISIT_MESSAGE_TYPES.some((each) => each === type)

export const isClientMessageType = (type: string): type is ClientMessageType =>
  CLIENT_MESSAGE_TYPES.some((each) => each === type)

export const isDepositMessageType = (type: string): type is DepositMessageType =>
  DEPOSIT_MESSAGE_TYPES.some((each) => each === type)

export const isAccountMessageType = (type: string): type is AccountMessageType =>
  ACCOUNT_MESSAGE_TYPES.some((each) => each === type)

export const isDocumentMessageType = (type: string): type is DocumentMessageType =>
  DOCUMENT_MESSAGE_TYPES.some((each) => each === type)

export const MESSAGE_STATES = ['queued', 'sending', 'sent', 'failed', 'skipped'] as const
export type MessageState = (typeof MESSAGE_STATES)[number]

/**
 * The reminders of a visit, each with two times in hours before the visit: when it is sent, and until when it is
 * useful.
 */
export const REMINDERS = [
  { occasion: 'reminder_24h', hours: 24, until: 2 },
  { occasion: 'reminder_2h', hours: 2, until: 0 },
] as const satisfies { occasion: VisitMessageType; hours: number; until: number }[]

/** The instant from which a message about a visit is useless: the visit's start, or earlier for a reminder. */
export function uselessFrom(type: VisitMessageType, startsAt: Date): Date {
  const until = REMINDERS.find((reminder) => reminder.occasion === type)?.until ?? 0
  return new Date(startsAt.getTime() - until * 3_600_000)
}

/**
 * The channels of a message type. Messages about accounts, documents and for staff go by e-mail only, and phone codes
 * by SMS only. `test` has e-mail only, because a test SMS is sent by its own call. `forms` is the link to the forms of
 * a visit, which staff send again. `gift_card` sends a sold gift card to the person whom the buyer named.
 */
export function channelsOf(type: MessageType): readonly Channel[] {
  if (isClientMessageType(type) || PREPAID_MESSAGE_TYPES.some((each) => each === type)) return CHANNELS
  return type === 'phone_code' ? ['sms'] : ['email']
}

/** E-mails are on by default, and SMS off. Phone codes and tests are always sent; follow-ups are off by default. */
export const isOnByDefault = (channel: Channel, type: MessageType): boolean =>
  type === 'phone_code' || type === 'test' || (channel === 'email' && type !== 'follow_up')

export type Template = { subject: string; body: string }

const emails: Readonly<Partial<Record<TemplateType, Template>>> = emailTexts
const texts: Readonly<Partial<Record<TemplateType, string>>> = smsTexts

/** The default text of a message type; an SMS has no subject. */
export const defaultTemplate = (type: TemplateType, channel: Channel): Template =>
  channel === 'email' ? emails[type]! : { subject: '', body: texts[type]! }
