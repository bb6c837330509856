import { documentName, type DocumentSeries } from '#shared/clinic/document-name.ts'
import type { DocumentRow } from '#server/sales/queries.ts'

export type InSeries = Pick<DocumentRow, 'mode' | 'kind' | 'registration'>

/** The number series of a document. The terminal has the name that it had when the invoice was issued. */
export const seriesOfDocument = ({ mode, kind, registration }: InSeries): DocumentSeries => ({
  mode,
  kind,
  terminal: (registration as { terminal?: string } | null)?.terminal ?? null,
})

export const nameOfDocument = (document: InSeries & Pick<DocumentRow, 'number'>): string =>
  documentName(document.number, seriesOfDocument(document))

/** The name of an invoice that covers sales slips. */
export const nameOfCover = (cover: Pick<DocumentRow, 'number' | 'registration'>): string =>
  nameOfDocument({ mode: 'invoice_non_vat', kind: 'sale', ...cover })

type CounterDocument = InSeries & {
  original_number: number | null
  original_registration: DocumentRow['registration']
}

/** The name of the sale that a document voids or refunds, in the mode in which it was issued; null for a sale. */
export const nameOfOriginal = ({
  mode,
  original_number: number,
  original_registration: registration,
}: CounterDocument): string | null =>
  number === null ? null : nameOfDocument({ mode, kind: 'sale', number, registration })
