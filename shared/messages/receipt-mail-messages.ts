import { defineMessages } from '#shared/lib/language.ts'

/** Texts about sending a receipt by e-mail, in a module of their own for the till. */
export const receiptMailMessages = defineMessages('messages/receipt-mail', {
  emailReceipt: 'Send by e-mail',
  receiptQueued: (name: string) => `The receipt is on its way to ${name}.`,
  receiptNotSent: 'The receipt was not sent.',
  off: {
    receipt: 'Receipts by e-mail are switched off. An admin switches them on in Settings, Messages.',
    void: 'Voids by e-mail are switched off. An admin switches them on in Settings, Messages.',
    refund: 'Refunds by e-mail are switched off. An admin switches them on in Settings, Messages.',
  },
  customerNeedsEmail: 'The customer has no e-mail address on file.',
})
