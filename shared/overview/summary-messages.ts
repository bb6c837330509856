import { defineMessages } from '#shared/lib/language.ts'

/** The texts of the daily summary: the e-mail, and its switch in the profile. */
export const summaryMessages = defineMessages('overview/summary', {
  title: 'Daily summary',
  switch: 'E-mail me the day at closing time',
  hint: 'Visits, sales, open shifts, the week, the month and what waits for you, as on the page Overview. Days on which the clinic is closed send nothing.',
  noMailServer: 'The clinic cannot send e-mails yet. Ask whoever runs the server to set up a mail server.',
  on: 'You get the daily summary from now on.',
  off: 'You get no daily summary any more.',
  notSaved: 'The choice was not saved.',
  notLoaded: 'The choice could not be loaded.',

  subject: (date: string) => `Summary of ${date}`,
  hello: (name: string, date: string) => `Hello ${name}, this was ${date} at your clinic.`,
  shifts: 'Open shifts',
  salesOf: (amount: string, count: string) => `${amount}, ${count}`,
  shift: (shift: string, amount: string) => `${shift}: ${amount} should be in the drawer`,
  noShift: 'None',
  open: 'Open the overview',
  why: 'You get this e-mail because you switched it on in your profile. You can switch it off there.',
})
