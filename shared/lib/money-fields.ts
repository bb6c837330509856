import { z } from 'zod'
import { fieldMessages } from './field-messages.ts'
import { isPesoAmount, parsePesos, toPesos } from './money.ts'

/** Pesos on the wire: a number ≥ 0 with at most two decimals. */
export const pesos = z.number(fieldMessages.pesos).refine(isPesoAmount, fieldMessages.pesos)

/** Pesos in an answer; negative only for the counter-document of a voided sale. */
export const pesosAnswer = z.number()

/** Pesos in a multipart form, where everything is text. */
export const pesosInForm = z
  .string()
  .transform((text) => (text.trim() === '' ? 0 : toPesos(parsePesos(text) ?? Number.NaN)))
  .pipe(pesos)
