import { z } from 'zod'
import { documentNameMessages as s } from './messages.ts'
import { DOCUMENT_KINDS, DOCUMENT_MODES } from './documents.ts'

/** The number series of a document: numbers are unique within mode, kind and, for invoices, terminal. */
export const documentSeries = z.object({
  mode: z.enum(DOCUMENT_MODES),
  kind: z.enum(DOCUMENT_KINDS),
  /** The name of the terminal that issued an invoice. */
  terminal: z.string().nullish(),
})
export type DocumentSeries = z.output<typeof documentSeries>

/** The series of acknowledgement receipts, which their voids and refunds share. */
export const RECEIPT_SERIES: DocumentSeries = { mode: 'acknowledgement', kind: 'sale' }

/** Formats a document's number with six digits, such as `000123`; from a million on it has more. */
export const documentNumber = (number: number): string => String(number).padStart(6, '0')

/** `000012`, `000012 (Front desk)`: the number of a document, for places that show its kind elsewhere. */
export function numberInSeries(number: number, { terminal }: Pick<DocumentSeries, 'terminal'>): string {
  const digits = documentNumber(number)
  return terminal ? s.ofTerminal(digits, terminal) : digits
}

/** `Receipt 000012`, `VAT invoice 000012 (Front desk)`: how screens, messages and the log name a document. */
export const documentName = (number: number, series: DocumentSeries): string =>
  `${s.names[series.mode][series.kind]} ${numberInSeries(number, series)}`

/**
 * Writes a document name for the middle of a sentence: its first word begins with a small letter unless it is an
 * abbreviation.
 */
export const withinSentence = (name: string): string =>
  name.replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase())
