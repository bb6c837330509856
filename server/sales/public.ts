/** SQL for a document's sales of each tax class as receipts, invoices and reports show them, including their excise. */
export { salesOf } from './shift-views.ts'

/** The sales slips of each terminal and date, with the invoice that covers them. */
export { coveredDays } from './covers/cover-views.ts'
