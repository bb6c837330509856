import { expect, test } from 'vitest'
import {
  civilDate,
  civilTime,
  email,
  optionalEmail,
  optionalText,
  optionalName,
  quantity,
  requiredName,
  requiredPersonName,
  requiredText,
} from './fields.ts'
import { pesos, pesosInForm } from './money-fields.ts'
import { optionalPhone, recordedPhone } from './phone-fields.ts'

const accepts = (schema: { safeParse: (value: unknown) => { success: boolean } }, value: unknown) =>
  schema.safeParse(value).success

test.each([
  ['2026-11-21', true],
  ['2028-02-29', true],
  ['2026-02-29', false],
  ['2026-13-01', false],
  ['2026-1-1', false],
  ['21/11/2026', false],
  [20261121, false],
])('whether the date %j is accepted: %s', (value, ok) => {
  expect(accepts(civilDate, value)).toBe(ok)
})

test.each([
  ['00:00:00', true],
  ['23:30:00', true],
  ['24:00:00', false],
  ['9:00:00', false],
  ['09:00', false],
])('whether the time %j is accepted: %s', (value, ok) => {
  expect(accepts(civilTime, value)).toBe(ok)
})

test('an e-mail is trimmed and lower-cased, and a blank optional e-mail is null', () => {
  expect(email.parse('  Ana@Example.PH ')).toBe('ana@example.ph')
  expect(accepts(email, 'ana@')).toBe(false)
  for (const none of [undefined, null, '', '   ']) expect(optionalEmail.parse(none)).toBeNull()
  expect(accepts(optionalEmail, 'not an address')).toBe(false)
})

test.each([
  [0, true],
  [1500.5, true],
  [9_999_999.99, true],
  [10_000_000, false],
  [0.001, false],
  [-1, false],
  [-0, false],
  [Number.NaN, false],
  [Number.POSITIVE_INFINITY, false],
  [1e21, false],
  ['5', false],
])('whether an amount of %d pesos is accepted: %s', (value, ok) => {
  expect(accepts(pesos, value)).toBe(ok)
})

test('a form accepts amounts in pesos with commas, and an empty amount is 0', () => {
  expect(pesosInForm.parse('1,250.50')).toBe(1250.5)
  expect(pesosInForm.parse(' ')).toBe(0)
  expect(accepts(pesosInForm, '12 pesos')).toBe(false)
})

test.each([1, 999])('a quantity of %d is accepted', (value) => expect(accepts(quantity, value)).toBe(true))
test.each([0, -1, 1.5, 1000, 1e9, '2'])('a quantity of %j is rejected', (value) =>
  expect(accepts(quantity, value)).toBe(false),
)

test('text with control characters, NUL or half of a surrogate pair is rejected; names in any script are accepted', () => {
  for (const text of ['a\u0000b', 'a\u0007b', 'a\ud800b']) expect(accepts(requiredText(), text)).toBe(false)
  for (const text of ['José Peña', '李小龍', 'مريم', '🌸 Rosa']) expect(requiredText().parse(text)).toBe(text)
  expect(optionalText().parse('  ')).toBeNull()
})

test('a phone number must be dialable, and is kept as it was typed', () => {
  for (const typed of ['0917 123 4567', '+63 (917) 123-4567', '8123456']) expect(optionalPhone.parse(typed)).toBe(typed)
  for (const typed of ['12345', '0917 555', 'call me', '0917<script>', '1'.repeat(16)])
    expect(accepts(optionalPhone, typed)).toBe(false)
})

test('a stored phone number may have a format that is no longer accepted for new numbers', () => {
  for (const typed of ['0917 123 4567', '0917 555', '123-456-789']) expect(recordedPhone.parse(typed)).toBe(typed)
  for (const typed of ['call me', '0917<script>', '1'.repeat(41)]) expect(accepts(recordedPhone, typed)).toBe(false)
})

const sentencesOf = (schema: typeof requiredNameField, value: unknown) =>
  schema.safeParse(value).error?.issues.map(({ message }) => message)
const requiredNameField = requiredName(120, 'What is it called?')

test('a required name without a visible character is rejected, and an optional one is read as no name', () => {
  const nothing = ['', '   ', '\u200b', '\u200b\u200d \ufeff', '\u3164', '\u2800', '\u00ad', '\u0301', '\u2066\u2069']
  for (const name of nothing) {
    expect(sentencesOf(requiredNameField, name)?.[0], JSON.stringify(name)).toBe('What is it called?')
    expect(accepts(requiredText(), name)).toBe(false)
  }
  for (const name of ['\u200b', ' ', '\u3164']) expect(optionalName().parse(name)).toBeNull()
})

test('a name with a line break, a tab or a text-direction character is rejected, and spaces around a name are removed', () => {
  for (const name of ['Ana\nCruz', 'Ana\r\nCruz', 'Ana\u2028Cruz', 'Ana\tCruz'])
    expect(sentencesOf(requiredNameField, name)).toEqual(['Enter this text on one line.'])
  for (const name of ['Ana \u202eCruz', '\u2067Ana', 'Ana\u200f'])
    expect(sentencesOf(requiredNameField, name)).toEqual(['This text has characters that cannot be saved.'])
  expect(accepts(optionalName(), 'Ana\nCruz')).toBe(false)
  for (const name of ['José Peña', '李小龍', 'مريم', '👩‍⚕️ Rosa', '❤️', 'कृष्ण', 'Ana  Cruz', 'Ñ', '#1'])
    expect([requiredNameField.parse(name), optionalName().parse(name)]).toEqual([name, name])
  expect(requiredNameField.parse('  Ana ')).toBe('Ana')
})

test('a person’s name must not be a web address; abbreviations are accepted', () => {
  const field = requiredPersonName()
  const addresses = [
    'Win at evil.com',
    'evil.com/x',
    'http://evil',
    'HTTPS://EVIL.PH',
    'Go to www.evil now',
    'bit.ly/3xYz',
    'my-prize.online',
    'evil.co.uk',
    'Ana (prize.click)',
  ]
  for (const name of addresses)
    expect([name, sentencesOf(field, name)]).toEqual([name, ['Enter your name without a web address.']])
  const names = [
    'Ma. Lourdes',
    'Ma.Lourdes',
    'Ma.Luz Cruz',
    'J.R. Cruz',
    'J.R.R. de la Cruz',
    'St. Clair',
    'St.Clair',
    'Juan Cruz Jr.',
    'Dra.Ana Reyes',
    "O'Neil",
    'Ana Cruz, M.D.',
    'Wwwilma',
  ]
  for (const name of names) expect([name, field.safeParse(name).success]).toEqual([name, true])
})
