import { forbid, isTest } from './source-file.ts'

/**
 * Files that may show a document's number without its series, because a label or heading nearby names the series or
 * because they search a list.
 */
const namesTheSeries = [
  'shared/clinic/document-name.ts',
  'shared/sales/paper/',
  'shared/sales/receipt.ts',
  'shared/cash/reading-text.ts',
  'shared/cash/list-files.ts',
  'web/cash/reading-dialog.tsx',
  'web/cash/shift-lists.tsx',
  'web/search/search-entries.tsx',
  'server/reports/check-books.ts',
]

/**
 * Forbids showing a document's number without its series: several series count from 1, so one number can belong to
 * several documents.
 */
export const documentNumbers = forbid(
  /\bdocumentNumber\(/,
  'A number alone names several documents; write documentName(number, series).',
  (path) => !isTest(path) && !namesTheSeries.some((place) => path.startsWith(place)),
)
