import { defineMessages } from '#shared/lib/language.ts'

/** The words of the Refund dialog. */
export const refundMessages = defineMessages('sales/refunds/refund', {
  refundThis: (number: string) => `Refund receipt ${number}`,
  title: (number: string) => `Refund receipt ${number}`,
  of: (customer: string, date: string, amount: string) => `${customer}, ${date}, paid ${amount}`,
  loading: 'What is left of the sale is looked up.',
  failedToLoad: 'What can be refunded could not be loaded.',
  lines: 'What goes back',
  piece: (price: string, left: number) => `${price} each, ${left} left`,
  none: 'Nothing left',
  less: (name: string) => `One less ${name}`,
  more: (name: string) => `One more ${name}`,
  all: 'Everything',
  clear: 'Nothing',
  goesBack: 'Goes back',
  withDiscount: 'Less what was taken off',
  method: 'Given back by',
  reference: 'Reference Number',
  reason: 'Reason',
  consequence: 'The sale stays in the books. The refund gets a number of its own and counts on the day of today.',
  keep: 'Keep it',
  refund: 'Refund',
  refundAmount: (amount: string) => `Refund ${amount}`,
  refunding: 'Refunding...',
  refunded: (amount: string) => `${amount} is refunded.`,
  notRefunded: 'Nothing was refunded',
})
