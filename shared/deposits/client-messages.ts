import { defineMessages } from '#shared/lib/language.ts'

/** A number of hours as people read it. */
export const hours = (count: number) => (count === 1 ? '1 hour' : `${String(count)} hours`)

/** The policy that clients see before they book. `notice` is null if the clinic always keeps the deposit. */
const policy = (notice: number | null) => {
  if (notice === null) return 'The clinic keeps the deposit if you cancel or do not come.'
  const before = notice === 0 ? 'before the visit begins' : `at least ${hours(notice)} before the visit`
  return `If you cancel ${before}, you get the deposit back. Otherwise the clinic keeps it.`
}

/**
 * The texts about deposits that clients read on the booking page and in their profile. They are a module of their own,
 * so that the booking page does not load the texts for staff.
 */
export const clientDepositMessages = defineMessages('deposits/clients', {
  deposit: 'Deposit',
  policy,
  asked: (amount: string) => `This visit needs a deposit of ${amount}`,
  askedText: (hold: number) =>
    `Pay it within ${hours(hold)} after you book and tell us the reference number. We hold your time meanwhile. The deposit is deducted from your bill.`,
  askedFor: (amount: string) => `Deposit: ${amount}`,
  yourDeposit: 'Your deposit',
  payDepositOf: 'Pay the deposit of',
  pay: 'Pay the deposit',
  payFor: (visit: string) => `Pay the deposit for ${visit}`,
  show: 'Deposit',
  showFor: (visit: string) => `Deposit for ${visit}`,
  visitOn: (services: string, date: string) => `${services} on ${date}`,
  payStep: '1. Send the money',
  reportStep: '2. Tell us that you have paid',
  heldUntil: (when: string) => `We hold your time until ${when}.`,
  scan: 'Scan this QR Ph code with your bank or wallet app. The amount is filled in.',
  codeOf: (amount: string) => `QR Ph code for your deposit of ${amount}`,
  saveCode: 'Save the code',
  saveCodeHint: 'On this phone, save the code and choose the picture in your app.',
  codeFile: 'deposit-qr-ph.png',
  codeNotSaved: 'The code could not be saved. Take a screenshot of it instead.',
  sendTo: 'Or send it to',
  sendOnlyTo: 'Send it to',
  copy: 'Copy',
  copyOf: (method: string) => `Copy the number for ${method}`,
  copied: 'Copied',
  notCopied: 'Could not copy',
  noWays: 'Please call the clinic to pay the deposit.',
  method: 'Paid by',
  reference: 'Reference number',
  referenceHint: 'The number in the receipt of your app',
  referenceRequired: 'Enter the reference number of your payment.',
  methods: { gcash: 'GCash', maya: 'Maya', bank_transfer: 'Bank transfer' },
  picture: 'Screenshot of the receipt (optional)',
  choosePicture: 'Choose a picture',
  removePicture: 'Remove the picture',
  pictureIsThere: 'We have your screenshot. A new one replaces it.',
  pictureNotSent: (why: string) => `We have your reference number, but not the screenshot. ${why}`,
  report: 'I have paid',
  reporting: 'Sending...',
  reported: 'Thank you. We check the payment and confirm your visit.',
  notReported: 'Your payment was not reported',
  checking: (reference: string) => `We are checking your payment with the reference number ${reference}.`,
  refusedBecause: (reason: string) => `We could not find your payment: ${reason}`,
  correct: 'Correct what I sent',
  sendAgain: 'Send again',
  keepReport: 'Cancel',
  isPaid: (amount: string) => `Your deposit of ${amount} is paid. It is deducted from your bill.`,
  wasPaid: (amount: string) => `You paid a deposit of ${amount} for this visit.`,
  wasUsed: (amount: string) => `Your deposit of ${amount} was deducted from your bill.`,
  wasReturned: (amount: string) => `The clinic gave your deposit of ${amount} back.`,
  wasKept: (amount: string) => `The clinic kept your deposit of ${amount}.`,
  hasExpired: 'This deposit was not paid and can no longer be paid.',
  ownFailed: 'Your deposits could not be loaded',
  linkFailed: 'The deposit of this visit could not be loaded',
  termsFailed: 'We could not load how to pay your deposit. You also find it in your profile.',
})
