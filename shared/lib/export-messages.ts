import { defineMessages } from './language.ts'

/** Texts shared by exports and reports. */
export const exportMessages = defineMessages('lib/export', {
  total: 'Total',
  csvFailed: 'The CSV could not be made.',
  xlsxFailed: 'The Excel file could not be made.',
  pdfFailed: 'The PDF could not be made.',
  tooManyRowsForPdf: (most: string) => `A PDF holds at most ${most} rows. Please narrow the list, or export as CSV.`,
  tooManyRowsForXlsx: (most: string) =>
    `An Excel file holds at most ${most} rows. Please narrow the list, or export as CSV.`,
  making: (file: string) => `Making ${file}`,
  preparing: 'Preparing...',
  reading: (done: string, all: string) => `Reading ${done} of ${all} rows`,
  writing: (done: string, all: string) => `Writing ${done} of ${all} rows`,
  finishing: 'Finishing the file...',
  exportCsv: 'EXPORT CSV',
  exportXlsx: 'EXPORT EXCEL',
  exportPdf: 'EXPORT PDF',
  exporting: 'EXPORTING...',
  searchedFor: (search: string) => `Search: “${search}”`,
  tin: (tin: string) => `TIN ${tin}`,
  generated: (at: string, by: string) => `Generated ${at} (Manila) by ${by}`,
  pageOf: (page: number, pages: number) => `Page ${page} of ${pages}`,
})
