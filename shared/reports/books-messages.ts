import { defineMessages } from '#shared/lib/language.ts'
import { formatNumber, plural } from '#shared/lib/numbers.ts'

/** Texts of the check of the books, on Settings > Terminals and in the reports. */
export const booksMessages = defineMessages('reports/books', {
  books: 'Check the books',
  booksHint:
    'Recalculates every document from its lines and payments, the totals of each day, the numbers of each series, all money paid ahead, and every shift and reading. This check also runs every night.',
  checkNow: 'Check now',
  checking: 'CHECKING...',
  checkFailed: 'The books could not be checked.',
  checkNotLoaded: 'The last check could not be loaded.',
  neverChecked: 'The books have not been checked yet',
  clean: 'Everything adds up',
  found: (count: number) =>
    plural(count, { one: '1 difference was found', other: `${formatNumber(count)} differences were found` }),
  foundHint:
    'Someone or something changed the books outside Mutya. Keep a backup, and show this list to the person who looks after the server.',
  more: (count: number) =>
    plural(count, { one: 'and 1 more difference', other: `and ${formatNumber(count)} more differences` }),
  checkedBy: (at: string, by: string) => `Checked ${at} by ${by}`,
  checkedAtNight: (at: string) => `Checked ${at} by Mutya`,
  checked: 'What was checked',
  counts: {
    documents: 'Documents',
    days: 'Days',
    series: 'Series of numbers',
    shifts: 'Closed shifts',
    readings: 'Z-readings',
  },
  linesOff: (document: string) => `${document}: its lines do not add up to its totals.`,
  paymentsOff: (document: string) => `${document}: its payments do not add up to its total.`,
  counterOff: (document: string) => `${document}: it does not match the sale it reverses.`,
  tooMuchBack: (document: string) => `${document}: more was refunded than was paid.`,
  dayOff: (date: string) => `${date}: the saved total of the day does not match its documents.`,
  numberMissing: (document: string) => `${document} is missing.`,
  numbersMissing: (first: string, last: string) => `${first} and the numbers up to ${last} are missing.`,
  noShift: (document: string) => `${document}: it belongs to no shift and is in no Z-reading.`,
  coverOff: (document: string) => `${document} is not the sum of its sales slips.`,
  paidAheadMissing: (first: string, last: string) =>
    first === last
      ? `Number ${first} of the gift cards, packages and deposits is missing.`
      : `The numbers ${first} to ${last} of the gift cards, packages and deposits are missing.`,
  balanceOff: (account: string) =>
    `${account}: its balance does not equal the amount paid in, minus the amounts used and given back.`,
  paidAheadOff: (account: string) =>
    `${account}: the amount that was paid differs from the amount that was added to its balance.`,
  returnedOff: (account: string) =>
    `${account}: the amount given back differs from the amount that was deducted from its balance.`,
  tooMuchReturned: (account: string) => `${account}: more was given back than was paid.`,
  numberBeyond: (document: string) => `${document}: no such number was ever issued.`,
})
