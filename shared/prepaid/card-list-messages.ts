import { defineMessages } from '#shared/lib/language.ts'
import { formatNumber, plural } from '#shared/lib/numbers.ts'

/** Texts of the page "Gift cards and store credit". */
export const cardListMessages = defineMessages('prepaid/card-list', {
  title: 'Gift cards and store credit',
  subtitle: (count: number, balance: string) =>
    `${plural(count, { one: '1 card', other: `${formatNumber(count)} cards` })}, ${balance} left`,
  failed: 'The gift cards could not be loaded.',
  search: 'Search by name or last 4 letters',
  kind: 'Kind',
  allKinds: 'All kinds',
  state: 'Status',
  allStates: 'Every status',
  states: { unused: 'Unused', partly_used: 'Partly used', used_up: 'Used up', void: 'Void' },
  pages: 'Pages of gift cards',

  ending: 'Card',
  holder: 'Buyer or client',
  recipient: 'For whom',
  amount: 'Amount',
  balance: 'Left',
  openedOn: 'Sold on',
  total: 'Total',
  noName: 'No name',
  details: 'Details',
  detailsOf: (ending: string) => `Details of the card ${ending}`,

  none: 'No gift cards yet',
  noneHint: 'Gift cards that you sell and store credit that you give for refunds are listed here.',
  noneMatch: 'No card matches',
  noneMatchHint: 'Change the search or the filters.',

  cardTitle: (kind: string, ending: string) => `${kind} ${ending}`,
  unknown: 'This card does not exist any more.',
  entries: 'What happened with this card',
  entriesFailed: 'The entries of this card could not be loaded.',
  date: 'Date',
  what: 'What',
  document: 'Receipt',
  change: 'Amount',
  left: 'Left',
  entryKinds: { sold: 'Sold', paid: 'Paid with it', given_back: 'Money put back', void: 'Voided' },
  opened: 'Issued for a refund',
  leftOf: (left: string, amount: string) => `${left} left of ${amount}`,
  close: 'Close',
})
