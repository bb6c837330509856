import { defineMessages } from '#shared/lib/language.ts'

/** The texts of Book next visit, a button of the receipt. */
export const nextVisitMessages = defineMessages('sales/next-visit', {
  book: 'Book next visit',
  booked: 'Next visit booked',
  failed: 'The free times of the next visit could not be loaded.',
  otherTime: (wanted: string, found: string) => `Nothing is free on ${wanted}. The nearest free time is ${found}.`,
  otherTimeOf: (person: string, wanted: string, found: string) =>
    `${person} is not free on ${wanted}. The nearest free time with ${person} is ${found}.`,
  otherPerson: (person: string, wanted: string, other: string, found: string) =>
    `${person} is not free around ${wanted}. ${other} is free on ${found}.`,
  noneFree: (wanted: string) => `Nothing is free around ${wanted}. Choose another day.`,
})
