import {
  addMonths,
  dateOfDay,
  dayNumber,
  isCivilDate,
  type CivilDate,
  type CivilTime,
} from '#shared/lib/manila-time.ts'
import { parsePesos, type Centavos } from '#shared/lib/money.ts'
import { isPhone } from '#shared/lib/phone.ts'
import type { DateOrder } from './kinds.ts'

/** True for text that looks like an e-mail address. The API's contract decides later whether the address is valid. */
export const looksLikeEmail = (text: string): boolean => /^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/.test(text.trim())

/** True for a mobile number with all its digits; a number with fewer digits could also be a count. */
export const looksLikePhone = (text: string): boolean => /^\D*(?:63|0)?9\d{9}$/.test(text.replace(/[\s()+./-]/g, ''))

/**
 * Reads a phone number as people type it or as programs store it: Excel drops the first 0 (`9171234567`), others write
 * `9171234567.0` or `9.171234567E9`. Of two numbers in one cell (`0917… / 0918…`) the first counts. Null for text that
 * is no phone number.
 */
export function readPhone(text: string): string | null {
  const [first = ''] = text.split(/[/,;\n]|\bor\b/i)
  const plain = first
    .trim()
    .replace(/^'/, '')
    .replace(/\.0+$/, '')
    .replace(/^(?:mobile|cell|cp|tel|phone)?\s*(?:no\.?|#)?\s*:?\s*(?=[+\d(])/i, '')
  const exponent = /^(\d(?:\.\d+)?)e\+?(\d{1,2})$/i.exec(plain)
  // A phone number that Excel has shortened to `9.17E+09` is refused, because its last digits are lost.
  const digits = exponent && exponent[1]!.length > Number(exponent[2]) ? String(Number(plain)) : plain
  return isPhone(digits) ? digits : null
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const FILIPINO_MONTHS = ['ene', 'peb', 'mar', 'abr', 'may', 'hun', 'hul', 'ago', 'set', 'okt', 'nob', 'dis']

const pad = (n: number, width = 2) => String(n).padStart(width, '0')

function civil(year: number, month: number, day: number): CivilDate | null {
  const text = `${pad(year, 4)}-${pad(month)}-${pad(day)}`
  return isCivilDate(text) ? text : null
}

function monthOf(word: string): number | null {
  const start = word.toLowerCase().slice(0, 3)
  const at = Math.max(MONTHS.indexOf(start), FILIPINO_MONTHS.indexOf(start))
  return at < 0 ? null : at + 1
}

/** A year of two digits is the latest one that is not in the future: `90` is 1990 and `12` is 2012. */
const yearOf = (text: string, thisYear: number): number =>
  text.length === 2 ? Number(text) + (Number(text) + 2000 > thisYear ? 1900 : 2000) : Number(text)

/** Day 0 of Excel's dates. It is a day too early, because Excel counts a February 29, 1900, which did not exist. */
const EXCEL_EPOCH = dayNumber('1899-12-30')
/**
 * True for a number that can be a date of Excel (days since 1900) between 1910 and 2100. A smaller number is a year or
 * a count.
 */
const isSerial = (number: number) => number >= 3_654 && number <= 73_050

const numeric = /^(\d{1,2})[/.\-\s](\d{1,2})[/.\-\s](\d{4}|\d{2})$/

/** The date without a time of day after it: `2026-12-01 09:30:00` and `12/01/2026, 9:30 AM` have both. */
const withoutTime = (text: string) => text.trim().replace(/[T,\s]+\d{1,2}:\d{2}.*$/, '')

/**
 * Reads a date in one of four forms: ISO, Excel's serial number of a day, numbers of day and month in the given order,
 * or with the month as a word. Returns null if the text is no date. If the year has two digits, the century depends on
 * `now`.
 */
export function readDate(text: string, order: DateOrder, now: CivilDate): CivilDate | null {
  const plain = withoutTime(text)
  const thisYear = Number(now.slice(0, 4))
  const iso = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/.exec(plain)
  if (iso) return civil(Number(iso[1]), Number(iso[2]), Number(iso[3]))
  if (/^\d{4,5}(?:\.\d+)?$/.test(plain))
    return isSerial(Number(plain)) ? dateOfDay(EXCEL_EPOCH + Math.floor(Number(plain))) : null
  const parts = numeric.exec(plain)
  if (parts) {
    const [first, second, year] = [Number(parts[1]), Number(parts[2]), yearOf(parts[3]!, thisYear)]
    return order === 'dmy' ? civil(year, second, first) : civil(year, first, second)
  }
  return readDateInWords(plain, thisYear)
}

/**
 * Reads a date that is usually still to come, such as the day of a visit: `12/01/27` is in 2027 even if this year is
 * 2026. A year of two digits is the latest one within the next 50 years.
 */
export const readComingDate = (text: string, order: DateOrder, today: CivilDate): CivilDate | null =>
  readDate(text, order, addMonths(today, 50 * 12))

/** Reads a date with the month as a word: `5 May 1990`, `May 5, 1990`, `05-May-90`, `Ika-5 ng Mayo 1990`. */
function readDateInWords(text: string, thisYear: number): CivilDate | null {
  const dayFirst = /^(?:ika-?)?(\d{1,2})(?:st|nd|rd|th)?(?:\s+ng)?[\s.-]+(\p{L}{3,})[\s.,-]+(\d{4}|\d{2})$/iu.exec(text)
  const monthFirst = /^(\p{L}{3,})[\s.-]+(\d{1,2})(?:st|nd|rd|th)?[\s.,-]+(\d{4}|\d{2})$/iu.exec(text)
  const [word, day, year] = dayFirst
    ? [dayFirst[2]!, dayFirst[1]!, dayFirst[3]!]
    : monthFirst
      ? [monthFirst[1]!, monthFirst[2]!, monthFirst[3]!]
      : ['', '', '']
  const month = word === '' ? null : monthOf(word)
  return month === null ? null : civil(yearOf(year, thisYear), month, Number(day))
}

/**
 * Finds the order of day and month in the dates of a column: call `add` with each value, then `orders`. Dates that read
 * the same in both orders, such as ISO dates and 05/05/1990, do not decide it.
 */
export function dateOrderFinder(): { add: (text: string) => void; orders: () => 'dmy' | 'mdy' | 'both' | null } {
  let [asDmy, asMdy, isAmbiguous] = [0, 0, false]
  const add = (text: string) => {
    const parts = numeric.exec(withoutTime(text))
    if (!parts || parts[1] === parts[2]) return
    const [first, second] = [Number(parts[1]), Number(parts[2])]
    if (first > 12 && second <= 12) asDmy++
    else if (second > 12 && first <= 12) asMdy++
    else isAmbiguous = true
  }
  const orders = () => {
    if (asDmy > 0 && asMdy > 0) return 'both' as const
    if (asDmy > 0) return 'dmy' as const
    if (asMdy > 0) return 'mdy' as const
    return isAmbiguous ? ('both' as const) : null
  }
  return { add, orders }
}

/** Reads a sex: `F`, `Female`, `Babae`, `Woman`. Null for other words. */
export function readSex(text: string): 'female' | 'male' | null {
  const word = text.trim().toLowerCase().replace(/\.$/, '')
  if (/^(?:f|female|woman|babae)$/.test(word)) return 'female'
  return /^(?:m|male|man|lalaki)$/.test(word) ? 'male' : null
}

/** Reads a list of tags: `VIP; Regular`, `#vip #regular`. */
export const readTags = (text: string): string[] =>
  text
    .split(/[,;|\n]|(?:^|\s)#/)
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '')

/** Reads a time of day: `9:30 AM`, `14:00`, `2026-12-01 14:00`, `9am`, or a part of a day as Excel stores it. */
export function readTime(text: string): CivilTime | null {
  const clock = /(?:^|[T,\s])(\d{1,2})(?::(\d{2}))?(?::\d{2})?\s*([ap])?\.?m?\.?(?:[+Z].*)?$/i.exec(text.trim())
  const [, hours = '', minutes, half] = clock ?? []
  if (clock && (minutes !== undefined || half !== undefined)) {
    const hour = half === undefined ? Number(hours) : (Number(hours) % 12) + (/p/i.test(half) ? 12 : 0)
    return hour < 24 && Number(minutes ?? 0) < 60 ? `${pad(hour)}:${minutes ?? '00'}:00` : null
  }
  const part = /^\d*\.\d+$/.test(text.trim()) ? Number(text) % 1 : null
  if (part === null) return null
  const all = Math.round(part * 1440)
  return all >= 1440 ? null : `${pad(Math.floor(all / 60))}:${pad(all % 60)}:00`
}

/** Reads a price: `₱1,250.50`, `PHP 500`, `P500`, `1250`. Null for text that is no price. */
export const readPrice = (text: string): Centavos | null =>
  parsePesos(
    text
      .trim()
      .replace(/^(?:php|phps?|p|₱)\.?\s*/i, '')
      .replace(/\s*(?:php|pesos?|\/-)$/i, ''),
  )

/** Reads a count: `12`, `1,200`, `12.0`, `12 pcs`. Null for text that is none. */
export function readCount(text: string): number | null {
  const match = /^(\d{1,3}(?:,\d{3})+|\d+)(?:\.0+)?(?:\s*\p{L}+\.?)?$/u.exec(text.trim())
  return match ? Number(match[1]!.replaceAll(',', '')) : null
}

/** Reads a duration in minutes: `60`, `1h 30min`, `1:30`, `90 mins`, `1.5 hours`. */
export function readMinutes(text: string): number | null {
  const plain = text.trim().toLowerCase()
  const clock = /^(\d{1,2}):(\d{2})(?::00)?$/.exec(plain)
  if (clock) return Number(clock[1]) * 60 + Number(clock[2])
  const words = /^(?:(\d+(?:\.\d+)?)\s*h(?:ou)?r?s?)?\s*(?:(\d+)\s*m(?:in(?:ute)?s?)?)?$/.exec(plain)
  if (words && (words[1] ?? words[2]) !== undefined)
    return Math.round(Number(words[1] ?? 0) * 60 + Number(words[2] ?? 0))
  return readCount(plain)
}

type NameInParts = { first_name: string; middle_name?: string; last_name?: string; suffix?: string }

const suffixWord = /^(?:jr|sr|ii|iii|iv|v)\.?$/i
const titleWord = /^(?:mr|mrs|ms|miss|dr|dra|engr|atty|prof)\.?$/i

/** `DELA CRUZ` becomes `Dela Cruz`; a name with small letters stays as it was typed. */
export function inNameCase(name: string): string {
  if (name !== name.toLocaleUpperCase() && name !== name.toLocaleLowerCase()) return name
  return name
    .toLocaleLowerCase()
    .replace(/(?<![\p{L}\p{M}'’])\p{L}|(?<=\b(?:o|d)['’])\p{L}/gu, (letter) => letter.toLocaleUpperCase())
    .replace(/\b(?:ii|iii|iv)\b/gi, (suffix) => suffix.toLocaleUpperCase())
}

/**
 * Divides a name with the family name first, `DELA CRUZ, MARIA S.`, into its parts. Null for a name without a comma,
 * whose parts nobody can tell apart: `Maria Clara de los Santos`.
 */
export function partsOfName(name: string): NameInParts | null {
  const [family = '', given = '', ...more] = name.split(',').map((part) => part.trim())
  if (family === '' || given === '') return null
  // `Juan Cruz, Jr.` is a whole name with its suffix after the comma.
  if (suffixWord.test(given)) return null
  const words = given.split(/\s+/).filter((word) => !titleWord.test(word))
  const suffixes = [...words.filter((word) => suffixWord.test(word)), ...more.filter((word) => suffixWord.test(word))]
  const others = words.filter((word) => !suffixWord.test(word))
  const initial = others.length > 1 && /^\p{L}\.?$/u.test(others.at(-1)!) ? others.pop() : undefined
  if (others.length === 0) return null
  return {
    first_name: inNameCase(others.join(' ')),
    ...(initial !== undefined && { middle_name: inNameCase(initial.toUpperCase()) }),
    last_name: inNameCase(family),
    ...(suffixes.length > 0 && { suffix: inNameCase(suffixes[0]!) }),
  }
}

/** A whole name as it is stored: without titles and in name case. */
export const wholeName = (name: string): string =>
  inNameCase(
    name
      .trim()
      .split(/\s+/)
      .filter((word, at) => at > 0 || !titleWord.test(word))
      .join(' '),
  )
