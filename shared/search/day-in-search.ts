import { searchable } from '#shared/lib/names.ts'
import { addDays, dayNumber, isCivilDate, type CivilDate } from '#shared/lib/manila-time.ts'
import { searchMessages as s } from './messages.ts'

type DaySearch = {
  /** The day that was named; null when none was. */
  day: CivilDate | null
  /** The other words. */
  words: string
}

/** The number of a month by its name or how that begins: `nov`, `sept`; 0 for others. `maria` is a person. */
const monthOf = (word: string): number =>
  /^\p{L}{3,}$/u.test(word) ? s.months.findIndex((name) => name.startsWith(word)) + 1 : 0

const twoDigits = (n: number) => String(n).padStart(2, '0')

/** The date of a month and day; without a year the one that is nearest to today. Null for one that does not exist. */
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

/** `april 21 nov`: the first month is the name of a person, for the day has a month behind it. */
const isName = (first: string, third = '') => s.monthsThatAreNames.includes(first) && monthOf(third) > 0

/** `nov 21`, `21 november 2026`: month and day side by side, with a year behind them or without. */
function monthAndDay(today: CivilDate, [first = '', second = '', third]: readonly string[]): Found | null {
  if (isName(first, third)) return null
  const month = monthOf(first) || monthOf(second)
  const day = monthOf(first) ? second : first
  if (month === 0 || !isDay(day)) return null
  const year = yearIn(third)
  const date = dateOf(today, month, Number(day), year)
  return date === null ? null : { day: date, length: year === undefined ? 2 : 3 }
}

/** What the words from a place on name: a day, and with how many words. */
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
 * Takes the day out of a search: `maria nov 21` is a day and `maria`. A day is `2026-11-21`, `11/21`, `nov 21`, `21
 * November 2026`, or one of the words for today, tomorrow and yesterday.
 */
export function dayInSearch(search: string, today: CivilDate): DaySearch {
  const words = searchable(search.replace(/(\p{L}|\d),/gu, '$1 ')).split(' ')
  for (let at = 0; at < words.length; at++) {
    const found = dayAt(today, words.slice(at))
    if (found) return { day: found.day, words: words.toSpliced(at, found.length).join(' ') }
  }
  return { day: null, words: search }
}
