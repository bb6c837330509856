import { defineMessages } from '#shared/lib/language.ts'
import { plural } from '#shared/lib/numbers.ts'

const formatHours = (hours: number) => plural(hours, { one: '1 hour', other: `${hours} hours` })

/** The words around the clinic's own text in an e-mail, and the e-mails that are always the same. */
export const mailMessages = defineMessages('messages/mail', {
  service: 'Treatment',
  when: 'When',
  was: 'Before',
  withWhom: 'With',
  where: 'Where',
  moment: (date: string, time: string) => `${date}, ${time}`,
  manageVisit: 'See, move or cancel my visit',
  allVisits: (address: string) => `All your visits: ${address}`,
  bookAgain: 'Choose another time',
  team: 'our team',
  visitAt: (service: string, clinic: string) => `${service} at ${clinic}`,

  heldUntil: 'Kept until',
  takeTime: 'See it and take it',

  requestsSubject: (requests: number) =>
    plural(requests, { one: '1 request waits for an answer', other: `${requests} requests wait for an answer` }),
  requestsWait: (requests: number, hours: number) =>
    plural(requests, {
      one: `1 request has waited for an answer for more than ${formatHours(hours)}.`,
      other: `${requests} requests have waited for an answer for more than ${formatHours(hours)}.`,
    }),
  oldestRequest: (moment: string) => `The oldest came on ${moment}.`,
  openRequests: 'Open the requests',
  requestsWhere: 'After how many hours this e-mail comes is set in Settings, Messages.',

  testSubject: (clinic: string) => `Test message from ${clinic}`,
  testBody: 'This is a test. When you read it, the clinic can send e-mails.',

  receiptSubject: (number: string, clinic: string) => `Receipt ${number} from ${clinic}`,
  receiptThanks: (name: string) => `Hello ${name},`,
  receiptBody: 'Thank you for your visit. This is a copy of your receipt.',
})
