import { defineMessages } from '#shared/lib/language.ts'

/** Texts about news by e-mail and SMS. */
export const newsMessages = defineMessages('privacy/news', {
  title: 'News from the clinic',
  hint: 'Offers, and how you are after a visit. Messages about your visits are always sent.',
  channel: { email: 'News by e-mail', sms: 'News by SMS' },
  ask: { email: 'Send me news by e-mail', sms: 'Send me news by SMS' },
  notLoaded: 'Your news settings could not be loaded.',
  notSaved: 'This was not saved.',
  on: { email: 'You get news by e-mail.', sms: 'You get news by SMS.' },
  off: { email: 'You no longer get news by e-mail.', sms: 'You no longer get news by SMS.' },
  never: 'Off',
  since: (moment: string, where: string) => `Since ${moment}, ${where}`,
  ended: (moment: string, where: string) => `Ended ${moment}, ${where}`,
  declined: (moment: string, where: string) => `Not wanted, said ${moment}, ${where}`,
  by: (text: string, name: string) => `${text}, by ${name}`,
  where: {
    registration: 'at registration',
    booking: 'when booking',
    profile: 'in the profile',
    desk: 'at the desk',
    link: 'by the link of an e-mail',
    closing: 'with the account',
  },

  ofClient: 'News',
  ofClientHint: 'Offers and follow-ups, only with the client’s consent.',
  ofClientNotLoaded: 'The client’s news settings could not be loaded.',
  noted: 'Saved.',

  unsubscribeTitle: 'News by e-mail',
  unsubscribing: 'One moment...',
  unsubscribed: 'You no longer get news by e-mail.',
  unsubscribedOf: (clinic: string, address: string) =>
    `${clinic} no longer sends news to ${address}. Messages about your visits are always sent.`,
  backAgain: 'You get news by e-mail again.',
  backAgainOf: (clinic: string, address: string) => `${clinic} sends news to ${address}.`,
  undo: 'I want the news again',
  undoing: 'Saving...',
  again: 'No more news',
  notDone: 'This could not be changed.',
  linkVoidTitle: 'This link does not work any more',
  linkVoid:
    'Your e-mail address has changed, or the account was closed. You can change your news settings in your profile, or ask the clinic.',
  tryAgain: 'Try again',
  toProfile: 'My profile',
})
