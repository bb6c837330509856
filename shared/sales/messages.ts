import { defineMessages } from '#shared/lib/language.ts'

/** What is said about sales wherever they are made and read; the till's and the receipt's own words stand beside. */
export const saleMessages = defineMessages('sales', {
  selectTreatment: 'Please select at least one treatment before processing the transaction.',
  selectCustomer: 'Please select a customer or add a new walk-in client.',
  selectValidCustomer: 'Please select a valid customer from the dropdown.',
  selectValidAppointment: 'Please select a valid appointment.',
  receivedTooLow: 'Received amount must be greater than or equal to the total after discount.',
  methodRequired: 'Please select a payment method.',
  idNumberRequired: 'Enter the ID number of the card that the discount is given for.',
  referenceRequired: 'Please enter the Reference Number for this payment method.',
  referenceUsed: (receipt: number) => `This reference number was already used for receipt ${receipt}.`,
  pricesChanged: 'Prices have changed. Please review the order.',
  noLongerOffered: (name: string) => `${name} is no longer offered. Please review the order.`,
  appointmentPaid: 'This appointment has already been paid.',
  appointmentNotPayable: 'This appointment cannot be paid now.',
  serviceTwice: 'A service can be in the order only once.',
  addOnTwice: 'An add-on can be added to a service only once.',
  addOnOfOtherTreatment: 'An add-on belongs to a service of its own treatment.',
  tooManyLines: 'An order has at most 60 lines.',
  amountTooLarge: 'The total is larger than this till can take.',
  notFound: 'Transaction not found.',
  printNoted: 'The print has been noted.',
  bothDates: 'Choose both dates.',
  dateOrder: 'The first date must not be later than the last.',
  referenceTaken: 'This reference number has already been used.',
  alreadyVoided: 'This sale has already been voided.',
})
