import { defineMessages } from '#shared/lib/language.ts'

/** Texts of the page behind the link in an e-mail about a visit. */
export const visitLinkMessages = defineMessages('appointments/visit-link', {
  title: 'Your visit',
  loading: 'One moment...',
  linkVoidTitle: 'This link does not work',
  linkVoid:
    'It works until the visit begins, for the person to whom it was sent. Log in to see your visits, or call us.',
  logIn: 'Log in',
  when: 'When',
  what: 'Treatment',
  who: 'With',
  cancel: 'Cancel this visit',
  move: 'Move it to another time',
  bookAgain: 'Book another visit',
  toProfile: 'All my visits',
})
