import { expect, test } from 'vitest'
import { filipinoNames, inOneLine, waysToWrite } from './filipino-names-fixture.ts'
import { doubleTerms, isSameName, matchesName, nameKey, nameSearchText, nameTerms } from './name-search.ts'

/**
 * The two hundred people have names from a few given names and family names. The search for one of them must be precise
 * enough to find at most this many of them.
 */
const A_FEW = 6

test('every spelling of one of 200 Filipino names finds that person and at most a few others', () => {
  const texts = filipinoNames.map((name) => nameSearchText(inOneLine(name)))
  const lost: string[] = []
  for (const [at, name] of filipinoNames.entries())
    for (const typed of waysToWrite(name)) {
      const terms = nameTerms(typed)
      const found = texts.flatMap((text, n) => (terms.every((term) => text.includes(term)) ? [n] : []))
      if (!found.includes(at) || found.length > 1 + A_FEW) lost.push(`${inOneLine(name)}: ${typed} (${found.length})`)
    }
  expect(lost).toEqual([])
})

test.each([
  ['Juan Cruz', 'Cruz, Juan'],
  ['Juan de la Cruz', 'delacruz'],
  ['Juan De la Cruz', 'dela cruz juan'],
  ['Juan Delacruz', 'de la cruz'],
  ['Sean O’Neil', "O'Neil"],
  ['Sean O’Neil', 'oneil'],
  ['Sean O`Neil', 'o neil'],
  ['Ma. Lourdes Reyes', 'Maria Lourdes'],
  ['Maria Lourdes Reyes', 'Ma. Lourdes'],
  ['Maria Clara Santos', 'maria cl'],
  ['Maria Clara Santos', 'santos ma'],
  ['Santo Domingo', 'sto. domingo'],
  ['Ana Sta. Maria', 'santa maria'],
  ['Niño Peña', 'nino pena'],
  ['Nino Pena', 'Niño Peña'],
  ['Pedro Cruz', 'Pedro Cruz Jr.'],
  ['Pedro Cruz Jr.', 'pedro cruz'],
  ['Cher', 'Cher'],
  ['J.P. Rizal', 'jp rizal'],
  ['Bea Peña-Lim', 'pena lim'],
  ['Delia de los Santos', 'delossantos'],
])('the person %s is found by the search %s', (name, typed) => {
  expect(matchesName(typed, name)).toBe(true)
})

test.each([
  ['Juan Cruz', 'Juana'],
  ['Maria Santos', 'Maria Cruz'],
  ['Pedro Cruz', '???'],
])('the person %s is not found by the search %s', (name, typed) => {
  expect(matchesName(typed, name)).toBe(false)
})

test('all spellings of a name have one normal form; names with different suffixes belong to different people', () => {
  expect(nameKey('Dela Cruz, Ma. Clara, Jr.')).toBe('maria clara delacruz jr')
  expect(isSameName('Juan de la Cruz', 'DELACRUZ, Juan')).toBe(true)
  expect(isSameName('Juan Cruz Jr.', 'Juan Cruz Jr')).toBe(true)
  expect(isSameName('Juan Cruz Jr.', 'Juan Cruz Sr.')).toBe(false)
})

test.each([
  ['Ana Dela', 'ana dela'],
  ['Ana Dela Jr.', 'ana dela jr'],
  ['Ana Maria de los Santos', 'ana maria delossantos'],
  ['Ana J.P. Cruz', 'ana jp cruz'],
  ['Ma.C. Cruz', 'maria c cruz'],
  ['J.Paz Cruz', 'j paz cruz'],
  ['Cruz, Juan, Sr.', 'juan cruz sr'],
  ['Cruz II, Juan', 'juan cruz ii'],
  ['Cruz, Juan III', 'juan cruz iii'],
  ['Cruz, IV, Juan', 'juan cruz iv'],
])('the normal form of the name %s is “%s”', (name, key) => {
  expect(nameKey(name)).toBe(key)
})

test('two names are the same if they have the same words in any order; the same letters in different words are not enough', () => {
  expect(isSameName('Juan Cruz', 'Cruz Juan')).toBe(true)
  expect(isSameName('Ana Lim', 'Ana Mil')).toBe(false)
  expect(isSameName('Al Ma', 'Alma')).toBe(false)
})

test('a name is found by its words, by words that join its particles, and by the short forms Sta. and Sto.', () => {
  expect(nameSearchText('Maria Sta. Ana')).toBe('maria santa ana santaana sta')
  expect(nameSearchText('Juan Cruz')).toBe('juan cruz')
})

test('an e-mail address is searched for as a whole, without a comma after it', () => {
  expect(nameTerms('Juan juan.cruz@example.ph')).toEqual(['juan', 'juan.cruz@example.ph'])
  expect(nameTerms('juan@example.ph, a,b@example.ph')).toEqual(['juan@example.ph', 'a,b@example.ph'])
})

test.each(['jr', 'Sr.', 'II', 'III', 'IV'])('the suffix %s is searched for only if nothing else is typed', (suffix) => {
  expect(nameTerms(`Cruz, Pedro ${suffix}`)).toEqual(['cruz', 'pedro'])
  expect(nameTerms(suffix)).toEqual([suffix.toLowerCase().replace('.', '')])
})

test('each typed word is searched for once, and spaces search for nothing', () => {
  expect(nameTerms('Juan juan')).toEqual(['juan'])
  expect(nameTerms('')).toEqual([])
  expect(nameTerms('  ')).toEqual([])
  expect(nameTerms(' ?! ')).toEqual(['?!'])
})

test('a recorded name can be another spelling of a name if it has all its words except initials and suffixes, or no words other than these, their initials and suffixes', () => {
  expect(doubleTerms('Juan P. Dela Cruz Jr.')).toEqual({
    key: 'juan p delacruz jr',
    needed: ['juan', 'delacruz'],
    allowed: ['juan', 'delacruz', 'j', 'd', 'jr', 'sr', 'ii', 'iii', 'iv'],
  })
})
