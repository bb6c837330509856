/** The sales of each tax class in a document, as papers and reports show them. */
export { salesOf } from './shift-views.ts'
