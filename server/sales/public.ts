/** The sales of each tax class in a document, as papers and reports show them. */
export { salesOf } from './shift-views.ts'

/** The sales slips of each terminal and date, with the invoice that covers them. */
export { coveredDays } from './covers/cover-views.ts'
