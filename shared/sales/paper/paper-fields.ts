import { z } from 'zod'
import { DOCUMENT_KINDS, DOCUMENT_MODES, isTin } from '#shared/clinic/documents.ts'
import { documentsMessages } from '#shared/clinic/messages.ts'
import { instant, optionalText, requiredName, strictBody } from '#shared/lib/fields.ts'
import { pesosAnswer } from '#shared/lib/money-fields.ts'
import { fieldMessages } from '#shared/lib/messages.ts'

const blankText = (max: number) => optionalText(max).transform((text) => text ?? '')

/** The buyer on an invoice, if other than the customer. */
export const buyerBody = strictBody({
  name: requiredName(120, fieldMessages.required),
  address: blankText(240),
  tin: blankText(20).refine((text) => text === '' || isTin(text), documentsMessages.tinInvalid),
})

/**
 * The total of a document, split by tax. The sales include their excise, so that all but `excise` add up to the total.
 */
export const taxFields = z.object({
  vatable: pesosAnswer,
  vat: pesosAnswer,
  exempt: pesosAnswer,
  zero_rated: pesosAnswer,
  excise: pesosAnswer,
})

/**
 * The total of a document without VAT, split into sales subject to percentage tax and exempt sales (RR 10-2015). In a
 * reading it is the net of the invoices without VAT and the sales slips. It is missing in readings without such
 * documents, in readings of earlier versions, and in the X-reading of an open shift that a cashier sees.
 */
export const percentageTaxFields = z.object({
  taxable: pesosAnswer,
  exempt: pesosAnswer,
  /** Sales whose tax class an earlier version did not store; only in a reading that has some. */
  undivided: pesosAnswer.optional(),
})

const paperCard = z.object({
  kind: z.enum(['senior', 'pwd']),
  id_number: z.string(),
  name: z.string(),
  tin: z.string().nullable(),
})

/** The printed fields of a document beside lines and payments. */
export const paperFields = z.object({
  mode: z.enum(DOCUMENT_MODES),
  kind: z.enum(DOCUMENT_KINDS),
  /** The registration of clinic and terminal when the document was issued; null in document modes that print none. */
  registration: z
    .object({
      registered_name: z.string(),
      trade_name: z.string(),
      tin_branch: z.string(),
      permit_number: z.string(),
      permit_date: z.string(),
      accreditation_number: z.string(),
      accreditation_date: z.string(),
      /**
       * This field and the three of the software supplier are empty if the clinic has not entered them. Documents of
       * earlier versions do not have these fields.
       */
      accreditation_until: z.string().optional(),
      supplier_name: z.string().optional(),
      supplier_address: z.string().optional(),
      supplier_tin: z.string().optional(),
      terminal: z.string(),
      machine_number: z.string(),
      serial_number: z.string(),
    })
    .nullable(),
  buyer: z.object({ name: z.string(), address: z.string(), tin: z.string() }).nullable(),
  /** The number of the handwritten invoice in booklet mode. */
  booklet_number: z.string().nullable(),
  /** The name of the invoice that covers a sales slip. */
  covered_by: z.string().nullish(),
  /** The sales slips by terminal that an invoice for the small sales of a day covers; missing on other documents. */
  covers: z
    .array(z.object({ terminal: z.string(), count: z.number().int(), first: z.number().int(), last: z.number().int() }))
    .optional(),
  /** The total split by tax; null for a document of a clinic without tax settings. */
  taxes: taxFields.nullable(),
  /**
   * The total of a document without VAT, split by the tax classes of its lines at the time of the sale. It is missing
   * on documents that print no such split, and on those of earlier versions, which did not store the tax classes.
   */
  percentage_tax: percentageTaxFields.optional(),
  /** The first Senior Citizen or PWD card for which the document was discounted; null without a card. */
  card: paperCard.nullable(),
  /** All Senior and PWD cards of the document by position; missing when there is at most one. */
  cards: z.array(paperCard.extend({ position: z.number().int() })).optional(),
})
export type PaperFields = z.output<typeof paperFields>

/** A copy of a document, as recorded before it is printed or saved. */
export const paperCopy = z.object({
  /** 0 for the original; a later copy is marked REPRINT with this number. */
  reprint: z.number().int(),
  printed_at: instant,
})
export type PaperCopy = z.output<typeof paperCopy>
