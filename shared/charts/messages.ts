import { defineMessages } from '#shared/lib/language.ts'
import { formatNumber, plural } from '#shared/lib/numbers.ts'

/** Texts about charts, from screens and server. */
export const chartMessages = defineMessages('charts/charts', {
  notKept: 'This clinic keeps no clinical record. An admin can switch it on under Settings.',
  notFound: 'This chart does not exist any more. Open the client from the list again.',
  notYours: 'You can open the charts of clients who have a visit with you.',
  locked: (until: string) => `This chart is locked, because the account was closed. It is kept until ${until}.`,
  stillKept: (until: string) => `The clinic must keep this chart until ${until}.`,
  chart: 'Chart',
  openChart: 'CHART',
  sections: 'Parts of the chart',
  failedToLoad: 'The chart could not be loaded.',
  lockedTitle: 'This chart is locked',
  lockedNote: (until: string) =>
    `The account was closed. Nothing can be added, and the clinic keeps the chart until ${until}.`,
  lastVisit: (date: string) => `Last visit ${date}`,
  noVisitYet: 'No visit yet',
  backToClient: 'Back to the client',
  backToMyDay: 'Back to My day',
  parts: {
    notes: 'Notes',
    photos: 'Photos',
    forms: 'Forms',
    plans: 'Plans',
    card: 'Card',
  },
})

/** Texts of Settings > Clinical record. */
export const clinicalRecordMessages = defineMessages('charts/settings', {
  title: 'Clinical Record',
  subtitle: 'Charts with treatment notes, photos and signed forms, and who reads them.',
  tabs: 'Clinical record',
  settings: 'Settings',
  readLog: 'Who read charts',
  oldCharts: 'Kept charts',
  keptFailed: 'The charts could not be loaded.',
  keptHint:
    'A chart is kept for 7 years after the last visit (DOH Department Circular 2021-0226). Nothing is deleted by itself.',
  keptStates: { locked: 'Closed accounts', past: 'Can be deleted' },
  lastVisit: 'Last visit',
  keptUntil: 'Kept until',
  noVisit: '—',
  openKept: 'Open',
  deleteKept: 'Delete',
  deleteQuestion: (name: string) => `Delete the chart of ${name}?`,
  deleteBody:
    'Alerts, forms, treatment notes, plans and photos are deleted for good. The client, visits and sales stay. This cannot be undone.',
  deleteSend: 'Delete chart',
  deleting: 'Deleting…',
  deleted: 'Chart deleted',
  notDeleted: 'The chart was not deleted',
  noLocked: 'No closed account has a chart',
  noLockedHint: 'When the account of a client with a chart is closed, the chart is locked and listed here.',
  noPast: 'No chart is old enough to be deleted',
  noPastHint: 'Charts are listed here when the last visit is more than 7 years ago.',
  failedToLoad: 'The settings could not be loaded.',
  isOn: 'Keep a clinical record',
  isOnHint: 'Alerts, forms, treatment notes, plans and photos. Switching it off hides them and deletes nothing.',
  isOpen: 'All practitioners read all charts',
  isOpenHint: 'When this is off, a practitioner reads only the charts of clients who have a visit with them.',
  who: 'Who may do what',
  whoLines: [
    'Admins and practitioners read and write charts and sign treatment notes.',
    'Cashiers see alerts and missing forms, fill in client cards and hand over the tablet. They cannot open a chart.',
    'Each opening of a chart, a photo, a form or a note is recorded in the tab “Who read charts”.',
  ],
  saved: 'Settings saved',
  notSaved: 'The settings were not saved',
  save: 'SAVE CHANGES',
  saving: 'Saving…',
  readsFailed: 'The read log could not be loaded.',
  readsHint:
    'Each person is listed once per chart and ten minutes, and once for each photo or document that they open.',
  search: 'Search clients',
  time: 'Time',
  reader: 'Person',
  client: 'Client',
  what: 'What',
  kinds: {
    chart: 'Chart',
    photo: 'Photo',
    form: 'Signed form',
    note: 'Treatment note',
    export: 'Exported data',
  },
  byPerson: 'Person',
  everybody: 'Everybody',
  byKind: 'Kind',
  allKinds: 'Everything',
  from: 'From',
  to: 'To',
  apply: 'APPLY',
  noReads: 'Nobody has opened a chart yet',
  noReadsHint: 'When somebody opens a chart, it is listed here.',
  noMatch: 'Nothing found',
  noMatchHint: 'Choose other dates, another person or another kind.',
  checkFailed: 'The last check of the signed records could not be loaded.',
  allMatch: (forms: number, notes: number, time: string) =>
    `${plural(forms, { one: '1 signed form', other: `${formatNumber(forms)} signed forms` })} and ${plural(notes, {
      one: '1 signed treatment note',
      other: `${formatNumber(notes)} signed treatment notes`,
    })} are unchanged, checked ${time}.`,
  doNotMatch: (count: number) =>
    plural(count, {
      one: 'One signed record does not match what was signed',
      other: `${formatNumber(count)} signed records do not match what was signed`,
    }),
  recordOf: (title: string, client: string, date: string) => `${title} of ${client}, signed ${date},`,
  altered: 'was changed in the database after it was signed.',
  unlisted: 'was added in the database and never signed in Mutya.',
  problemsWithout: {
    forms: {
      deleted: 'A signed form was deleted in the database.',
      broken: 'The list of signed forms was changed in the database.',
    },
    notes: {
      deleted: 'A signed treatment note was deleted in the database.',
      broken: 'The list of signed treatment notes was changed in the database.',
    },
  },
  moreFindings: (count: number) => plural(count, { one: 'and 1 more', other: `and ${formatNumber(count)} more` }),
  doNotMatchHint:
    'Mutya never changes a signed record. Keep the last backups, and ask the person who takes care of your server.',
  nothingToExport: 'Nothing to export',
  exported: (rows: string) => `${rows} entries`,
})
