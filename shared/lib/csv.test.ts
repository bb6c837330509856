import fc from 'fast-check'
import { expect, test } from 'vitest'
import { csvReader, fromCsvText, toCsvText } from './csv.ts'

test.each([
  '=HYPERLINK("http://x","y")',
  '+1',
  '-1',
  '@SUM(A1)',
  '\tx',
  '\rx',
  '  =1+1',
  '\u00a0=1',
  '\n=1',
  '＝1+1',
  "'=1",
])('the text %j would run as a formula in a spreadsheet and gets an apostrophe in CSV', (text) => {
  expect(toCsvText(text)).toBe(`'${text}`)
})

test.each([
  '0012345',
  '12345678901234567',
  '3-12',
  '3/12/2026',
  '1-2',
  ' 7',
  '12.50',
  '1,500',
  '(500)',
  '₱1',
  '5e3',
  '50%',
  '9:30 PM',
  '9 a',
  '12-Mar',
  '12 March 2026',
  'Mar 5',
  'May-2026',
  '0917 222 7788',
  'TRUE',
  '١٢٣',
  "'0012",
])('the text %j would become a number, a date or a time in a spreadsheet and gets an apostrophe in CSV', (text) => {
  expect(toCsvText(text)).toBe(`'${text}`)
})

test.each([
  '',
  'Bianca Peña',
  "D'Angelo",
  "'quoted'",
  'a=b',
  '#REF',
  'x\ty',
  '12 Scout Street',
  'SC-0012',
  'May',
  'Marco 5 peels',
  '2 Facials',
])('the text %j is written to CSV unchanged', (text) => expect(toCsvText(text)).toBe(text))

const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.stringMatching(/^[' \t\r=+@"-]{0,6}x?$/),
  fc.stringMatching(/^'{0,2}[0-9 .,:/%-]{0,8}$/),
)

test('any text written to CSV is read back unchanged', () => {
  fc.assert(fc.property(text, (written) => fromCsvText(toCsvText(written)) === written))
})

const written = (rows: string[][]) =>
  rows.map((row) => row.map((cell) => `"${toCsvText(cell).replaceAll('"', '""')}"`).join(',') + '\r\n').join('')

test('CSV rows are read back unchanged, however the text is split into chunks', () => {
  const rows = fc.array(fc.array(text, { minLength: 1, maxLength: 4 }), { maxLength: 6 })
  fc.assert(
    fc.property(rows, fc.array(fc.nat(200), { maxLength: 5 }), (original, cuts) => {
      const all = `\ufeff${written(original)}`
      const reader = csvReader()
      const places = [0, ...cuts.map((cut) => Math.min(cut, all.length)).toSorted((a, b) => a - b), all.length]
      const read = places.slice(1).flatMap((place, i) => reader.push(all.slice(places[i], place)))
      reader.end()
      expect(read).toEqual(original)
    }),
  )
})

test('a CSV text that ends in the middle of a row is invalid', () => {
  const reader = csvReader()
  expect(reader.push('"a","b"\r\n"c"')).toEqual([['a', 'b']])
  expect(() => reader.end()).toThrow('middle of a row')
})
