/** SQL for a document's sales of each tax class as receipts, invoices and reports show them, including their excise. */
export { salesOf } from './shift-views.ts'

/** The sales slips of each terminal and date, with the invoice that covers them. */
export { coveredDays } from './covers/cover-views.ts'

/** SQL for documents without VAT, and the split of their sales by percentage tax. */
export { isWithoutVat, percentageTaxOfShifts } from './percentage-tax-views.ts'
