import { expect, test } from 'vitest'
import { passwordMessages } from '#shared/users/messages.ts'
import { passwordError } from './password-error.ts'

const owner = { name: 'María Isabel Cruz', email: 'isabel.c@example.ph', clinicName: 'Mutya Skin & Aesthetics' }
const problem = (password: string) => passwordError(password, owner)

test.each([
  ['in the list of common passwords', 'qwertyuiop'],
  ['in the list of common passwords, in capitals', 'QwertyUIOP'],
  ['a common password with digits and signs added', 'sunshine2026!!'],
  ['that of the sample clinic', 'Mutya-Demo-2026'],
  ['ten spaces', '          '],
  ['one repeated character', 'aaaaaaaaaa'],
  ['made of three characters', 'abcabcbacbab'],
  ['a repeated group of characters', 'wxyzwxyzwxyz'],
  ['ascending digits', '1234567890'],
  ['descending digits', '9876543210'],
  ['a part of the alphabet', 'abcdefghijk'],
  ['a part of the alphabet and a digit', 'abcdefghijk1'],
  ['a row of the keyboard', 'asdfghjklz'],
  ['the user’s name with a number', 'mariacruz1990'],
  ['the user’s name, with accents and spaces', 'María Isabel 7!'],
  ['the user’s email', 'isabel.c@example.ph'],
  ['the first part of the user’s email', 'Isabel_2026_'],
  ['the clinic’s name', 'MutyaSkin2026'],
  ['the names of user and clinic', 'cruz.mutya.99'],
])('a password that is %s is rejected: %s', async (_, password) => {
  expect(await problem(password)).toBe(passwordMessages.easy)
})

test.each([
  'pearl of the orient',
  'correct horse battery',
  'tricycle-mango-92',
  'isabel likes green mango',
  '8Kd03nf!xPq',
  'ang pusa ko ay tamad',
  'пароль из слов',
])('a password that is not easily guessed is accepted: %s', async (password) => {
  expect(await problem(password)).toBeNull()
})

test('a good password is accepted for a user without an email and a clinic without a name', async () => {
  expect(await passwordError('tricycle-mango-92', { name: 'Jo', email: null, clinicName: '' })).toBeNull()
})
