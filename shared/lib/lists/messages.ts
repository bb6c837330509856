import { defineMessages } from '#shared/lib/language.ts'
import { formatNumber, plural } from '#shared/lib/numbers.ts'

/** Texts of exported lists. */
export const listFileMessages = defineMessages('lib/lists', {
  titles: {
    clients: 'Clients',
    users: 'Users',
    appointments: 'Appointments',
    waitlist: 'Waitlist',
    supplies: 'Supplies',
    'stock-movements': 'Stock movements',
    'supplies-to-order': 'Supplies to order',
    treatments: 'Treatments',
    services: 'Services',
    'add-ons': 'Add-ons',
    resources: 'Practitioners, rooms and devices',
    messages: 'Messages',
    shifts: 'Shifts',
    'z-readings': 'Z-readings',
    'kept-charts': 'Kept charts',
    'gift-cards': 'Gift cards and store credit',
  },
  /** Headings of columns that are only in exported files and not on the screen. */
  columns: {
    contactNumber: 'Contact number',
    date: 'Date',
    treatment: 'Treatment',
    practitioner: 'Practitioner',
    paidWith: 'Paid with',
    reason: 'Reason',
    since: 'Waiting since',
    sentBy: 'Sent by',
    sentAt: 'Sent',
    minutes: 'Minutes',
    stock: 'Stock',
    servicesAvailed: 'Services availed',
  },
  yes: 'Yes',
  no: 'No',
  export: 'EXPORT',
  asCsv: 'CSV',
  asXlsx: 'Excel',
  asPdf: 'PDF',
  exportOf: (title: string) => `Export ${title}`,
  nothing: 'Nothing to export',
  nothingHint: 'No row matches the filter.',
  rows: (count: number) => plural(count, { one: '1 row', other: `${formatNumber(count)} rows` }),
})
