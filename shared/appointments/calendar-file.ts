/** What a calendar is told of a visit. */
export type CalendarEntry = {
  /** The same for every file of one visit, so that a calendar keeps one entry of it. */
  uid: string
  start: Date
  end: Date
  /** When the file is made. */
  stamp: Date
  summary: string
  location: string
  description: string
}

const pad = (part: number) => String(part).padStart(2, '0')

/** `20261121T023000Z`: an instant in UTC, which every calendar shows in its own zone. */
const utc = (at: Date) =>
  `${at.getUTCFullYear()}${pad(at.getUTCMonth() + 1)}${pad(at.getUTCDate())}T${pad(at.getUTCHours())}${pad(at.getUTCMinutes())}${pad(at.getUTCSeconds())}Z`

/** Text as RFC 5545 (3.3.11) wants it: what separates values is escaped, and a line break is `\\n`. */
const text = (value: string) => value.replace(/[\\;,]/g, '\\$&').replace(/\r?\n/g, '\\n')

const encoder = new TextEncoder()
/** Octets of a line without its break. */
const MOST = 75

/** A long line goes on in the next one behind a space (3.1); no character is cut in two. */
function folded(line: string): string {
  const lines: string[] = []
  let rest = ''
  for (const character of line) {
    const isFull = encoder.encode(rest + character).length > MOST
    if (isFull) lines.push(rest)
    rest = isFull ? ` ${character}` : rest + character
  }
  return [...lines, rest].join('\r\n')
}

/** The visit as an iCalendar file (RFC 5545). */
export function calendarFile({ uid, start, end, stamp, ...words }: CalendarEntry): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Mutya//Booking//EN',
    'METHOD:PUBLISH',
    'BEGIN:VEVENT',
    `UID:${uid}`,
    `DTSTAMP:${utc(stamp)}`,
    `DTSTART:${utc(start)}`,
    `DTEND:${utc(end)}`,
    `SUMMARY:${text(words.summary)}`,
    `LOCATION:${text(words.location)}`,
    `DESCRIPTION:${text(words.description)}`,
    'END:VEVENT',
    'END:VCALENDAR',
  ]
  return lines.map((line) => `${folded(line)}\r\n`).join('')
}
