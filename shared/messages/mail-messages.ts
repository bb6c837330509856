import { defineMessages } from '#shared/lib/language.ts'

/** The words around the clinic's own text in an e-mail, and the e-mails that are always the same. */
export const mailMessages = defineMessages('messages/mail', {
  service: 'Treatment',
  when: 'When',
  was: 'Before',
  withWhom: 'With',
  where: 'Where',
  moment: (date: string, time: string) => `${date}, ${time}`,
  myVisits: 'See my visits',
  bookAgain: 'Choose another time',
  team: 'our team',
  visitAt: (service: string, clinic: string) => `${service} at ${clinic}`,

  testSubject: (clinic: string) => `Test message from ${clinic}`,
  testBody: 'This is a test. When you read it, the clinic can send e-mails.',

  receiptSubject: (number: string, clinic: string) => `Receipt ${number} from ${clinic}`,
  receiptThanks: (name: string) => `Hello ${name},`,
  receiptBody: 'Thank you for your visit. This is a copy of your receipt.',
})
