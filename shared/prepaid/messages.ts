import { defineMessages } from '#shared/lib/language.ts'

/** Texts of gift cards and store credit. */
export const prepaidMessages = defineMessages('prepaid', {
  /** Names a gift card or package in the sentence that a reference number was already used to pay for it. */
  soldCard: 'a gift card, package or deposit',
  kinds: { gift_card: 'Gift card', store_credit: 'Store credit', package: 'Package', deposit: 'Deposit' },

  sell: 'Sell a gift card',
  sellText: 'A gift card has no expiry date. It is no sale yet: the sale is made when somebody pays with it.',
  lookUp: 'Look up a gift card',

  amount: 'Amount',
  buyer: 'Buyer',
  recipient: 'For whom',
  recipientHint: 'Name on the card. Leave empty for a card for anybody.',
  message: 'Message on the card',
  recipientEmail: 'E-mail of whoever gets it',
  recipientEmailHint: 'We send the card there. Leave empty to print it only.',
  method: 'Paid by',
  reference: 'Reference Number',
  received: 'Cash received',
  changeIs: (amount: string) => `Change: ${amount}`,
  cancel: 'Cancel',
  close: 'Close',
  sellFor: (amount: string) => `Sell for ${amount}`,
  sellCard: 'Sell the card',
  selling: 'Selling...',
  sold: (amount: string) => `Gift card of ${amount} sold.`,
  soldAndSent: (amount: string, address: string) =>
    `Gift card of ${amount} sold. The e-mail to ${address} is on its way.`,
  sentTo: (address: string) => `By e-mail to ${address}`,
  notSold: 'The gift card was not sold',
  amountRequired: 'Enter the amount of the card.',
  amountTooHigh: 'A gift card can have at most ₱100,000.00.',
  buyerRequired: 'Enter who buys the card.',
  receivedTooLow: 'Enter at least the amount of the card.',
  isOff: 'Gift cards are off. An admin switches them on under Settings, Payments.',

  number: 'Card number',
  numberHint: '12 letters and digits. Capital letters and hyphens do not matter.',
  numberWrong: 'This is not a card number. Compare each letter with the card.',
  unknown: 'No card has this number. Compare each letter with the card.',
  find: 'Look up',
  finding: 'Looking up...',
  notFound: 'The card was not found',
  left: 'Left on the card',
  leftOf: (left: string, amount: string) => `${left} left of ${amount}`,
  openedOn: (date: string) => `Issued on ${date}`,
  isVoid: 'This card is void.',
  isEmpty: 'Nothing is left on this card.',
  tooLittle: (left: string) => `Only ${left} is left on this card. Pay the rest in another way: press Split payment.`,
  tooLittleNow: 'Less is left on this card than this payment needs. Look it up again.',

  void: 'Void the card',
  voidText: (amount: string, method: string) =>
    `Nothing of the card was used. Give ${amount} back by ${method}. Nobody can pay with the card afterwards.`,
  voidReason: 'Reason',
  voidReasonRequired: 'Enter why the card is voided.',
  voiding: 'Voiding...',
  voided: 'The gift card is void.',
  notVoided: 'The gift card was not voided',
  voidUnusedOnly: 'Somebody has paid with this gift card. Void that sale first, or keep the gift card.',
  voidGiftCardsOnly: 'Only gift cards can be voided. Store credit comes from a refund.',

  card: 'Print the gift card',
  notPrinted: 'The gift card could not be printed',
  giftFor: 'A gift for',
  creditFor: 'For',
  noExpiry: 'No expiry date. Pay with it in full or in parts.',
  keepSafe: 'Whoever knows this number can pay with it. Keep it like cash.',
  creditUnknown: 'This store credit belongs to another client. Choose another way to pay.',
  depositUnknown: 'This deposit belongs to another client. Choose another way to pay.',
  /** Names the deposit that has paid, on documents. */
  depositSale: (number: number) => `Deposit ${String(number).padStart(6, '0')}`,
  /** Names the sale of a gift card, package or deposit by its number, as the movements of cash do. */
  paperName: (kind: string, number: number) => `${kind} ${String(number).padStart(6, '0')}`,
  cardSale: (number: number) => `Gift card no. ${String(number)}`,
})
