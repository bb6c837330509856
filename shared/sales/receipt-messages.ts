import { defineMessages } from '#shared/lib/language.ts'

/** What stands on a receipt, and around it on the screen. */
export const receiptMessages = defineMessages('sales/receipt', {
  heading: 'Acknowledgement receipt',
  tin: (tin: string) => `TIN ${tin}`,
  number: 'Receipt no.',
  date: 'Date',
  cashier: 'Cashier',
  customer: 'Customer',
  subtotal: 'Subtotal',
  discount: 'Discount',
  discountFor: (reason: string) => `Discount (${reason})`,
  idNumber: 'ID no.',
  total: 'Total',
  method: 'Paid by',
  reference: 'Reference no.',
  received: 'Received',
  change: 'Change',
  reprint: (instant: string) => `REPRINT ${instant}`,

  recorded: 'The sale is recorded.',

  preview: 'Receipt Preview',
  receiptOf: (number: string, customer: string) => `Receipt ${number}, ${customer}`,
  paperWidth: 'Paper width',
  print: 'Print Receipt',
  savePdf: 'Save PDF',
  cancel: 'Cancel',
  close: 'Close',
  closeUnprinted: 'Close, print it later from Transactions',
  printFirst: 'Please print the receipt before closing.',
  cameOutQuestion: 'Did the receipt come out of the printer?',
  cameOutHint: 'Only a receipt that came out counts as printed. You can print it again.',
  cameOutYes: 'Yes, it came out',
  cameOutNo: 'No',
  printError: 'An error occurred while printing the receipt.',
  receiptError: 'An error occurred while generating the receipt.',
})
