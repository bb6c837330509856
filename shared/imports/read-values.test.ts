import { expect, test } from 'vitest'
import {
  dateOrderFinder,
  inNameCase,
  partsOfName,
  readCount,
  readComingDate,
  readDate,
  readMinutes,
  readPhone,
  readPrice,
  readTime,
  wholeName,
} from './read-values.ts'

const TODAY = '2026-11-21'

test.each([
  ['0917 123 4567', '0917 123 4567'],
  ['+63 917-123-4567', '+63 917-123-4567'],
  ['639171234567', '639171234567'],
  ['9171234567', '9171234567'],
  ['9171234567.0', '9171234567'],
  ['9.171234567E9', '9171234567'],
  ["'09171234567", '09171234567'],
  ['Mobile: 0917 123 4567', '0917 123 4567'],
  ['0917 123 4567 / 0918 222 3333', '0917 123 4567'],
  ['9.17E+09', null],
  ['12345', null],
  ['ask her sister', null],
])('an import reads the phone number %j as %j', (text, number) => {
  expect(readPhone(text)).toBe(number)
})

test.each([
  ['1990-05-04', 'dmy', '1990-05-04'],
  ['04/05/1990', 'dmy', '1990-05-04'],
  ['04/05/1990', 'mdy', '1990-04-05'],
  ['4.5.90', 'dmy', '1990-05-04'],
  ['4/5/12', 'dmy', '2012-05-04'],
  ['32997', 'dmy', '1990-05-04'],
  ['12/01/2026, 9:30 AM', 'mdy', '2026-12-01'],
  ['2026-12-01T09:30:00', 'dmy', '2026-12-01'],
  ['May 4, 1990', 'dmy', '1990-05-04'],
  ['4-May-90', 'mdy', '1990-05-04'],
  ['Ika-4 ng Mayo 1990', 'mdy', '1990-05-04'],
  ['31/02/1990', 'dmy', null],
  ['13/13/1990', 'mdy', null],
  ['1990', 'dmy', null],
  ['soon', 'dmy', null],
] as const)('an import reads the date %j in the order %s', (text, order, date) => {
  expect(readDate(text, order, TODAY)).toBe(date)
})

test('in dates that are usually in the future, such as those of visits, an import reads a year of two digits as the latest possible year within the next 50 years', () => {
  expect(readDate('12/01/27', 'mdy', TODAY)).toBe('1927-12-01')
  expect(readComingDate('12/01/27', 'mdy', TODAY)).toBe('2027-12-01')
  expect(readComingDate('5 Jan 75', 'dmy', TODAY)).toBe('2075-01-05')
  expect(readComingDate('12/01/99', 'mdy', TODAY)).toBe('1999-12-01')
})

test.each([
  [['25/12/1990', '01/02/1991'], 'dmy'],
  [['12/25/1990', '01/02/1991'], 'mdy'],
  [['01/02/1991', '03/04/1992'], 'both'],
  [['25/12/1990', '12/25/1991'], 'both'],
  [['1990-12-25', '05/05/1990', '32997', ''], null],
])('an import recognizes the order of day and month in the dates %j as %j', (dates, order) => {
  const finder = dateOrderFinder()
  for (const date of dates) finder.add(date)
  expect(finder.orders()).toBe(order)
})

test.each([
  ['9:30 AM', '09:30:00'],
  ['12:15 am', '00:15:00'],
  ['2pm', '14:00:00'],
  ['14:00', '14:00:00'],
  ['2026-12-01 14:00:00', '14:00:00'],
  ['46357.604166667', '14:30:00'],
  ['46357', null],
  ['noon', null],
])('an import reads the time of day %j as %j', (text, time) => {
  expect(readTime(text)).toBe(time)
})

test.each([
  ['₱1,250.50', 125_050],
  ['PHP 500', 50_000],
  ['P500', 50_000],
  ['1250', 125_000],
  ['500 pesos', 50_000],
  ['-5', null],
  ['ask', null],
])('an import reads the price %j as %j centavos', (text, centavos) => {
  expect(readPrice(text)).toBe(centavos)
})

test.each([
  ['12', 12],
  ['1,200', 1_200],
  ['12.0', 12],
  ['12 pcs', 12],
  ['12.5', null],
  ['-1', null],
])('an import reads the number of pieces or sessions %j as %j', (text, count) => {
  expect(readCount(text)).toBe(count)
})

test.each([
  ['60', 60],
  ['1h 30min', 90],
  ['1:30', 90],
  ['90 mins', 90],
  ['1.5 hours', 90],
  ['long', null],
])('an import reads the duration %j as %j minutes', (text, minutes) => {
  expect(readMinutes(text)).toBe(minutes)
})

test('an import splits a name with the family name first into its parts, and keeps other names whole', () => {
  expect(partsOfName('DELA CRUZ, MARIA S.')).toEqual({
    first_name: 'Maria',
    middle_name: 'S.',
    last_name: 'Dela Cruz',
  })
  expect(partsOfName('Santos, Juan Carlo Jr.')).toEqual({
    first_name: 'Juan Carlo',
    last_name: 'Santos',
    suffix: 'Jr.',
  })
  expect(partsOfName('Juan Cruz, Jr.')).toBeNull()
  expect(partsOfName('Maria Clara de los Santos')).toBeNull()
})

test('an import converts names in capitals to name case, and removes titles', () => {
  expect(inNameCase("JUAN O'NEIL-REYES III")).toBe("Juan O'Neil-Reyes III")
  expect(inNameCase('Maria McDonald')).toBe('Maria McDonald')
  expect(wholeName('MS. MARIA  CLARA PEÑA')).toBe('Maria Clara Peña')
})
