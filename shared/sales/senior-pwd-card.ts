import { z } from 'zod'
import { civilDate, requiredName, requiredText, strictBody } from '#shared/lib/fields.ts'
import { cardMessages as s } from './messages.ts'

export const CARD_KINDS = ['senior', 'pwd'] as const
export type CardKind = (typeof CARD_KINDS)[number]

/** A Senior Citizen or PWD card, as entered at the till. */
export const seniorPwdCard = strictBody({
  kind: z.enum(CARD_KINDS),
  id_number: requiredText(60, s.idNumberRequired),
  /** The name on the card. */
  name: requiredName(120, s.nameRequired),
  /** Only for a Senior Citizen. */
  birth_date: civilDate.nullish(),
})
export type SeniorPwdCard = z.output<typeof seniorPwdCard>

/** The fields of a card on receipts and in the books. */
export const shownCard = z.object({ kind: z.enum(CARD_KINDS), id_number: z.string(), name: z.string() })

/** The discount reason of a card, as stored. */
export const cardReason = (kind: CardKind): 'Senior Citizen' | 'PWD' => (kind === 'senior' ? 'Senior Citizen' : 'PWD')
