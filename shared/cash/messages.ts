import { defineMessages } from '#shared/lib/language.ts'
import { formatNumber, plural } from '#shared/lib/numbers.ts'

/** What the calls of cash control say. The screens' own words stand beside. */
export const cashMessages = defineMessages('cash', {
  pieces: 'Enter how many there are, from 0 to 9,999.',
  countTooLarge: 'This is more than a drawer can hold. Look at the count again.',
  terminalNameRequired: 'Enter a name for the terminal.',
  terminalNameTaken: 'Another terminal has this name.',
  terminalNotFound: 'Terminal not found.',
  terminalInactive: 'This terminal is not active. Choose another one, or ask an admin to switch it on.',
  terminalInUse: 'A shift is open on this terminal. Close it first.',
  lastTerminal: 'This is the only active terminal. Switch cash control off first, or add another one.',
  terminalMissing: 'Add a terminal first: sales are recorded on it.',
  shiftsOpen: 'A shift is open. Close it before cash control is switched off.',
  isOff: 'Cash control is switched off.',
  amountRequired: 'Enter an amount above zero.',
  movementReasonRequired: 'Say what the money is for.',
  shiftNotFound: 'Shift not found.',
  shiftClosed: 'This shift is already closed.',
  shiftOpenAlready: 'A shift is already open on this terminal.',
  noOpenShift: 'No shift is open on this terminal. Open a shift, then record this again.',
  shiftOfEarlierDay: 'The open shift is of an earlier day. Close the shift and its day, then open a shift for today.',
  dayClosed: 'This day is closed: its Z-reading has been made. A shift can be opened tomorrow.',
  voidAfterReading: 'The Z-reading of this day has been made. Its sales can no longer be voided.',
  forgottenDay: 'An earlier day of this terminal is not closed. Make its Z-reading first.',
  shiftStillOpen: 'A shift is still open on this terminal. Close the shift, then close the day.',
  daysInOrder: 'Days are closed in their order. Close the earlier day first.',
  nothingToClose: 'No shift was opened on this terminal on that day.',
  alreadyRead: 'The Z-reading of this day has already been made.',
  readingFollows: 'The Z-reading does not follow the one before. Nothing was saved.',
  readingNotFound: 'Reading not found.',
  cashierUnknown: 'Choose a cashier who can log in.',
  bookletNumbersMissing:
    'Sales of this shift have no invoice number yet. Enter the numbers of the handwritten invoices, then close the shift.',
  moved: { in: 'The pay-in is recorded.', out: 'The pay-out is recorded.' },
  printNoted: 'The print has been noted.',

  shiftOff: (shift: string) => `${shift}: the kept expectation is not what its documents come to.`,
  shiftName: (terminal: string, date: string, cashier: string) => `Shift of ${cashier} on ${terminal}, ${date}`,
  hashOff: (reading: string) => `${reading}: its content was changed after it was made.`,
  chainOff: (reading: string) => `${reading}: it does not follow the reading before.`,
  figuresOff: (reading: string) => `${reading}: its figures are not what the documents come to.`,
  readingName: (number: number, terminal: string) => `Z-reading ${number} of ${terminal}`,

  shiftCount: (count: number) => plural(count, { one: '1 shift', other: `${formatNumber(count)} shifts` }),
  readingCount: (count: number) => plural(count, { one: '1 Z-reading', other: `${formatNumber(count)} Z-readings` }),
})
