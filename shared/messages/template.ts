import {
  isClientMessageType,
  type AccountMessageType,
  type Channel,
  type TemplateType,
  type ClientMessageType,
} from './message-types.ts'

/** The placeholders of texts about a visit. */
const VISIT_VARIABLES = [
  'client',
  'service',
  'date',
  'time',
  'practitioner',
  'clinic',
  'phone',
  'address',
  'old_date',
  'old_time',
  'until',
] as const
/** All placeholders: those of texts about a visit, and those of other texts. */
export const VARIABLES = [
  ...VISIT_VARIABLES,
  'name',
  'link',
  'code',
  'duration',
  'deadline',
  'inviter',
  'role',
  'email',
  'document',
  'number',
  'original',
  'package',
  'sessions',
  'amount',
  'reason',
  'requests',
  'hours',
  'oldest',
] as const
export type Variable = (typeof VARIABLES)[number]
export type VisitValues = Readonly<Record<(typeof VISIT_VARIABLES)[number], string>>
export type TemplateValues = Readonly<Partial<Record<Variable, string>>>

const OF_A_MOVE: readonly Variable[] = ['old_date', 'old_time']
const OF_THE_CLINIC = ['clinic', 'phone', 'address'] as const
const OF_OTHERS: Readonly<Record<Exclude<TemplateType, ClientMessageType>, readonly Variable[]>> = {
  password_reset: ['name', 'link', 'duration', ...OF_THE_CLINIC],
  email_verification: ['name', 'link', 'duration', ...OF_THE_CLINIC],
  email_known: ['name', 'link', ...OF_THE_CLINIC],
  email_changed: ['name', 'link', ...OF_THE_CLINIC],
  invitation: ['name', 'inviter', 'role', 'link', 'deadline', 'email', ...OF_THE_CLINIC],
  phone_code: ['code', 'duration', 'clinic', 'phone'],
  receipt: ['client', 'document', 'number', ...OF_THE_CLINIC],
  void: ['client', 'document', 'number', 'original', ...OF_THE_CLINIC],
  refund: ['client', 'document', 'number', 'original', ...OF_THE_CLINIC],
  package_expires: ['client', 'package', 'sessions', 'date', ...OF_THE_CLINIC],
  deposit_asked: ['client', 'amount', 'date', ...OF_THE_CLINIC],
  deposit_refused: ['client', 'amount', 'date', 'reason', ...OF_THE_CLINIC],
  requests_waiting: ['requests', 'hours', 'oldest', ...OF_THE_CLINIC],
}

/**
 * The placeholders that an SMS cannot use. Other people may see the SMS, so it must not say which treatment the client
 * gets; and a reason that staff have typed may have any length.
 */
const NOT_IN_SMS: readonly Variable[] = ['service', 'package', 'reason']

/** The placeholders of a message type's text. */
export const variablesOf = (occasion: TemplateType, channel: Channel): readonly Variable[] =>
  (isClientMessageType(occasion)
    ? VISIT_VARIABLES.filter(
        (name) => (occasion === 'moved' || !OF_A_MOVE.includes(name)) && (occasion === 'offer' || name !== 'until'),
      )
    : OF_OTHERS[occasion]
  ).filter((name) => channel === 'email' || !NOT_IN_SMS.includes(name))

const REQUIRED: Readonly<Partial<Record<TemplateType, 'link' | 'code'>>> = {
  password_reset: 'link',
  email_verification: 'link',
  email_known: 'link',
  email_changed: 'link',
  invitation: 'link',
  phone_code: 'code',
} satisfies Record<AccountMessageType, 'link' | 'code'>

/** The placeholder that the text of a message type must contain to be useful; undefined if none. */
export const requiredOf = (occasion: TemplateType) => REQUIRED[occasion]

const LINK = '{link}'

/** The number of times that a text contains a placeholder. */
export const timesNamed = (text: string, name: Variable): number => text.split(`{${name}}`).length - 1

/** Splits a text into what stands before and after the placeholder of its link, which is a button in an e-mail. */
export function aroundLink(text: string): { before: string; after: string } {
  const at = text.indexOf(LINK)
  return at === -1 ? { before: text, after: '' } : { before: text.slice(0, at), after: text.slice(at + LINK.length) }
}

const braced = /\{([^{}]*)\}/g

/** The placeholders in a text that are not among `known`. */
export function unknownVariables(text: string, known: readonly string[]): string[] {
  const named = Array.from(text.matchAll(braced), ([, name = '']) => name)
  return [...new Set(named.filter((name) => !known.includes(name)))]
}

/** Replaces the placeholders by their values; braces inside a value are not replaced. */
export const fillTemplate = (text: string, values: TemplateValues): string =>
  text.replace(braced, (whole, name: string) => values[name as Variable] ?? whole)

/** Splits a text into paragraphs at empty lines. */
export const paragraphsOf = (text: string): string[] =>
  text
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '')

/**
 * Phones turn a text into a link if it has a scheme (`https://`), a dot between letters (perlas.ph or bit.ly/3x), or
 * four numbers with dots.
 */
const SCHEME = /\p{L}[\p{L}\d+-]*:\/\/+/giu
const DOTTED = /(?<=[\p{L}\p{N}-])[.。．｡](?=\p{L}{2})/gu
const NUMBERS = /\d{1,3}(?:[.。．｡]\d{1,3}){3}/g

/** True for a text with a link; Philippine networks block SMS with links (NTC 2023). */
const hasLink = (text: string): boolean => [SCHEME, DOTTED, NUMBERS].some((link) => text.search(link) !== -1)

/** True when an SMS text contains a link, or would with values filled in. */
export const namesLink = (text: string): boolean => hasLink(text.replace(braced, 'Aa'))

/** True for texts that the SMS gateway Semaphore silently drops, because they begin with "test". */
const beginsWithTest = (text: string): boolean => /^test/i.test(text)

/**
 * The SMS text as sent. Typographic characters and the peso sign are replaced by plain ones, because others would leave
 * fewer characters for each SMS. Web addresses in names lose their dots, so that they are no links.
 */
export function plainSms(text: string): string {
  const plain = text
    .replace(/₱\s*/g, 'PHP ')
    .replace(/[‘’]/g, "'")
    .replace(/[“”]/g, '"')
    .replace(/[–—]/g, '-')
    .replace(/…/g, '...')
    .replace(SCHEME, '')
    .replace(DOTTED, '. ')
    .replace(NUMBERS, (address) => address.replace(/\D/g, '. '))
    .replace(/\s+/g, ' ')
    .trim()
  return beginsWithTest(plain) ? `* ${plain}` : plain
}

/**
 * Composes the SMS of a message type, for sending and for previews. Placeholders that an SMS may not use stay as typed.
 */
export function composeSms(occasion: TemplateType, body: string, values: TemplateValues): string {
  const known = variablesOf(occasion, 'sms').map((name) => [name, values[name]])
  return plainSms(fillTemplate(body, Object.fromEntries(known) as TemplateValues))
}

const gsm = /^[@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&'()*+,\-./0-9:;<=>?¡A-ZÄÖÑÜ§¿a-zäöñüà^{}\\[~\]|€]*$/
/** Characters that count as two in an SMS. */
const extended = /[\^{}\\[~\]|€]/g

/**
 * The number of SMS that a text is billed as. One SMS has 160 characters, or 70 if any character is outside of the GSM
 * alphabet; each part of a longer text has a few less.
 */
export function smsParts(text: string): number {
  const isPlain = gsm.test(text)
  const length = isPlain ? text.length + (text.match(extended)?.length ?? 0) : text.length
  const [whole, part] = isPlain ? [160, 153] : [70, 67]
  return length <= whole ? 1 : Math.ceil(length / part)
}
