import { searchable } from '#shared/lib/names.ts'
import { addDays, dayNumber, isCivilDate, type CivilDate } from '#shared/lib/manila-time.ts'
import { searchMessages as s } from './messages.ts'

type DaySearch = {
  /** The date that the search text contains; null if it contains none. */
  day: CivilDate | null
  /** The words of the search text that are not part of the date. */
  words: string
}

/** The number of a month from its name or beginning (`nov`, `sept`); 0 for others such as the name `maria`. */
const monthOf = (word: string): number =>
  /^\p{L}{3,}$/u.test(word) ? s.months.findIndex((name) => name.startsWith(word)) + 1 : 0

const twoDigits = (n: number) => String(n).padStart(2, '0')

/** A date from month and day; without a year the one nearest to today. Null if it does not exist. */
function dateOf(today: CivilDate, month: number, day: number, year?: number): CivilDate | null {
  const present = Number(today.slice(0, 4))
  const years = year === undefined ? [present - 1, present, present + 1] : [year]
  const [nearest] = years
    .map((y) => `${y}-${twoDigits(month)}-${twoDigits(day)}`)
    .filter(isCivilDate)
    .toSorted((a, b) => Math.abs(dayNumber(a) - dayNumber(today)) - Math.abs(dayNumber(b) - dayNumber(today)))
  return nearest ?? null
}

const wordDays = (today: CivilDate): ReadonlyMap<string, CivilDate> =>
  new Map([
    [s.dayWords.today, today],
    [s.dayWords.tomorrow, addDays(today, 1)],
    [s.dayWords.yesterday, addDays(today, -1)],
  ])

type Found = { day: CivilDate; length: number }

const isDay = (word: string | undefined) => word !== undefined && /^\d{1,2}$/.test(word)
const yearIn = (word: string | undefined) => (word !== undefined && /^20\d\d$/.test(word) ? Number(word) : undefined)

/**
 * True for searches such as `april 21 nov`: there the first month is the name of a person, because a month also follows
 * the day.
 */
const isName = (first: string, third = '') => s.monthsThatAreNames.includes(first) && monthOf(third) > 0

/** Parses `nov 21` or `21 november 2026`: month and day with an optional year. */
function monthAndDay(today: CivilDate, [first = '', second = '', third]: readonly string[]): Found | null {
  if (isName(first, third)) return null
  const month = monthOf(first) || monthOf(second)
  const day = monthOf(first) ? second : first
  if (month === 0 || !isDay(day)) return null
  const year = yearIn(third)
  const date = dateOf(today, month, Number(day), year)
  return date === null ? null : { day: date, length: year === undefined ? 2 : 3 }
}

/** Parses a date that begins at the first word. Also returns how many words the date has. */
function dayAt(today: CivilDate, words: readonly string[]): Found | null {
  const word = words[0]!
  if (isCivilDate(word)) return { day: word, length: 1 }
  const named = wordDays(today).get(word)
  if (named) return { day: named, length: 1 }
  const numbers = /^(\d{1,2})\/(\d{1,2})(?:\/(20\d\d))?$/.exec(word)
  if (numbers) {
    const [, month, day, year] = numbers
    const date = dateOf(today, Number(month), Number(day), year === undefined ? undefined : Number(year))
    return date === null ? null : { day: date, length: 1 }
  }
  return monthAndDay(today, words)
}

/**
 * Splits a search into a date and other words: `maria nov 21`. Accepts `2026-11-21`, `11/21`, `nov 21`, `21 November
 * 2026`, and the words for today, tomorrow and yesterday.
 */
export function dayInSearch(search: string, today: CivilDate): DaySearch {
  const words = searchable(search.replace(/(\p{L}|\d),/gu, '$1 ')).split(' ')
  for (let at = 0; at < words.length; at++) {
    const found = dayAt(today, words.slice(at))
    if (found) return { day: found.day, words: words.toSpliced(at, found.length).join(' ') }
  }
  return { day: null, words: search }
}
