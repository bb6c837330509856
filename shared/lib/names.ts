/** Without accents and case, single spaces: what names are searched by. */
export const searchable = (...parts: (string | null | undefined)[]): string =>
  parts
    .filter((part) => part)
    .join(' ')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .trim()

/** The first letters of the first two words, upper case: `Bianca Garcia` → `BG`. */
export const initialsOf = (name: string): string =>
  name
    .trim()
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => [...word][0] ?? '')
    .join('')
    .toUpperCase()

/** First, middle and last name with suffix as one line. */
export const fullName = (parts: {
  first_name: string
  middle_name?: string | null
  last_name?: string | null
  suffix?: string | null
}): string => [parts.first_name, parts.middle_name, parts.last_name, parts.suffix].filter((part) => part).join(' ')

/** The default password of a person whom staff add: first word of the name, letters only, lower case, then 123. */
export const defaultPasswordFor = (name: string): string =>
  `${
    searchable(name)
      .split(' ')[0]
      ?.replace(/[^a-z]/g, '') || 'client'
  }123`
