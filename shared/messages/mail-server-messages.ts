import { defineMessages } from '#shared/lib/language.ts'

/** Texts of Settings → E-mail. */
export const mailServerMessages = defineMessages('messages/mail-server', {
  title: 'E-mail',
  subtitle: 'The mail account that sends your e-mails',
  failedToLoad: 'The e-mail settings could not be loaded.',

  off: 'E-mails are off. Confirmations and reminders are listed as skipped until you set up a mail account.',
  fixedTitle: 'Set on the server',
  fixedHint:
    'The server’s variables SMTP_URL and MAIL_FROM set up your e-mails, and they have priority. To use the settings of this page, remove both variables and restart Mutya.',
  passwordMissingTitle: 'Enter the password again',
  passwordMissing:
    'Mutya cannot read the stored password, because its key file is not on this server. Your e-mails wait until you enter the password again.',

  account: 'Mail account',
  provider: 'Provider',
  providerHint: 'Fills in host, port and security.',
  otherProvider: 'Another provider',
  host: 'Host',
  hostHint: 'For example smtp.example.ph',
  hostNeeded: 'Enter the host of the mail server.',
  hostWrong: 'Enter only the host, such as smtp.example.ph.',
  port: 'Port',
  portWrong: 'Enter a port from 1 to 65535.',
  security: 'Security',
  securities: {
    starttls: 'STARTTLS (usual for port 587)',
    tls: 'TLS (usual for port 465)',
    none: 'None (only inside your own network)',
  },
  userName: 'User name',
  userNameHint: 'Usually your e-mail address. Leave it empty if the server needs no log-in.',
  password: 'Password',
  passwordStored: 'A password is stored. Leave this empty to keep it.',
  passwordNew: 'Stored encrypted, and never shown again.',
  passwordNeeded: 'Enter the password of this mail account.',
  passwordWithoutUser: 'Enter the user name too.',

  sender: 'Sender',
  senderName: 'Sender’s name',
  senderNameHint: 'Leave it empty to use your clinic’s name.',
  senderAddress: 'Sender’s address',
  senderAddressHint: 'An address that this mail account may send from.',
  webAddress: 'Web address of your clinic',
  webAddressHint: 'Links in e-mails lead there, such as https://clinic.example.ph. People must be able to open it.',
  webAddressFixed: 'Set by PUBLIC_URL on the server.',
  webAddressWrong: 'Enter an address such as https://clinic.example.ph.',
  webAddressNeeded: 'Enter the address, so that links in e-mails work.',

  save: 'Save',
  saving: 'Saving...',
  saved: 'E-mail settings saved.',
  notSaved: 'The e-mail settings were not saved.',
  remove: 'Turn e-mails off',
  removeQuestion: 'Turn e-mails off?',
  removeHint: 'Mutya forgets the mail account and its password. E-mails are then listed as skipped.',
  removed: 'E-mails are off.',
  notRemoved: 'E-mails were not turned off.',

  test: 'Test',
  testHint: 'Sends an e-mail to your own address with the saved settings, and says whether the mail server accepts it.',
  sendTest: 'Send a test e-mail',
  sending: 'Sending...',
  testNotSent: 'The test e-mail was not sent.',
  testSent: (address: string) => `The mail server has accepted the e-mail to ${address}. Please check your inbox.`,
  problems: {
    'log-in':
      'The mail server refused the log-in. Check user name and password. Many providers need an app password here instead of your usual one.',
    busy: 'The mail server accepts no log-in from this account at the moment. Try again later.',
    host: 'No mail server was found under this host. Check its spelling.',
    unreachable: 'The mail server does not accept connections at this port. Check host and port.',
    timeout: 'The mail server did not answer in time. Check host, port and security.',
    certificate: 'The certificate of the mail server is not valid for this host. Check the host with your provider.',
    security: 'The mail server does not support this security at this port. Try the other one.',
    sender: 'The mail server does not let this account send from the sender’s address.',
    recipient: 'The mail server refused your own e-mail address as recipient.',
    'key-missing': 'Mutya cannot read the stored password. Enter it again.',
    other: 'The mail server did not accept the e-mail.',
  },
  withCode: (sentence: string, code: string) => `${sentence} (${code})`,
})

/** The hint for each common mail provider, which is shown when the provider is chosen. */
export const providerHints = defineMessages('messages/mail-providers', {
  gmail:
    'Needs an app password: turn on 2-Step Verification in your Google account, then create one under “App passwords”.',
  microsoft:
    'Your administrator must allow “Authenticated SMTP” for this mailbox. With two-step verification, use an app password.',
  yahoo: 'Needs an app password: create one in your Yahoo account under “Security”.',
  zoho: 'With two-factor authentication, create an app password in your Zoho account. Paid plans may use smtppro.zoho.com.',
  brevo: 'Use the SMTP log-in and the SMTP key from your Brevo account. The sender’s address must be verified there.',
  sendgrid: 'The user name is “apikey”, and the password is your API key. The sender must be verified at SendGrid.',
})
