import { defineMessages } from '#shared/lib/language.ts'

/** Texts of Settings > Payments. */
export const paymentSettingsMessages = defineMessages('sales/settings/payment-settings', {
  title: 'Payments',
  subtitle: 'What the till takes, and what needs the approval of an admin.',
  methods: 'Payment methods',
  methodsHint: 'The till does not offer a method that is off. Past payments stay in the books.',
  card: 'Card slip',
  hints: {
    cash: 'Notes and coins, with change',
    gcash: 'With the reference number of the transfer',
    maya: 'With the reference number of the transfer',
    bank_transfer: 'With the reference number of the transfer',
    card: 'Paid on a card terminal of a bank, with the number on its slip',
  },
  lastMethod: 'Keep at least one method on.',
  methodRequired: 'Keep at least one payment method.',
  discounts: 'Discounts of cashiers',
  hasLimit: 'Limit the discounts of cashiers',
  hasLimitHint: 'Above the limit the till asks for the PIN of an admin. Senior Citizen and PWD discounts do not count.',
  limit: 'Limit in percent of the order',
  nobodyApproves: 'No admin has a PIN yet: until one is set, a cashier cannot give more than the limit.',
  limitInvalid: 'Enter a percentage from 0 to 100 with at most two decimals.',
  save: 'SAVE CHANGES',
  saving: 'SAVING...',
  saved: 'The payment settings are saved.',
  notSaved: 'The payment settings were not saved',
  failedToLoad: 'The payment settings could not be loaded.',
})
