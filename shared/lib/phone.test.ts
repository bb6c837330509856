import { expect, test } from 'vitest'
import { formatPhone, isPhone, mobileOf, normalisePhone, phoneHref, phoneSearchDigits } from './phone.ts'

test.each([
  ['0917 123 4567', '+639171234567'],
  ['+63 (917) 123-4567', '+639171234567'],
  ['639171234567', '+639171234567'],
  ['9171234567', '+639171234567'],
  ['(02) 8123 4567', '+63281234567'],
  ['+1 415 555 0100', '+14155550100'],
  ['0063 917 123 4567', '+639171234567'],
  ['+63 (0) 917 123 4567', '+639171234567'],
  ['001 415 555 0100', '+14155550100'],
  ['', null],
  [null, null],
  ['ask her mother', null],
])('the phone number %j is stored for searching as %j', (typed, kept) => {
  expect(normalisePhone(typed)).toBe(kept)
})

test.each([
  '0917 123 4567',
  '917 123 4567',
  '9171234567',
  '+63 917 123 4567',
  '+639171234567',
  '(+63) 917-123-4567',
  '63 917 123 4567',
  '63 0917 123 4567',
  '+63 (0) 917 123 4567',
  '+0917 123 4567',
  '0063 917 123 4567',
  '0917.123.4567',
])('an SMS can be sent to a mobile number in any format: %j', (typed) => {
  expect([isPhone(typed), mobileOf(typed), formatPhone(typed)]).toEqual([true, '+639171234567', '0917 123 4567'])
})

test.each(['0895 123 4567', '895 123 4567', '+63 895 123 4567', '63895 1234567', '0898 000 0000'])(
  'phone numbers of the network DITO are mobile numbers as well: %j',
  (typed) => {
    expect([isPhone(typed), mobileOf(typed)]).toEqual([true, expect.stringMatching(/^\+6389[58]\d{7}$/)])
  },
)

test.each(['(02) 8123 4567', '0894 123 4567', '+65 8123 4567', '8123 4567', '1800 10 888 8888', '+1 917 123 4567'])(
  'a dialable number that is no Philippine mobile number cannot get SMS: %j',
  (typed) => {
    expect([isPhone(typed), mobileOf(typed)]).toEqual([true, null])
  },
)

test.each(['0917 123 456', '917 123 45678', '894 123 4567', '91 7123 456', '63 917 123 456', '', null])(
  'an incomplete phone number is rejected, and cannot get SMS: %j',
  (typed) => {
    expect([isPhone(typed ?? ''), mobileOf(typed)]).toEqual([false, null])
  },
)

test('a phone number is found by its local and its international format', () => {
  const kept = normalisePhone('0917 123 4567')
  for (const typed of ['0917123', '+63917123', '63 917 123', '917-123', '0063 917', '+63 (0) 917 123']) {
    expect(kept).toContain(phoneSearchDigits(typed))
  }
})

test('a search for a name or for two digits is not a search for a phone number', () => {
  expect(phoneSearchDigits('Bianca')).toBeNull()
  expect(phoneSearchDigits('09')).toBeNull()
})

test.each([
  '0917 123 4567',
  '09171234567',
  '+63 (917) 123-4567',
  '639171234567',
  '9171234567',
  '0063 917 123 4567',
  '(02) 8123 4567',
  '+63 2 8555 0128',
  '(032) 234 5678',
  '8123 4567',
  '1800 10 888 8888',
  '+1 415 555 0100',
  '+65 6123 4567',
  '001 415 555 0100',
])('the phone number %j can be dialled', (typed) => {
  expect(isPhone(typed)).toBe(true)
})

test.each([
  ['a mobile number that is too short', '0917 555'],
  ['a mobile number with one digit too many', '0917 123 45678'],
  ['an international mobile number that is too short', '+63 917 123'],
  ['six digits', '123456'],
  ['an international number without +', '415 555 0100 12'],
  ['more than 15 digits', '+1234567890123456'],
  ['a text without a number', 'call me'],
  ['an empty text', ''],
  ['a plus sign alone', '+'],
  ['a number with words', '0917 123 4567 (mother)'],
])('%s cannot be dialled as a phone number: %j', (_, typed) => {
  expect(isPhone(typed)).toBe(false)
})

test.each([
  ['+63 917 123 4567', '0917 123 4567'],
  ['09171234567', '0917 123 4567'],
  ['02-8123-4567', '(02) 8123 4567'],
  ['0322345678', '(032) 234 5678'],
  ['+1 415 555 0100', '+1 415 555 0100'],
  ['8123 4567', '8123 4567'],
  ['0917 555', '0917 555'],
])('the phone number %j is displayed as %j', (typed, shown) => {
  expect(formatPhone(typed)).toBe(shown)
})

test('a link to a phone number dials it in international format', () => {
  expect(phoneHref('0917 123 4567')).toBe('tel:+639171234567')
  expect(phoneHref('8123 4567')).toBe('tel:81234567')
  expect(phoneHref('ask her mother')).toBeNull()
})
