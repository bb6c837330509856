import { expect, test } from 'vitest'
import { normalisePhone, phoneSearchDigits } from './phone.ts'

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
])('%j is kept as %j', (typed, kept) => {
  expect(normalisePhone(typed)).toBe(kept)
})

test('a number is found in both forms', () => {
  const kept = normalisePhone('0917 123 4567')
  for (const typed of ['0917123', '+63917123', '63 917 123', '917-123', '0063 917', '+63 (0) 917 123']) {
    expect(kept).toContain(phoneSearchDigits(typed))
  }
})

test('a name and two digits are not searched as a number', () => {
  expect(phoneSearchDigits('Bianca')).toBeNull()
  expect(phoneSearchDigits('09')).toBeNull()
})
