import { expect, test } from 'vitest'
import { calendarFile, type CalendarEntry } from './calendar-file.ts'

const visit: CalendarEntry = {
  uid: '01900000-0000-7000-8000-000000000001@mutya',
  start: new Date('2026-11-22T00:00:00+08:00'),
  end: new Date('2026-11-22T01:30:00+08:00'),
  stamp: new Date('2026-11-20T09:15:30.123+08:00'),
  summary: 'Diamond Peel; Facial, Mutya',
  location: '128 Tomas Morato Avenue, Quezon City',
  description: 'Signature Facials\nPhone: +63 2 8555 0128\\',
}

/** A reader of its own, after RFC 5545: unfolds, splits at the first colon, takes escapes back. */
function read(file: string): Map<string, string> {
  expect(file.endsWith('\r\n')).toBe(true)
  expect(file.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
  const lines = file.replaceAll('\r\n ', '').trimEnd().split('\r\n')
  return new Map(
    lines.map((line) => {
      const colon = line.indexOf(':')
      const value = line.slice(colon + 1).replace(/\\(.)/g, (_, escaped: string) => (escaped === 'n' ? '\n' : escaped))
      return [line.slice(0, colon), value]
    }),
  )
}
const instant = (stamp: string) =>
  new Date(stamp.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z')).getTime()

test('a visit at midnight is read back with its instants and words', () => {
  const parts = read(calendarFile(visit))
  expect(instant(parts.get('DTSTART')!)).toBe(visit.start.getTime())
  expect(instant(parts.get('DTEND')!)).toBe(visit.end.getTime())
  expect(parts.get('DTSTAMP')).toBe('20261120T011530Z')
  expect(parts.get('SUMMARY')).toBe(visit.summary)
  expect(parts.get('LOCATION')).toBe(visit.location)
  expect(parts.get('DESCRIPTION')).toBe(visit.description)
  expect(parts.get('UID')).toBe(visit.uid)
})

test('the file begins and ends as a calendar with one event', () => {
  const lines = calendarFile(visit).trimEnd().split('\r\n')
  expect(lines.slice(0, 2)).toEqual(['BEGIN:VCALENDAR', 'VERSION:2.0'])
  expect(lines.slice(-2)).toEqual(['END:VEVENT', 'END:VCALENDAR'])
  expect(lines.filter((line) => line === 'BEGIN:VEVENT')).toHaveLength(1)
})

test('no line is longer than 75 octets, and no character is torn apart', () => {
  const location = 'Ñ🌸'.repeat(60)
  const file = calendarFile({ ...visit, location })
  for (const line of file.split('\r\n')) expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75)
  expect(read(file).get('LOCATION')).toBe(location)
})

test('a name cannot put lines of its own into the file', () => {
  const file = calendarFile({ ...visit, summary: 'Peel\r\nATTENDEE:mailto:somebody@example.ph' })
  expect(file.split('\r\n').filter((line) => line.startsWith('ATTENDEE'))).toEqual([])
})
