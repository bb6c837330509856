import { defineMessages } from '#shared/lib/language.ts'
import { formatNumber, plural } from '#shared/lib/numbers.ts'

/** Texts about shifts at the till. */
export const cashTillMessages = defineMessages('cash/till', {
  shiftOf: (cashier: string) => `Shift of ${cashier}`,
  shiftOn: (cashier: string, terminal: string) => `Shift of ${cashier} on ${terminal}`,
  noShift: 'No shift',
  openShift: 'Open shift',
  movement: 'Pay-in, pay-out or bank drop',
  xReading: 'X-reading',
  lastZReading: 'Last Z-reading',
  handOver: 'Hand over',
  closeShift: 'Close shift',
  closeDay: 'Close the day',
  chooseTerminal: 'Choose terminal',
  dayClosed: 'Day closed',

  openShiftFirst: 'Count the starting cash and open a shift. Then payments can be recorded.',
  chooseTerminalFirst: 'Which till is this? Choose its terminal once for this device.',
  closeShiftFirst: (date: string) => `The shift of ${date} is still open. Count its drawer and close the shift first.`,
  closeDayFirst: (date: string) => `${date} was not closed. Make its Z-reading, then open a shift for today.`,
  sellTomorrow: 'The day is closed on this terminal. A shift can be opened tomorrow.',

  openTitle: 'Open shift',
  openHint: (terminal: string) => `Count the starting cash in the drawer of ${terminal}.`,
  opened: 'The shift is open.',
  notOpened: 'The shift could not be opened.',
  opening: 'OPENING...',
  cancel: 'Cancel',

  piecesOf: (note: string) => `How many notes of ${note}`,
  coins: 'Coins',
  counted: 'Counted',
  notAnAmount: 'Enter whole numbers of notes, and the coins as an amount.',

  closeTitle: 'Close shift',
  closeHint: 'Count the cash in the drawer. You see the expected amount after the count.',
  handOverTitle: 'Hand over the shift',
  handOverHint: 'Count the cash in the drawer. All of it stays there for the next shift.',
  handOverTo: 'Hand over to',
  chooseCashier: 'Choose a cashier',
  cashierRequired: 'Choose the cashier who takes over.',
  cashiersFailed: 'The cashiers could not be loaded.',
  unansweredTitle: 'A payment is not recorded yet',
  unansweredText: 'Send the payment again or undo it in the bar at the top before you count the drawer.',
  countRequired: 'Count the drawer first. Enter 0 where there is nothing.',
  closing: 'CLOSING...',
  notClosed: 'The shift could not be closed.',
  closedExact: 'The shift is closed. The cash matches.',
  closedWith: (difference: string) => `The shift is closed, ${difference}.`,
  handedOver: (cashier: string) => `The shift is handed over to ${cashier}.`,
  short: (amount: string) => `${amount} short`,
  over: (amount: string) => `${amount} over`,
  differs: (difference: string) => `The cash is ${difference}.`,
  differsHint: 'Count again, or give a reason and close the shift with this difference. The first count is kept.',
  expected: 'Expected',
  reason: 'Reason for the difference',
  reasonRequired: 'Say why the drawer differs.',
  countAgain: 'Count again',
  closeAsItIs: 'Close with difference',

  inShift: {
    terminal: 'Recorded in the shift of',
    openShiftFirst:
      'This is recorded in a shift, but no terminal has an open one. Open a shift at a till, then try again.',
    terminalRequired: 'Choose the terminal in whose shift this is recorded.',
  },

  colleagueTitle: (cashier: string) => `Work on the shift of ${cashier}?`,
  colleagueText: (since: string) =>
    `This shift was opened on ${since}. Your sales and the cash that you move count toward this drawer. The reading names everybody who sold in the shift or closed it.`,
  colleagueYes: 'Work on this shift',
  colleagueFailed: 'Your answer could not be saved. Please try again.',

  openDrawer: 'Open the drawer without a sale',
  openDrawerHint: 'Each opening is counted and shown on the reading of the shift.',
  openDrawerWhy: 'Why it is opened',
  openDrawerReason: 'Say why the drawer is opened.',
  drawerRecorded: 'It is recorded that the drawer was opened.',

  movementTitle: 'Pay-in, pay-out or bank drop',
  movementHint: 'Money put into the drawer or taken out that is not a sale.',
  direction: 'Direction',
  directions: { in: 'Pay in', out: 'Pay out', drop: 'Bank drop' },
  amount: 'Amount',
  what: 'What the money is for',
  slipNumber: 'Number of the deposit slip',
  record: 'Record',
  recording: 'RECORDING...',
  recorded: {
    in: 'The pay-in is recorded.',
    out: 'The pay-out is recorded.',
    drop: 'The bank drop is recorded.',
  },
  notRecorded: 'The pay-in, pay-out or bank drop could not be recorded.',
  recordUnknown: 'No answer came. The money may or may not be recorded.',
  recordAgain: 'Press Record again without changing anything. The money is recorded only once.',

  closeDayQuestion: (date: string) => `Close ${date}?`,
  closeDayVisits: (count: number) =>
    plural(count, {
      one: '1 visit of this day is still booked. It can no longer be paid on this day.',
      other: `${formatNumber(count)} visits of this day are still booked. They can no longer be paid on this day.`,
    }),
  closeDayText:
    'Closing the day makes its Z-reading. After that, nothing of that day can be sold or voided on this terminal.',
  closingDay: 'CLOSING...',
  dayIsClosed: 'The day is closed.',
  dayNotClosed: 'The day could not be closed.',

  terminalTitle: 'Choose terminal',
  terminalHint: 'This device remembers the terminal.',
  thisOne: 'The terminal of this device',
  ordersOfTerminal: 'Finish the orders first',
  ordersOfTerminalText: (terminal: string) =>
    `The orders on this device belong to ${terminal}. Take their payments or clear them, also the parked ones, then choose another terminal.`,
})
