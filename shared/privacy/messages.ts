import { defineMessages } from '#shared/lib/language.ts'

export const privacyMessages = defineMessages('privacy', {
  title: 'Privacy notice',
  versionOf: (date: string) => `Version of ${date}`,
  lead: (clinic: string) =>
    `${clinic} respects your privacy. This notice says what the clinic keeps about you in its booking system, why, and for how long.`,
  contactTitle: 'Who to contact',
  contact: (clinic: string) =>
    `${clinic} is responsible for your data. Write, call or visit us with any question about it.`,
  address: 'Address',
  phone: 'Phone',
  email: 'Email',
  clinicNotLoaded: 'Failed to load the contact details of the clinic.',
  theClinic: 'The clinic',

  readBefore: 'I have read the ',
  readLink: 'privacy notice',
  readRequired: 'Please read the privacy notice and tick the box.',
  opensNewTab: '(opens in a new tab)',
  notCurrent: 'The privacy notice has changed. Please reload the page and read it again.',

  askTitle: 'Please read our privacy notice',
  askText: 'The notice says what the clinic keeps about you, why, and for how long.',
  openNotice: 'Privacy notice',
  confirm: 'I have read the notice',
  confirming: 'Saving...',
  confirmed: 'Thank you. Your answer is saved.',
  notSaved: 'Your answer could not be saved.',
  accepted: (version: string, date: string) => `You read the version of ${version} on ${date}.`,
})

/** The text of the privacy notice after the clinic's contact data; its version is in `notice.ts`. */
export const noticeMessages = defineMessages('privacy/notice', {
  sections: [
    {
      title: 'What we keep',
      items: [
        'Your name, and the contact details you give us: email address, phone number, and city or town.',
        'A profile photo, if you add one. We crop it and remove the place where it was taken.',
        'Your appointments: treatment, service, date, time, status, and the reason when one was cancelled.',
        'Your payments: what was bought, the amounts, the payment method, its reference number, and the reason and ID number of a discount such as Senior Citizen or PWD.',
        'The services you have had at the clinic.',
        'Your password, in a form that nobody can read, and when you logged in.',
        'A history of changes: who booked, changed or cancelled something, and when.',
        'A scrambled form of your network address when you register and book for the first time, until the clinic has answered. It keeps strangers from filling the calendar.',
        'Which version of this notice you accepted, and any request to close your account.',
      ],
    },
    {
      title: 'Why we keep it',
      items: [
        'To book and carry out your appointments, and to contact you about them.',
        'To issue receipts and keep the books that the law requires.',
        'To let you see your own appointments and payments, and to keep your account safe.',
      ],
      paragraphs: ['We do not sell your data, and we show no advertising.'],
    },
    {
      title: 'Who can see it',
      paragraphs: [
        'You, and the staff of the clinic who need it for their work. Other clients never see it. Your profile photo is shown to you and to staff only.',
        'The website sets three cookies when you log in: one that keeps you logged in, one that protects your requests, and one that recognises this browser at later log-ins for up to 400 days. None follows you to other websites, and no page loads anything from other companies.',
      ],
    },
    {
      title: 'How long we keep it',
      items: [
        'Your profile: as long as you have an account.',
        'When your account is closed, we erase your email, phone number, location, photo and password, also from past appointments and receipts.',
        'Your name stays on receipts, on past appointments and in the history of changes, because the clinic must keep its books complete.',
        'Past waitlist entries, the days on which you came without an appointment, and a list of the messages that the clinic sent you (what about and when, not the text): six months.',
        'A log-in ends automatically after the time that the clinic has set (usually one day). Its record is then deleted.',
      ],
    },
    {
      title: 'Your rights',
      paragraphs: ['The Data Privacy Act of 2012 (Republic Act No. 10173) gives you these rights:'],
      items: [
        'To be informed: this notice tells you what is kept and why.',
        'To access and to data portability: “Download my data” in your profile gives you everything as one file.',
        'To correct: change your details with Edit Profile, or ask the clinic.',
        'To erase or block, and to object: ask to close your account in your profile, or contact the clinic.',
        'To be compensated for damages, and to file a complaint with the National Privacy Commission.',
      ],
    },
  ],
})

/** What the privacy notice says in addition if the clinic keeps charts. */
export const chartNoticeMessages = defineMessages('privacy/charts', {
  title: 'Your clinical record',
  paragraphs: [
    'The clinic keeps a clinical record of your treatments. It is sensitive personal information, and the law protects it more strictly.',
  ],
  items: [
    'It has your birthday, sex, address and emergency contact, allergies and other alerts, the forms that you signed, notes of each treatment, plans, and photos of the treated skin.',
    'Only practitioners and admins of the clinic can open it, and each opening is recorded with name and time. The front desk sees alerts and missing forms only.',
    'Photos have no address on the internet. They are published only with your own consent, which you can withdraw.',
    'The clinic must keep it for 7 years after your last visit (DOH Department Circular 2021-0226). If you close your account before, it is locked until then.',
    '“Download my data” in your profile gives you all of it, with the list of who opened it.',
  ],
})

/** Texts about news by e-mail and SMS. */
export const newsMessages = defineMessages('privacy/news', {
  title: 'News from the clinic',
  hint: 'Offers, and a question how you are after a visit. Messages about your visits are always sent.',
  channel: { email: 'News by e-mail', sms: 'News by SMS' },
  ask: { email: 'Send me news by e-mail', sms: 'Send me news by SMS' },
  notLoaded: 'Your news settings could not be loaded.',
  notSaved: 'The news settings were not saved.',
  on: { email: 'You get news by e-mail.', sms: 'You get news by SMS.' },
  off: { email: 'You no longer get news by e-mail.', sms: 'You no longer get news by SMS.' },
  never: 'Off',
  since: (moment: string, where: string) => `On since ${moment}, ${where}`,
  ended: (moment: string, where: string) => `Stopped ${moment}, ${where}`,
  declined: (moment: string, where: string) => `Declined ${moment}, ${where}`,
  by: (text: string, name: string) => `${text}, by ${name}`,
  where: {
    registration: 'at registration',
    booking: 'when booking',
    profile: 'in the profile',
    desk: 'at the front desk',
    link: 'by the link in an e-mail',
    closing: 'when the account was closed',
  },

  ofClient: 'News',
  ofClientHint: 'Offers and follow-ups, only with the client’s consent.',
  ofClientNotLoaded: 'The client’s news settings could not be loaded.',
  noted: 'The news settings are saved.',

  unsubscribeTitle: 'News by e-mail',
  unsubscribing: 'One moment...',
  unsubscribed: 'You no longer get news by e-mail.',
  unsubscribedOf: (clinic: string, address: string) =>
    `${clinic} no longer sends news to ${address}. Messages about your visits are always sent.`,
  backAgain: 'You get news by e-mail again.',
  backAgainOf: (clinic: string, address: string) => `${clinic} sends news to ${address}.`,
  undo: 'I want news again',
  undoing: 'Saving...',
  again: 'Stop news again',
  notDone: 'The news settings could not be changed.',
  linkVoidTitle: 'This link does not work any more',
  linkVoid:
    'Your e-mail address has changed, or the account was closed. You can change your news settings in your profile, or ask the clinic.',
  tryAgain: 'Try again',
  toProfile: 'My profile',
})
