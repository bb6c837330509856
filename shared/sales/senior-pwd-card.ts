import { z } from 'zod'
import { civilDate, requiredName, requiredText, strictBody } from '#shared/lib/fields.ts'
import { cardMessages as s } from './card-messages.ts'

export const CARD_KINDS = ['senior', 'pwd'] as const
export type CardKind = (typeof CARD_KINDS)[number]

/** The card of a Senior Citizen or of a person with disability, as it is read off at the till. */
export const seniorPwdCard = strictBody({
  kind: z.enum(CARD_KINDS),
  id_number: requiredText(60, s.idNumberRequired),
  /** As it stands on the card. */
  name: requiredName(120, s.nameRequired),
  /** Of a Senior Citizen; of others it is not kept. */
  birth_date: civilDate.nullish(),
})
export type SeniorPwdCard = z.output<typeof seniorPwdCard>

/** What a receipt and the book say of a card. */
export const shownCard = z.object({ kind: z.enum(CARD_KINDS), id_number: z.string(), name: z.string() })

/** The reason of a discount that a card gives, as the books call it. */
export const cardReason = (kind: CardKind): 'Senior Citizen' | 'PWD' => (kind === 'senior' ? 'Senior Citizen' : 'PWD')
