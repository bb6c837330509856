import { z } from 'zod'
import { fieldMessages } from './messages.ts'
import { isPesoAmount, parsePesos, toPesos } from './money.ts'

/** An amount in pesos: a number ≥ 0 with at most two decimals. */
export const pesos = z.number(fieldMessages.pesos).refine(isPesoAmount, fieldMessages.pesos)

/** Pesos in a response; negative only for voids and refunds. */
export const pesosAnswer = z.number()

/** Pesos in a multipart form, whose values are texts. */
export const pesosInForm = z
  .string()
  .transform((text) => (text.trim() === '' ? 0 : toPesos(parsePesos(text) ?? Number.NaN)))
  .pipe(pesos)
