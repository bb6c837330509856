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
  askText: 'It says what the clinic keeps about you, why, and for how long.',
  openNotice: 'Privacy notice',
  confirm: 'I have read it',
  confirming: 'Saving...',
  confirmed: 'Thank you. Saved.',
  notSaved: 'This could not be saved.',
  accepted: (version: string, date: string) => `You read the version of ${version} on ${date}.`,
})
