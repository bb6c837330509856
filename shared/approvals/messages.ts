import { defineMessages } from '#shared/lib/language.ts'

/** Texts about approvals and PINs, at the till and in settings. */
export const approvalMessages = defineMessages('approvals', {
  title: 'Approval needed',
  kinds: {
    void: (amount: string) => `Void a sale of ${amount}`,
    refund: (amount: string) => `Refund ${amount}`,
    discount: (amount: string) => `Discount of ${amount}`,
  },
  approver: 'Who approves',
  pin: 'PIN',
  pinHint: 'The admin types the PIN here. The PIN is not stored on this device.',
  keypad: 'Number keys',
  deleteDigit: 'Delete the last digit',
  digit: (digit: string) => `Digit ${digit}`,
  approve: 'Approve',
  approving: 'Checking...',
  cancel: 'Cancel',
  notApproved: 'Not approved',

  wrongPin: 'This PIN is not correct.',
  pinFormat: 'A PIN has 4 to 8 digits.',
  newPinFormat: 'A new PIN has 6 digits.',
  easyPin: 'Choose a PIN that is harder to guess.',
  needed: 'This action needs the approval of an admin.',
  nobody:
    'This action needs the approval of an admin, and no admin has set a PIN. An admin sets one in Settings, Payments.',
  expired: 'This approval has expired. Ask for a new one.',
  notFor: 'This approval is for another action. Ask for a new one.',
  used: 'This approval has already been used. Ask for a new one.',

  section: 'Approvals',
  sectionHint:
    'Admins with a PIN can approve a cashier’s voids, refunds and large discounts. If no admin has a PIN, only admins can make them.',
  ownPin: 'Your PIN',
  hasPin: 'You have a PIN and can approve.',
  noPin: 'You have no PIN.',
  setPin: 'Set a PIN',
  changePin: 'Change the PIN',
  removePin: 'Remove the PIN',
  removeQuestion: 'Remove your PIN?',
  newPin: 'New PIN',
  newPinHint: '6 digits. Do not use a PIN that you use elsewhere.',
  currentPassword: 'Your password',
  save: 'Save PIN',
  saving: 'Saving...',
  pinSaved: 'Your PIN is set.',
  pinRemoved: 'Your PIN is removed.',
  pinNotSaved: 'The PIN was not saved',
  pinNotRemoved: 'The PIN was not removed',
  approvers: 'Who can approve',
  noApprovers: 'No admin has a PIN yet',
})
