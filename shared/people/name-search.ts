import { searchable } from '#shared/lib/names.ts'

/**
 * The one rule of names (`docs/names.md`): how a name is stored to be found, and how what a clerk types is compared with it.
 */

/** Words that belong to the family name after them: `de la Cruz`, `Sto. Domingo`. */
const particles = new Set('da de del dela delas delos di do dos la las los mac mc san santa santo van von'.split(' '))
/** What Filipinos write short, in full. */
const abbreviations: Record<string, string> = { ma: 'maria', sta: 'santa', sto: 'santo' }
/** Behind a name, with or without a comma and a dot; many leave them out. */
const SUFFIXES = ['jr', 'sr', 'ii', 'iii', 'iv']
const isSuffix = (word: string) => SUFFIXES.includes(word)

/** `O’Neil` → `oneil`, `J.P. Peña-Lim` → `jp pena lim`: lower case, no accents, no signs; straight and curly quotes alike. */
const plainWords = (text: string): string[] =>
  searchable(text)
    .replace(/(?<=[\p{L}\p{N}])['’‘ʼʻ`´′](?=[\p{L}\p{N}])/gu, '')
    .replace(/(?<![\p{L}\p{N}])(\p{L})\.(?=\p{L}(?![\p{L}\p{N}]))/gu, '$1')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')

const inFull = (word: string): string => abbreviations[word] ?? word

/** The words of a name in their order, abbreviations in full; `Cruz, Juan` is `Juan Cruz`. */
function wordsOf(name: string): string[] {
  const [family = [], ...others] = name.split(',').map(plainWords)
  const given = others.flat().filter((word) => !isSuffix(word))
  const suffixes = others.flat().filter(isSuffix)
  return [...given, ...family, ...suffixes].map(inFull)
}

/** Particles and the word after them in one: `de la cruz` → `delacruz`. */
function joinParticles(words: readonly string[]): string[] {
  const joined: string[] = []
  let before = ''
  for (const [at, word] of words.entries()) {
    const next = words[at + 1]
    if (particles.has(word) && next !== undefined && !isSuffix(next)) before += word
    else {
      joined.push(before + word)
      before = ''
    }
  }
  return joined
}

/** A name in the one form that all its spellings share: `Dela Cruz, Ma. Clara Jr.` → `maria clara delacruz jr`. */
export const nameKey = (name: string): string => joinParticles(wordsOf(name)).join(' ')

/** True for two spellings of one whole name, in whichever order. */
export const isSameName = (one: string, other: string): boolean => {
  const sorted = (name: string) => nameKey(name).split(' ').toSorted().join(' ')
  return sorted(one) === sorted(other)
}

/**
 * All words by which a name is found: those of the name, the joined ones, and `sto`, `sta` for what stands in full. What is
 * typed needs no more than its own words then: each of them is a part of one of these.
 */
export function nameSearchText(name: string): string {
  const words = wordsOf(name)
  const short = Object.entries(abbreviations)
    .filter(([brief, full]) => words.includes(full) && !full.startsWith(brief))
    .map(([brief]) => brief)
  return [...new Set([...words, ...joinParticles(words), ...short])].join(' ')
}

/**
 * The words of what a person typed that must be found. A suffix is none of them beside other words, because many records
 * lack it. E-mail addresses stay whole.
 */
export function nameTerms(typed: string): string[] {
  const words = searchable(typed)
    .split(' ')
    .flatMap((word) => (word.includes('@') ? [word.replace(/,$/, '')] : plainWords(word)))
  const needed = words.filter((word) => !isSuffix(word))
  const terms = [...new Set(needed.length > 0 ? needed : words)]
  // Signs alone are the name of nobody: they are looked for as they are.
  return terms.length > 0 || typed.trim() === '' ? terms : [searchable(typed)]
}

/** True when each word that was typed is a part of the name, or of a word that it is found by. */
export function matchesName(typed: string, name: string): boolean {
  const text = nameSearchText(name)
  return nameTerms(typed).every((term) => text.includes(term))
}

/** What tells whether a name may be another spelling of one on file, see `possibleDoubles`. */
export function doubleTerms(name: string) {
  const words = nameKey(name).split(' ')
  const own = words.filter((word) => !isSuffix(word) && word.length > 1)
  return {
    key: words.join(' '),
    /** Each must be in the other name, when it is the longer one. */
    needed: own,
    /** The other name, when it is the shorter one, has no words but these. */
    allowed: [...own, ...own.map((word) => word[0]!), ...SUFFIXES],
  }
}
