import { expect, test } from 'vitest'
import { filipinoNames, inOneLine, waysToWrite } from './filipino-names-fixture.ts'
import { isSameName, matchesName, nameKey, nameSearchText, nameTerms } from './name-search.ts'

/** A search among two hundred people who share given and family names finds at most this many. */
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

test('all spellings of a name have one normal form, and a name with another suffix is that of a different person', () => {
  expect(nameKey('Dela Cruz, Ma. Clara, Jr.')).toBe('maria clara delacruz jr')
  expect(isSameName('Juan de la Cruz', 'DELACRUZ, Juan')).toBe(true)
  expect(isSameName('Juan Cruz Jr.', 'Juan Cruz Jr')).toBe(true)
  expect(isSameName('Juan Cruz Jr.', 'Juan Cruz Sr.')).toBe(false)
})

test('an e-mail address is searched for as a whole', () => {
  expect(nameTerms('Juan juan.cruz@example.ph')).toEqual(['juan', 'juan.cruz@example.ph'])
})
