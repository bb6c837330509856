import { defineMessages } from '#shared/lib/language.ts'
import { formatNumber, plural } from '#shared/lib/numbers.ts'

const rows = (count: number) => plural(count, { one: '1 row', other: `${formatNumber(count)} rows` })

/** Why the file of another installation cannot be brought into the clinic. */
export const clinicImportRefusals = defineMessages('clinic-imports/refusals', {
  notEmpty:
    'This clinic has data of its own already, so the export of another one cannot be brought in. Bring it into a new, empty clinic, or import single lists above.',
  running: 'Another step of this import is running. Please wait until it has finished.',
  notNow: 'This import has changed meanwhile. Please reload the page.',
  wrongPart: 'A part of the file was sent twice or is missing. Choose the file again.',
  noSpace: 'There is not enough space on the server for this file.',
  notAZip: 'This is not a ZIP file, or it is damaged. Choose the file from Settings, Export.',
  notAnExport:
    'This ZIP file is no export of all data. Choose the file from Settings, Export of the other installation.',
  suspicious: (file: string) => `${file} in the ZIP file was not made by an export of Mutya.`,
  changedFile: (file: string) =>
    `${file} was changed after the export, for example by saving it in Excel. Choose the unchanged ZIP file.`,
  unknownColumn: (file: string, heading: string) =>
    `${file} has a column “${heading}” that this version does not know. Update this installation to the version of the other one.`,
  earlierVersion: (file: string) =>
    `${file} lacks a column that is needed, because the file was made by an earlier version. Update the other installation and export again.`,
  row: (file: string, row: number, reason: string) => `${file}, around row ${formatNumber(row)}: ${reason}`,
  notSaved: 'The row could not be saved.',
  failed: 'Something went wrong on the server, and nothing was saved. Please try again.',
})

/** The texts of the screen that brings the data of another installation into an empty clinic. */
export const clinicImportMessages = defineMessages('clinic-imports', {
  title: 'Everything from another installation',
  hint: 'Your clinic is still empty, so you can bring in the ZIP file that another Mutya has made under Settings, Export.',
  brought:
    'Brought in: clients with their cards, alerts, notes and history, services, products, practitioners and rooms with their hours, visits, the waitlist, forms, charts, photos and the website.',
  leftOut:
    'Not brought in: sales, receipts, invoices, cash and readings, because their numbers belong to the books of the old installation; log-ins and passwords; the history log; messages; and the clinic’s own details. Keep the ZIP file for at least five years, as the law requires for the books.',
  users:
    'Staff come as former users without e-mail, so that nobody can log in with an old account. Add them again under Users. Clients come without a password.',
  replaced: 'Rooms, opening hours, closed dates, message texts and the website of this clinic are replaced.',
  file: 'ZIP file',
  choose: 'CHOOSE ZIP FILE',
  fileRequired: 'Please choose a file.',
  partTooLarge: 'This part of the file is too large.',
  uploading: 'Uploading the file',
  goOn: 'The upload was interrupted. Choose the same file again to go on.',
  otherFile: 'This is another file. Discard the first one, or choose that file again.',
  uploaded: (done: string, all: string) => `${done} of ${all} MB`,
  notUploaded: 'The file was not uploaded.',
  checking: 'Checking the file',
  importing: 'Bringing in the data',
  progress: (done: number, all: number) => `${formatNumber(done)} of ${rows(all)}`,
  mayLeave: 'You can leave this page. The work continues.',
  checkedTitle: (file: string) => `${file} can be brought in`,
  checkedHint: 'All rows were checked, and nothing has been saved yet. Either everything is brought in or nothing.',
  refusedTitle: 'The file cannot be brought in',
  failedTitle: 'The data was not brought in',
  importedTitle: (file: string) => `All data of ${file} was brought in`,
  tables: 'Brought in',
  stays: 'Not brought in, stays in the ZIP file',
  fileRows: (file: string, count: number) => `${file}: ${rows(count)}`,
  start: 'BRING IN EVERYTHING',
  starting: 'STARTING...',
  notStarted: 'The import was not started.',
  discard: 'Discard this file',
  discardTitle: 'Discard this file?',
  discardBody: 'It is deleted from the server. Nothing has been brought in from it.',
  discarding: 'Discarding...',
  discarded: 'File discarded.',
  notDiscarded: 'The file was not discarded.',
  failedToLoad: 'The state of the import could not be loaded.',
})
