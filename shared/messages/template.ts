import {
  isClientOccasion,
  type AccountOccasion,
  type Channel,
  type TextOccasion,
  type ClientOccasion,
} from './occasions.ts'

/** What a text about a visit may name, with braces around it. */
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
/** What else a text of the clinic may name. */
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
  'requests',
  'hours',
  'oldest',
] as const
export type Variable = (typeof VARIABLES)[number]
export type VisitValues = Readonly<Record<(typeof VISIT_VARIABLES)[number], string>>
export type TemplateValues = Readonly<Partial<Record<Variable, string>>>

const OF_A_MOVE: readonly Variable[] = ['old_date', 'old_time']
const OF_THE_CLINIC = ['clinic', 'phone', 'address'] as const
const OF_OTHERS: Readonly<Record<Exclude<TextOccasion, ClientOccasion>, readonly Variable[]>> = {
  password_reset: ['name', 'link', 'duration', ...OF_THE_CLINIC],
  email_verification: ['name', 'link', 'duration', ...OF_THE_CLINIC],
  email_known: ['name', 'link', ...OF_THE_CLINIC],
  email_changed: ['name', 'link', ...OF_THE_CLINIC],
  invitation: ['name', 'inviter', 'role', 'link', 'deadline', 'email', ...OF_THE_CLINIC],
  phone_code: ['code', 'duration', 'clinic', 'phone'],
  receipt: ['client', 'document', 'number', ...OF_THE_CLINIC],
  void: ['client', 'document', 'number', 'original', ...OF_THE_CLINIC],
  refund: ['client', 'document', 'number', 'original', ...OF_THE_CLINIC],
  requests_waiting: ['requests', 'hours', 'oldest', ...OF_THE_CLINIC],
}

/** What the text of an occasion may name. An SMS may be read by others: it names no treatment. */
export const variablesOf = (occasion: TextOccasion, channel: Channel): readonly Variable[] =>
  isClientOccasion(occasion)
    ? VISIT_VARIABLES.filter(
        (name) =>
          (channel === 'email' || name !== 'service') &&
          (occasion === 'moved' || !OF_A_MOVE.includes(name)) &&
          (occasion === 'offer' || name !== 'until'),
      )
    : OF_OTHERS[occasion]

const REQUIRED: Readonly<Partial<Record<TextOccasion, 'link' | 'code'>>> = {
  password_reset: 'link',
  email_verification: 'link',
  email_known: 'link',
  email_changed: 'link',
  invitation: 'link',
  phone_code: 'code',
} satisfies Record<AccountOccasion, 'link' | 'code'>

/** What the text of an occasion has to name, because the message is of no use without it; undefined when nothing. */
export const requiredOf = (occasion: TextOccasion) => REQUIRED[occasion]

const LINK = '{link}'

/** How often a text names something. */
export const timesNamed = (text: string, name: Variable): number => text.split(`{${name}}`).length - 1

/** What a text says before and after its link, which is a button in an e-mail. */
export function aroundLink(text: string): { before: string; after: string } {
  const at = text.indexOf(LINK)
  return at === -1 ? { before: text, after: '' } : { before: text.slice(0, at), after: text.slice(at + LINK.length) }
}

const braced = /\{([^{}]*)\}/g

/** What a text names that is not among `known`, as it was typed. */
export function unknownVariables(text: string, known: readonly string[]): string[] {
  const named = Array.from(text.matchAll(braced), ([, name = '']) => name)
  return [...new Set(named.filter((name) => !known.includes(name)))]
}

/** The text with the values in the place of their names; what stands in a value is never read as a name. */
export const fillTemplate = (text: string, values: TemplateValues): string =>
  text.replace(braced, (whole, name: string) => values[name as Variable] ?? whole)

/** Paragraphs are parted by an empty line. */
export const paragraphsOf = (text: string): string[] =>
  text
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '')

/** What phones make a link of: a scheme, a name with a dot between letters, as in perlas.ph and bit.ly/3x, or four numbers with dots. */
const SCHEME = /\p{L}[\p{L}\d+-]*:\/\/+/giu
const DOTTED = /(?<=[\p{L}\p{N}-])[.。．｡](?=\p{L}{2})/gu
const NUMBERS = /\d{1,3}(?:[.。．｡]\d{1,3}){3}/g

/** A link in an SMS is blocked by the telcos (NTC 2023). */
const hasLink = (text: string): boolean => [SCHEME, DOTTED, NUMBERS].some((link) => text.search(link) !== -1)

/** True when the text of an SMS would have a link, by itself or together with what is filled in. */
export const namesLink = (text: string): boolean => hasLink(text.replace(braced, 'Aa'))

/** Semaphore drops texts that begin with this word, and says that it has sent them. */
const beginsWithTest = (text: string): boolean => /^test/i.test(text)

/**
 * An SMS as it leaves. Typographic marks become plain ones, so that each phone can show it without a second alphabet, and the
 * peso sign its letters; an address within a name becomes words that nobody can press.
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

/** The SMS of an occasion, as it leaves and as it is previewed. What it may not name stays as it was typed. */
export function composeSms(occasion: TextOccasion, body: string, values: TemplateValues): string {
  const known = variablesOf(occasion, 'sms').map((name) => [name, values[name]])
  return plainSms(fillTemplate(body, Object.fromEntries(known) as TemplateValues))
}

const gsm = /^[@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&'()*+,\-./0-9:;<=>?¡A-ZÄÖÑÜ§¿a-zäöñüà^{}\\[~\]|€]*$/
/** Characters that take the room of two. */
const extended = /[\^{}\\[~\]|€]/g

/** How many SMS a text is billed as: 160 characters, or 70 when it needs a second alphabet; less in each of several parts. */
export function smsParts(text: string): number {
  const isPlain = gsm.test(text)
  const length = isPlain ? text.length + (text.match(extended)?.length ?? 0) : text.length
  const [whole, part] = isPlain ? [160, 153] : [70, 67]
  return length <= whole ? 1 : Math.ceil(length / part)
}
