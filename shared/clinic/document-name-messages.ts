import { defineMessages } from '#shared/lib/language.ts'

/** Names of documents, in a module of their own because most screens need only these. */
export const documentNameMessages = defineMessages('clinic/document-name', {
  /** The words before a document's number. Acknowledgements share one series with their voids and refunds. */
  names: {
    acknowledgement: { sale: 'Receipt', void: 'Receipt', refund: 'Receipt' },
    booklet: { sale: 'Order slip', void: 'Slip void', refund: 'Slip refund' },
    invoice_vat: { sale: 'VAT invoice', void: 'VAT invoice void', refund: 'VAT invoice refund' },
    invoice_non_vat: { sale: 'Non-VAT invoice', void: 'Non-VAT invoice void', refund: 'Non-VAT invoice refund' },
  },
  ofTerminal: (name: string, terminal: string) => `${name} (${terminal})`,
})
