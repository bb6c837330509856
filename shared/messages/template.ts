import type { Channel, VisitOccasion } from './occasions.ts'

/** What a text of the clinic may name, with braces around it. */
export const VARIABLES = [
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
export type Variable = (typeof VARIABLES)[number]
export type TemplateValues = Readonly<Record<Variable, string>>

const OF_A_MOVE: readonly Variable[] = ['old_date', 'old_time']

/** What the text of an occasion may name. An SMS may be read by others: it names no treatment. */
export const variablesOf = (occasion: VisitOccasion, channel: Channel): readonly Variable[] =>
  VARIABLES.filter(
    (name) =>
      (channel === 'email' || name !== 'service') &&
      (occasion === 'moved' || !OF_A_MOVE.includes(name)) &&
      (occasion === 'offer' || name !== 'until'),
  )

const braced = /\{([^{}]*)\}/g

/** What a text names that is not among `known`, as it was typed. */
export function unknownVariables(text: string, known: readonly string[]): string[] {
  const named = Array.from(text.matchAll(braced), ([, name = '']) => name)
  return [...new Set(named.filter((name) => !known.includes(name)))]
}

/** The text with the values in the place of their names; what stands in a value is never read as a name. */
export const fillTemplate = (text: string, values: TemplateValues): string =>
  text.replace(braced, (whole, name: string) => (name in values ? values[name as Variable] : whole))

/** Paragraphs are parted by an empty line. */
export const paragraphsOf = (text: string): string[] =>
  text
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '')

/** A link in an SMS is blocked by the telcos (NTC 2023). */
export const hasLink = (text: string): boolean => /https?:|www\.|\b[\w-]+\.(com|ph|net|org|me|ly)\b/i.test(text)

/** What each phone can show without a second alphabet: typographic marks become plain ones, the peso sign its letters. */
export const plainSms = (text: string): string =>
  text
    .replace(/₱/g, 'PHP ')
    .replace(/[‘’]/g, "'")
    .replace(/[“”]/g, '"')
    .replace(/[–—]/g, '-')
    .replace(/…/g, '...')
    .replace(/\s+/g, ' ')
    .trim()

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
