import { defineMessages } from '#shared/lib/language.ts'

/** Texts about passkeys as second factor of log-ins. */
export const passkeyMessages = defineMessages('auth/passkeys', {
  nameRequired: 'Enter a name for the passkey.',
  wrong: 'This passkey was not accepted. Try again, or log in another way.',
  notMade: 'The passkey was not added.',
  expired: 'That took too long. Try again.',
  tooMany: 'You have ten passkeys already. Remove one first.',
  alreadyAdded: 'This passkey is already added.',
  noWebAddress: 'Passkeys need the clinic’s web address. Open Mutya with its name instead of numbers.',
  gone: 'This passkey was already removed.',
  passwordNeeded: 'Enter your password to go on.',

  makeTitle: 'Add a passkey',
  makeText: 'You confirm a log-in with the fingerprint, face or screen lock of this device, or with a security key.',
  name: 'Name of the passkey',
  nameHint: 'So that you recognize it in your profile.',
  make: 'Add the passkey',
  making: 'Waiting for your device...',
  appInstead: 'Use an authenticator app instead',
  passkeyInstead: 'Use a passkey instead',
  stopped: 'The passkey was not added. Try again, or choose another way.',
  added: 'The passkey was added.',

  confirmTitle: 'Is it you?',
  confirmText: 'Your log-in is a while ago. Enter your password before you change how you log in.',
  confirm: 'Continue',
  confirming: 'Checking...',

  logIn: 'Use your passkey',
  loggingIn: 'Waiting for your device...',
  logInText: 'Confirm with the fingerprint, face or screen lock of your device, or with your security key.',
  notUsed: 'The passkey was not used. Try again, or log in another way.',

  passkeys: 'Passkeys',
  lastUsed: (at: string) => `Last used ${at}`,
  neverUsed: (day: string) => `Added ${day}, not used yet`,
  add: 'Add a passkey',
  addApp: 'Add an authenticator app',
  remove: 'Remove',
  removeOf: (name: string) => `Remove the passkey ${name}`,
  removeQuestion: (name: string) => `Remove the passkey ${name}?`,
  removeText: 'You can no longer log in with it.',
  removeLastText: 'It is your only second step: two-step log-in is then off, and your recovery codes stop working.',
  removing: 'Removing...',
  removed: 'The passkey was removed.',
  notRemoved: 'The passkey was not removed.',
})
