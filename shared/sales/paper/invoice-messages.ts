import { withinSentence } from '#shared/clinic/document-name.ts'
import { defineMessages } from '#shared/lib/language.ts'
import { formatNumber, plural } from '#shared/lib/numbers.ts'

/** Texts about the invoice of a sale. */
export const invoiceMessages = defineMessages('sales/paper/invoice', {
  details: 'Invoice details (Optional)',
  detailsHint: 'A VAT-registered buyer needs name, address and TIN on an invoice of ₱1,000 or more.',
  buyerName: 'Sold to',
  buyerAddress: 'Address',
  buyerTin: 'TIN',
  bookletNumber: 'Number of the handwritten invoice',
  bookletLater: 'Can be entered later, until the shift is closed.',
  enterNumber: 'Enter the invoice number',
  changeNumber: 'Change the invoice number',
  numberOf: (document: string, customer: string) => `Invoice number of ${withinSentence(document)}, ${customer}`,
  cancel: 'Cancel',
  save: 'Save',
  saving: 'Saving...',
  saved: 'The invoice number is saved.',
  notSaved: 'The invoice number could not be saved.',
  invoiceNumber: (number: string) => `Invoice ${number}`,
  missing: (count: number) =>
    plural(count, {
      one: '1 sale of this shift has no invoice number yet',
      other: `${formatNumber(count)} sales of this shift have no invoice number yet`,
    }),
  missingHint: 'Enter the numbers of the handwritten invoices, then the shift can be closed.',
  slip: (document: string, customer: string, amount: string) => `${document}, ${customer}, ${amount}`,
})
