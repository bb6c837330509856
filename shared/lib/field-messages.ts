import { defineMessages } from './language.ts'

/** Error messages of the common field types. */
export const fieldMessages = defineMessages('lib/field', {
  required: 'This field is required.',
  notValid: 'This value is not valid.',
  id: 'This is not a known record.',
  date: 'Enter a date as YYYY-MM-DD.',
  time: 'Enter a time as HH:mm:ss.',
  email: 'Enter a valid email address.',
  pesos: 'Enter an amount in pesos with at most two decimals.',
  quantity: 'Enter a whole number of at least 1.',
  tooLong: (max: number) => `Use at most ${max} characters.`,
  uuid: 'Enter a UUID.',
  phone: 'Enter a number such as 0917 123 4567, or one from abroad with its + and country code.',
  unknownField: 'This field is not known.',
  noControlCharacters: 'This text has characters that cannot be saved.',
  oneLine: 'Use one line.',
  noWebAddress: 'Enter your name without a web address.',
  quantityAtMost: (max: number) => `Enter a whole number of at most ${max}.`,
  pageNumber: 'Enter a page number.',
  firstPage: 'Pages start at 1.',
  pageSize: 'Enter a page size.',
  rowsAtMost: (max: number) => `At most ${max} rows a page.`,
})
