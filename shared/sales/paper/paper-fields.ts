import { z } from 'zod'
import { DOCUMENT_KINDS, DOCUMENT_MODES, isTin } from '#shared/clinic/documents.ts'
import { documentsMessages } from '#shared/clinic/documents-messages.ts'
import { optionalText, requiredName, strictBody } from '#shared/lib/fields.ts'
import { pesosAnswer } from '#shared/lib/money-fields.ts'
import { fieldMessages } from '#shared/lib/field-messages.ts'

const blankText = (max: number) => optionalText(max).transform((text) => text ?? '')

/** To whom an invoice is made out, where it is not just the customer. */
export const buyerBody = strictBody({
  name: requiredName(120, fieldMessages.required),
  address: blankText(240),
  tin: blankText(20).refine((text) => text === '' || isTin(text), documentsMessages.tinInvalid),
})

/** What a total is made of, by tax. */
export const taxFields = z.object({
  vatable: pesosAnswer,
  vat: pesosAnswer,
  exempt: pesosAnswer,
  zero_rated: pesosAnswer,
  excise: pesosAnswer,
})

/** What the paper of a document shows beside its lines and payments. */
export const paperFields = z.object({
  mode: z.enum(DOCUMENT_MODES),
  kind: z.enum(DOCUMENT_KINDS),
  /** Of an invoice: the clinic and the terminal as they were registered. */
  registration: z
    .object({
      registered_name: z.string(),
      trade_name: z.string(),
      tin_branch: z.string(),
      permit_number: z.string(),
      permit_date: z.string(),
      accreditation_number: z.string(),
      accreditation_date: z.string(),
      terminal: z.string(),
      machine_number: z.string(),
      serial_number: z.string(),
    })
    .nullable(),
  buyer: z.object({ name: z.string(), address: z.string(), tin: z.string() }).nullable(),
  /** Of the handwritten invoice, in booklet mode. */
  booklet_number: z.string().nullable(),
  /** Null where no taxes are set up. */
  taxes: taxFields.nullable(),
  /** Under which card it was discounted. */
  card: z.object({ kind: z.enum(['senior', 'pwd']), id_number: z.string(), name: z.string() }).nullable(),
})
export type PaperFields = z.output<typeof paperFields>
