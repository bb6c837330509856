import fc from 'fast-check'
import { jsPDF } from 'jspdf'
import { describe, expect, test } from 'vitest'
import { addPdfFonts, breakEvenly, breakLines, printableIn } from '#shared/lib/pdf-text.ts'
import { fontsFromDisk } from './report/report-fixture.ts'

const doc = new jsPDF()
addPdfFonts(doc, fontsFromDisk())
const printable = printableIn(doc)

test.each([
  ['Ñina Peña, ₱1,200', 'Ñina Peña, ₱1,200'],
  ['Mei 王小美', 'Mei ???'],
  ['Ana 🌸', 'Ana ?'],
  // An emoji of several code points counts as one character.
  ['Dr. 👩‍⚕️ and 🇵🇭', 'Dr. ? and ?'],
  ['Noor \u202eraneR', 'Noor raneR'],
  ['Two\r\nlines', 'Two lines'],
])('the text %j is printed in a PDF as %j', (text, shown) => expect(printable(text)).toBe(shown))

describe('a text broken into lines of a PDF', () => {
  const lines = (text: string, room: number) => breakLines(text, room, (line) => line.length)

  test.each([
    ['Maria de los Reyes', 10, ['Maria de', 'los Reyes']],
    // A line breaks after a hyphen only between letters.
    ['Villanueva-Macapagal Bagumbayan', 12, ['Villanueva-', 'Macapagal', 'Bagumbayan']],
    ['issued 2026-01-15 A-0007', 14, ['issued', '2026-01-15', 'A-0007']],
    // A word that is wider than a line starts on its own line, and is broken so that its last part has more than one
    // letter.
    ['No. ABCDEFGHIJK', 10, ['No.', 'ABCDEF', 'GHIJK']],
    ['', 10, ['']],
  ])('has the expected lines for %j in %i columns', (text, room, expected) =>
    expect(lines(text, room)).toEqual(expected),
  )

  test.each([
    ['Permit PTU-2026-0001, issued Jan 15, 2026', 38, ['Permit PTU-2026-0001,', 'issued Jan 15, 2026']],
    ['One line', 10, ['One line']],
    ['No. ABCDEFGHIJK', 10, ['No.', 'ABCDEF', 'GHIJK']],
    ['', 10, ['']],
  ])('has lines of about equal width for the centred text %j in %i columns', (text, room, expected) =>
    expect(breakEvenly(text, room, (line) => line.length)).toEqual(expected),
  )

  test('never has a line wider than the given width, and keeps every letter in order', () => {
    const word = fc.stringMatching(/^[A-Za-z0-9-]{1,30}$/)
    fc.assert(
      fc.property(fc.array(word, { maxLength: 8 }), fc.integer({ min: 1, max: 20 }), (words, room) => {
        const broken = lines(words.join(' '), room)
        for (const line of broken) expect(line.length).toBeLessThanOrEqual(room)
        expect(broken.join('').replaceAll(' ', '')).toBe(words.join(''))
        const even = breakEvenly(words.join(' '), room, (line) => line.length)
        expect(even).toHaveLength(broken.length)
        for (const line of even) expect(line.length).toBeLessThanOrEqual(room)
        expect(even.join('').replaceAll(' ', '')).toBe(words.join(''))
      }),
    )
  })
})
