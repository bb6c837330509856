import { expect, test } from 'vitest'
import { actionLabelOf, composeMail, factsOf } from './mail-frame.ts'
import { CLIENT_MESSAGE_TYPES } from './message-types.ts'

const values = {
  client: 'Maria Santos',
  service: 'Diamond Peel',
  date: 'Wednesday, December 30, 2026',
  time: '2:30 PM',
  practitioner: 'our team',
  clinic: 'Perlas',
  phone: '0917 555 0100',
  address: '12 Scout St',
  old_date: 'Tuesday, December 29, 2026',
  old_time: '9:00 AM',
  until: '10:30 AM',
}

test('the e-mail of each message type lists the facts of its type and has one button', () => {
  const names = (occasion: (typeof CLIENT_MESSAGE_TYPES)[number]) => factsOf(occasion, values).map(([name]) => name)
  expect(names('confirmed')).toEqual(['Treatment', 'When', 'Where'])
  expect(names('moved')).toEqual(['Treatment', 'When', 'Previous time', 'Where'])
  expect(names('cancelled')).toEqual(['Treatment', 'When'])
  expect(names('offer')).toEqual(['Treatment', 'When', 'Reserved until'])
  expect(names('follow_up')).toEqual([])
  const withWhom = factsOf('confirmed', { ...values, practitioner: 'Dr. Ana Reyes' })
  expect(withWhom).toContainEqual(['With', 'Dr. Ana Reyes'])
  expect(new Set(CLIENT_MESSAGE_TYPES.map(actionLabelOf))).toEqual(
    new Set(['See, move or cancel my visit', 'Choose another time', 'See and accept the time', 'Book your next visit']),
  )
})

test('a word in an e-mail that is wider than a phone breaks instead of widening the e-mail', () => {
  const letterhead = { heading: 'Perlas', sign: undefined, colour: '#055559', foot: ['Perlas'] }
  const template = { subject: 'Yes', body: 'Afterwards you log in with {email}.' }
  const email = `${'very'.repeat(20)}@${'long'.repeat(20)}.example`
  const { html } = composeMail('confirmed', template, { ...values, email }, { letterhead, origin: undefined })
  expect(html).toMatch(new RegExp(`class="card" style="[^"]*;overflow-wrap:break-word;[^]*${email}`))
  // A table cell grows with its longest word unless words may break anywhere.
  const cell = /<td class="fact text" style="([^"]*)">Diamond Peel/.exec(html)
  expect(cell?.[1]).toContain('word-break:break-word')
})
