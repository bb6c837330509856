import { z } from 'zod'

export const CARD_KINDS = ['senior', 'pwd'] as const
export type CardKind = (typeof CARD_KINDS)[number]

/** The maximum number of Senior Citizen and PWD cards of a sale. */
export const MOST_CARDS = 10

/**
 * The fewest digits of the number on a Senior Citizen or PWD card: cities number their Senior Citizens, and the PWD
 * registry uses long numbers.
 */
const FEWEST_DIGITS: Record<CardKind, number> = { senior: 2, pwd: 5 }

/**
 * True if a text looks like the number on a Senior Citizen or PWD card: digits, perhaps with letters and separators,
 * and not zeros only. A PWD number does not repeat one digit, but 77 is a real number of a city's Senior Citizens.
 * Cities number their cards in many ways, so a closer check would refuse real cards.
 */
export function isPlausibleCardNumber(kind: CardKind, text: string): boolean {
  const digits = text.replaceAll(/\D/g, '')
  const isMadeUp = kind === 'senior' ? !/[1-9]/.test(digits) : new Set(digits).size === 1
  return /^[\p{L}\d][\p{L}\d .#/-]*$/u.test(text.trim()) && digits.length >= FEWEST_DIGITS[kind] && !isMadeUp
}

/** Identifies a Senior Citizen or PWD card, however its number is typed. */
export const cardKey = ({ kind, id_number }: { kind: CardKind; id_number: string }): string =>
  `${kind} ${id_number.replaceAll(/[^\p{L}\d]/gu, '').toUpperCase()}`

/** The fields of a Senior Citizen or PWD card on receipts and in the books. */
export const shownCard = z.object({
  kind: z.enum(CARD_KINDS),
  id_number: z.string(),
  name: z.string(),
  tin: z.string().nullable(),
})

/** The discount reason that is stored for a Senior Citizen or PWD card. */
export const cardReason = (kind: CardKind): 'Senior Citizen' | 'PWD' => (kind === 'senior' ? 'Senior Citizen' : 'PWD')

/** The kind of card that the discount reason `Senior Citizen` or `PWD` needs; undefined for other reasons. */
export const kindOfCardReason = (reason: string | null): CardKind | undefined =>
  CARD_KINDS.find((kind) => cardReason(kind) === reason)
