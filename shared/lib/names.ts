/** Normalizes names for searching: no accents, lower case, single spaces. */
export const searchable = (...parts: (string | null | undefined)[]): string =>
  parts.join(' ').normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replace(/\s+/g, ' ').trim()

/** True when each typed word is a part of one of the names. */
export function isNamed(search: string, ...names: string[]): boolean {
  const text = searchable(...names)
  return searchable(search)
    .split(' ')
    .every((word) => text.includes(word))
}

/** Titles of persons; initials ignore them. */
const titles = new Set(['dr', 'dra', 'mr', 'mrs', 'ms', 'engr', 'atty', 'prof'])

/** The letters, combining marks and digits of a word: `"Bong"` → `Bong`, `Dra.` → `Dra`. */
const lettersOf = (word: string) => word.replace(/[^\p{L}\p{M}\p{N}]/gu, '')

/**
 * The first letters of the first two words without titles and punctuation, in upper case: `Dr. Bianca Garcia` → `BG`,
 * `Rosa "Bing" Cruz` → `RB`.
 */
export function initialsOf(name: string): string {
  const words = name
    .split(/\s/)
    .map(lettersOf)
    .filter((word) => word !== '')
  const own = words.filter((word) => !titles.has(word.toLowerCase()))
  return (own.length > 0 ? own : words)
    .slice(0, 2)
    .map((word) => /.\p{M}*/u.exec(word)![0])
    .join('')
    .toUpperCase()
}

/** First, middle and last name with suffix as one line. */
export const fullName = (parts: {
  first_name: string
  middle_name?: string | null
  last_name?: string | null
  suffix?: string | null
}): string => [parts.first_name, parts.middle_name, parts.last_name, parts.suffix].filter((part) => part).join(' ')

/** The default password of a person whom staff add: the letters of the name's first word in lower case, then 123. */
export const defaultPasswordFor = (name: string): string =>
  `${
    searchable(name)
      .split(' ')[0]!
      .replace(/[^a-z]/g, '') || 'client'
  }123`
