import { expect, test } from 'vitest'
import { dayInSearch } from './day-in-search.ts'

const today = '2026-11-21'

test.each([
  ['2026-12-24', '2026-12-24', ''],
  ['today', '2026-11-21', ''],
  ['Tomorrow maria', '2026-11-22', 'maria'],
  ['maria santos yesterday', '2026-11-20', 'maria santos'],
  ['Maria Nov 23', '2026-11-23', 'maria'],
  ['23 november maria', '2026-11-23', 'maria'],
  ['November 23, 2026 maria', '2026-11-23', 'maria'],
  ['maria 11/23', '2026-11-23', 'maria'],
  ['11/23/2027', '2027-11-23', ''],
  ['jan 5', '2027-01-05', ''],
  ['sept 30', '2026-09-30', ''],
  ['maria 21 nov', '2026-11-21', 'maria'],
  ['janet 5 december', '2026-12-05', 'janet'],
  ['april 23 nov', '2026-11-23', 'april'],
  ['june 5 dec santos', '2026-12-05', 'june santos'],
  ['nov 23 may', '2026-11-23', 'may'],
  ['april 23', '2027-04-23', ''],
])('the search «%s» names a day', (search, day, words) => {
  expect(dayInSearch(search, today)).toEqual({ day, words })
})

test.each([
  'maria',
  'maria 12',
  'mayumi 3',
  'janet 5',
  'may santos',
  'feb 30',
  'nov',
  '2080',
  '0917 123 4567',
  '13/40',
  'june',
  'to',
  'constructor',
])('the search «%s» names no day, and all its words are searched as text', (search) => {
  expect(dayInSearch(search, today)).toEqual({ day: null, words: search })
})

test('if a date in a search has no year, the nearest date with this day and month is searched for', () => {
  expect(dayInSearch('dec 30', '2027-01-02').day).toBe('2026-12-30')
})
