import { expect, test } from 'vitest'
import { defaultPasswordFor, fullName, initialsOf, isNamed, searchable } from './names.ts'

test('names are searched regardless of accents, case and double spaces', () => {
  expect(searchable('  José  PEÑA', null, 'Niño')).toBe('jose pena nino')
})

test('a search finds a name if each typed word occurs in one of the words of the name, in any order', () => {
  expect(isNamed('pen jos', 'José', 'Peña')).toBe(true)
  expect(isNamed('', 'José')).toBe(true)
  expect(isNamed('jose cruz', 'José', 'Peña')).toBe(false)
  expect(isNamed('ojse', 'José')).toBe(false)
})

test.each([
  ['Bianca Garcia', 'BG'],
  ['  maria  clara de la cruz ', 'MC'],
  ['Ñina', 'Ñ'],
  ['Rosa "Bing" Cruz', 'RB'],
  ['"Rosa" Cruz', 'RC'],
  ['Dr. Isabel Reyes', 'IR'],
  ['DRA. Luz dela Cruz', 'LD'],
  ['Mrs. (Ana) Tan', 'AT'],
  ['Dr.', 'D'],
  ['Mr. Jose Lim', 'JL'],
  ['Ms. Ana Tan', 'AT'],
  ['Engr. Luis Uy', 'LU'],
  ['Atty. Rosa Go', 'RG'],
  ['Prof. Ben Sy', 'BS'],
  ['Jean-Luc - Picard', 'JP'],
  ['李 Santos', '李S'],
  ['"…"', ''],
  ['', ''],
])('the initials of %j are %j', (name, initials) => {
  expect(initialsOf(name)).toBe(initials)
})

test.each([
  ['Bianca Garcia', 'bianca123'],
  ['Ma. Clara Reyes', 'ma123'],
  ['Niño Peña', 'nino123'],
  ['李 Santos', 'client123'],
])('the default password of %j is %j', (name, password) => {
  expect(defaultPasswordFor(name)).toBe(password)
})

test('a full name omits the parts of the name that are missing', () => {
  expect(fullName({ first_name: 'Ana', middle_name: null, last_name: 'Cruz', suffix: 'Jr.' })).toBe('Ana Cruz Jr.')
})
