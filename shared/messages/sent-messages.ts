import { defineMessages } from '#shared/lib/language.ts'
import { plural } from '#shared/lib/numbers.ts'
import { arrivalMessages } from '#shared/clinic/messages.ts'

const formatHours = (hours: number) => plural(hours, { one: '1 hour', other: `${hours} hours` })

/** Texts around the clinic's own text in an e-mail, and of e-mails that clinics cannot change. */
export const mailMessages = defineMessages('messages/mail', {
  service: 'Treatment',
  when: 'When',
  was: 'Previous time',
  withWhom: 'With',
  where: 'Where',
  moment: (date: string, time: string) => `${date}, ${time}`,
  manageVisit: 'See, move or cancel my visit',
  fillInForms: 'Fill in your forms before the visit',
  formsSubject: (clinic: string) => `Your forms for ${clinic}`,
  formsBody: (name: string, date: string, time: string) =>
    `Hi ${name}, please fill in your forms before your visit on ${date} at ${time}.`,
  formsEnd: 'The link works until your visit begins.',
  openForms: 'Fill in your forms',
  giftCardSubject: (buyer: string, clinic: string) => `A gift card for ${clinic} from ${buyer}`,
  giftCardBody: (name: string, buyer: string, clinic: string) =>
    `Hello ${name}, ${buyer} gives you a gift card for ${clinic}.`,
  giftCard: 'Gift card',
  giftCardUse: 'Show this number when you pay, on your phone or on paper.',
  allVisits: 'All your visits',
  bookAgain: 'Choose another time',
  team: 'our team',
  callUs: (phone: string) => `Phone: ${phone}`,
  /** Stands for the client's name in an e-mail if nobody has confirmed this name, as in "Hello there,". */
  unnamed: 'there',
  visitAt: (service: string, clinic: string) => `${service} at ${clinic}`,

  bookNext: 'Book your next visit',
  newsWhy: 'You get this e-mail because you agreed to news.',
  noMoreNews: 'Unsubscribe from news',

  heldUntil: 'Reserved until',
  takeTime: 'See and accept the time',
  payDeposit: 'Pay the deposit',
  depositWanted: (amount: string) => `Please pay the deposit of ${amount}, and tell us the reference number.`,
  depositWantedUntil: (amount: string, until: string) =>
    `Please pay the deposit of ${amount}, and tell us the reference number. We hold your time until ${until}.`,

  requests: (requests: number) => plural(requests, { one: '1 request', other: `${requests} requests` }),
  sessions: (sessions: number) => plural(sessions, { one: '1 session', other: `${sessions} sessions` }),

  openRequests: 'Open the requests',
  requestsWhere: 'In Settings, Messages you can change after how many hours you get this e-mail.',

  testSubject: (clinic: string) => `Test message from ${clinic}`,
  testBody: 'This is a test. The clinic can send e-mails.',
  testSms: (clinic: string) => `${clinic}: This is a test. The clinic can send SMS.`,

  minutes: (minutes: number) => plural(minutes, { one: '1 minute', other: `${minutes} minutes` }),
  hours: formatHours,
  accountActions: {
    password_reset: 'Choose a new password',
    email_verification: 'Confirm my e-mail',
    email_known: 'Log in',
    email_changed: 'Log in',
    invitation: 'Choose my password',
  },

  handwritten: 'Your invoice was written by hand at the clinic.',
})

/** The default texts of e-mails. */
export const emailTexts = defineMessages('messages/email', {
  booked: {
    subject: 'We have your request for {date}',
    body: 'Hello {client},\n\nThank you. We have your request for {service} on {date} at {time}.\n\nWe are keeping this time for you. We will write again when your visit is confirmed.',
  },
  confirmed: {
    subject: 'Confirmed: {date}, {time}',
    body: `Hello {client},\n\nYour visit is confirmed: {service} on {date} at {time}.\n\n${arrivalMessages.comeEarly} If you cannot come, please tell us, so that somebody else can have your time.`,
  },
  declined: {
    subject: 'We cannot take your request for {date}',
    body: 'Hello {client},\n\nWe are sorry: we cannot take your request for {service} on {date} at {time}.\n\nChoose another time, or call us at {phone}.',
  },
  lapsed: {
    subject: 'Your request for {date} was not confirmed in time',
    body: 'Hello {client},\n\nWe are sorry: your request for {service} on {date} at {time} was not confirmed in time, and the time is free again.\n\nCall us at {phone}, or choose another time.',
  },
  moved: {
    subject: 'New time: {date}, {time}',
    body: 'Hello {client},\n\nYour visit has a new time: {service} on {date} at {time}. It was on {old_date} at {old_time}.\n\nIf this does not suit you, call us at {phone}.',
  },
  must_move: {
    subject: 'Please choose another time: {date}, {time}',
    body: 'Hello {client},\n\nWe are sorry: your visit cannot take place as planned: {service} on {date} at {time}.\n\nPlease choose another time, or call us at {phone}. Until you choose, your old time stays in our calendar.',
  },
  cancelled: {
    subject: 'Cancelled: {date}, {time}',
    body: 'Hello {client},\n\nYour visit is cancelled: {service} on {date} at {time}.\n\nWe would be glad to see you another time.',
  },
  reminder_24h: {
    subject: 'Your visit on {date}, {time}',
    body: 'Hello {client},\n\nWe look forward to seeing you: {service} on {date} at {time}.\n\nIf you cannot come, call us at {phone}.',
  },
  offer: {
    subject: 'A time is free: {date}, {time}',
    body: 'Hello {client},\n\nYou are on our waitlist, and a time is free: {service} on {date} at {time}.\n\nWe are keeping this time for you until {until}. After that we offer it to the next person.',
  },
  follow_up: {
    subject: 'How are you after your visit?',
    body: 'Hello {client},\n\nThank you for coming to us yesterday. We hope that you are well.\n\nIf anything is not as it should be, call us at {phone}.',
  },
  package_expires: {
    subject: 'Your package can be used until {date}',
    body: 'Hello {client},\n\nYour package {package} can be used until {date}. You have {sessions} left.\n\nBook a visit before then, or call us at {phone}.',
  },
  deposit_asked: {
    subject: 'A deposit for your visit on {date}',
    body: 'Hello {client},\n\nPlease pay a deposit of {amount} for your visit on {date}. We deduct it from the bill of this visit.\n\nYou can also pay it at the clinic. If you have a question, call us at {phone}.',
  },
  deposit_refused: {
    subject: 'We could not find your deposit',
    body: 'Hello {client},\n\nWe could not find the payment of your deposit of {amount} for your visit on {date}: {reason}\n\nPlease check the reference number and send it again, or call us at {phone}.',
  },
  reminder_2h: {
    subject: 'Today at {time}',
    body: 'Hello {client},\n\nYour visit is today at {time}: {service}.\n\nIf you are late or cannot come, call us at {phone}.',
  },
  password_reset: {
    subject: 'Set a new password for {clinic}',
    body: 'Hello {name},\n\nSomebody asked for a new password for your account at {clinic}.\n\nOpen this link to choose one. It works once, for {duration}.\n\n{link}\n\nIf it was not you, ignore this e-mail. Your password stays as it is.',
  },
  email_verification: {
    subject: 'Confirm your e-mail for {clinic}',
    body: 'Hello {name},\n\nThank you for registering at {clinic}. Please confirm that this e-mail is yours.\n\nThe link works once, for {duration}.\n\n{link}\n\nIf it was not you, ignore this e-mail.',
  },
  email_known: {
    subject: 'You have an account at {clinic} already',
    body: 'Hello {name},\n\nSomebody has just used this e-mail for an account at {clinic}. You have one there already.\n\nIf it was you, log in with your old password. If you have forgotten it, choose a new one from the log-in page.\n\n{link}\n\nBookings made with the new account stay booked. Call us at {phone} to combine both accounts.\n\nIf it was not you, ignore this e-mail. Nobody has seen your account.',
  },
  email_changed: {
    subject: 'The e-mail of your account at {clinic} has been changed',
    body: 'Hello {name},\n\nThe clinic has changed the e-mail of your account at {clinic}.\n\nIf you asked for this, you do not need to do anything. Otherwise call us at {phone}.\n\n{link}',
  },
  invitation: {
    subject: 'You are invited to work with {clinic} in Mutya',
    body: 'Hello {name},\n\n{inviter} invites you to {clinic} as {role}.\n\nOpen this link and choose a password. It works once, until {deadline}.\n\n{link}\n\nAfterwards you log in with {email} and that password.\n\nIf you do not know this clinic, ignore this e-mail.',
  },
  receipt: {
    subject: 'Your {document} {number} from {clinic}',
    body: 'Hello {client},\n\nThank you for your visit. This is a copy of your {document}.',
  },
  void: {
    subject: 'Void of your {document} {original} from {clinic}',
    body: 'Hello {client},\n\nYour {document} {original} was voided. A copy of the void is below.',
  },
  refund: {
    subject: 'Refund for your {document} {original} from {clinic}',
    body: 'Hello {client},\n\nYou received a refund for your {document} {original}. A copy of the refund is below.',
  },
  requests_waiting: {
    subject: '{requests} waiting for an answer',
    body: 'No answer for more than {hours}: {requests}.\n\nThe oldest came on {oldest}.',
  },
})

/** The default texts of SMS. They have no link and no treatment, and each fits into one SMS if names are short. */
export const smsTexts = defineMessages('messages/sms', {
  booked: '{clinic}: we have your request for {date}, {time}. We will tell you when it is confirmed.',
  confirmed: '{clinic}: your visit on {date}, {time} is confirmed. Questions? {phone}',
  declined: '{clinic}: we cannot take your request for {date}, {time}. Call {phone} for another time.',
  lapsed: '{clinic}: your request for {date}, {time} was not confirmed in time. Call {phone} to book again.',
  moved: '{clinic}: your visit is now on {date}, {time}. Questions? {phone}',
  must_move: '{clinic}: sorry, your visit on {date}, {time} needs a new time. Please call {phone} to choose one.',
  cancelled: '{clinic}: your visit on {date}, {time} is cancelled. Questions? {phone}',
  reminder_24h: '{clinic}: see you on {date}, {time}. If you cannot come, call {phone}.',
  offer:
    '{clinic}: a time is free on {date}, {time}. We keep it until {until}. Accept it in your profile, or call {phone}.',
  follow_up: '{clinic}: thank you for your visit. Any trouble? Call {phone}. To stop these texts, call too.',
  package_expires: '{clinic}: your package can be used until {date}. You have {sessions} left. Call {phone} to book.',
  deposit_asked:
    '{clinic}: please pay a deposit of {amount} for your visit on {date}, in your profile or at the clinic. Questions? {phone}',
  deposit_refused:
    '{clinic}: we could not find the deposit for your visit on {date}. Check the number in your profile, or call {phone}.',
  reminder_2h: '{clinic}: see you today at {time}. If you are late, call {phone}.',
  phone_code: '{clinic}: your code is {code}. It works for {duration}.',
})

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

/** Sample data of a preview, for a clinic without visits and for messages that are not about a visit. */
export const sampleMessages = defineMessages('messages/sample', {
  client: 'Maria Santos',
  service: 'Diamond Peel',
  package: 'Glow Package',
  inviter: 'Ana Reyes',
  email: 'maria@example.ph',
  code: '482917',
})
