import { defineMessages } from '#shared/lib/language.ts'
import { plural } from '#shared/lib/numbers.ts'

const formatHours = (hours: number) => plural(hours, { one: '1 hour', other: `${hours} hours` })

/** Texts around the clinic's own text in an e-mail, and e-mails that cannot be changed. */
export const mailMessages = defineMessages('messages/mail', {
  service: 'Treatment',
  when: 'When',
  was: 'Before',
  withWhom: 'With',
  where: 'Where',
  moment: (date: string, time: string) => `${date}, ${time}`,
  manageVisit: 'See, move or cancel my visit',
  allVisits: 'All your visits',
  bookAgain: 'Choose another time',
  team: 'our team',
  callUs: (phone: string) => `Phone: ${phone}`,
  /** Replaces an unconfirmed name: "Hello there,". */
  unnamed: 'there',
  visitAt: (service: string, clinic: string) => `${service} at ${clinic}`,

  bookNext: 'Book your next visit',
  newsWhy: 'You get this e-mail because you agreed to news.',
  noMoreNews: 'No more news',

  heldUntil: 'Kept until',
  takeTime: 'See and accept it',

  requests: (requests: number) => plural(requests, { one: '1 request', other: `${requests} requests` }),
  openRequests: 'Open the requests',
  requestsWhere: 'In Settings, Messages you can change after how many hours you get this e-mail.',

  testSubject: (clinic: string) => `Test message from ${clinic}`,
  testBody: 'This is a test. E-mails from the clinic work.',
  testSms: (clinic: string) => `${clinic}: SMS from the clinic work.`,

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
