import { expect, test } from 'vitest'
import { passwordMessages } from '#shared/users/messages.ts'
import { passwordError } from './password-error.ts'

const owner = { name: 'María Isabel Cruz', email: 'isabel.c@example.ph', clinicName: 'Mutya Skin & Aesthetics' }
const problem = (password: string) => passwordError(password, owner)

test.each([
  ['in the list', 'qwertyuiop'],
  ['in the list, in capitals', 'QwertyUIOP'],
  ['in the list without the digits and signs at its end', 'sunshine2026!!'],
  ['the sample’s', 'Mutya-Demo-2026'],
  ['ten spaces', '          '],
  ['one character', 'aaaaaaaaaa'],
  ['three characters in any order', 'abcabcbacbab'],
  ['a group that repeats', 'wxyzwxyzwxyz'],
  ['digits in a row', '1234567890'],
  ['digits backwards', '9876543210'],
  ['the alphabet', 'abcdefghijk'],
  ['the alphabet and a digit', 'abcdefghijk1'],
  ['the keyboard', 'asdfghjklz'],
  ['the own name', 'mariacruz1990'],
  ['the own name, with accents and spaces', 'María Isabel 7!'],
  ['the own email', 'isabel.c@example.ph'],
  ['the email’s first part', 'Isabel_2026_'],
  ['the clinic’s name', 'MutyaSkin2026'],
  ['name and clinic', 'cruz.mutya.99'],
])('a password that is %s is rejected: %s', (_, password) => {
  expect(problem(password)).toBe(passwordMessages.easy)
})

test.each([
  'pearl of the orient',
  'correct horse battery',
  'tricycle-mango-92',
  'isabel likes green mango',
  '8Kd03nf!xPq',
  'ang pusa ko ay tamad',
  'пароль из слов',
])('a password that is not easily guessed is accepted: %s', (password) => {
  expect(problem(password)).toBeNull()
})

test('the password rules work for a user without an email and a clinic without a name', () => {
  expect(passwordError('tricycle-mango-92', { name: 'Jo', email: null, clinicName: '' })).toBeNull()
})
