import { defineMessages } from '#shared/lib/language.ts'
import { formatNumber, plural } from '#shared/lib/numbers.ts'

/** Texts of a practitioner's own day. */
export const myDayMessages = defineMessages('my-day', {
  title: 'My day',
  date: 'Date',
  previous: 'Previous day',
  next: 'Next day',
  today: 'Today',
  visits: (n: number) => plural(n, { one: '1 visit', other: `${formatNumber(n)} visits` }),
  waiting: (n: number) => plural(n, { one: '1 waiting', other: `${formatNumber(n)} waiting` }),
  done: (n: number) => `${formatNumber(n)} completed`,
  list: (date: string) => `Visits of ${date}`,
  now: (time: string) => `Now, ${time}`,
  in: (room: string) => `in ${room}`,
  partOf: (range: string) => `Your part of a visit, ${range}`,
  noneTitle: 'No visits on this day',
  noneHint: 'New visits appear here automatically.',
  notLinkedTitle: 'This log-in is not linked to a practitioner yet',
  notLinkedHint: 'Ask an admin: User Management, Edit User, Practitioner.',
  failed: 'Failed to load your visits.',
  notSaved: 'The visit was not changed.',
  started: (client: string) => `The treatment of ${client} has started.`,
  ended: (client: string) => `The treatment of ${client} is completed.`,
  endQuestion: (client: string) => `End the treatment of ${client}?`,
  cancel: 'Cancel',
})
