import { searchable } from '#shared/lib/names.ts'

/**
 * This module implements the rules of names (`docs/names.md`): how they are stored for searching, and how typed text is
 * matched.
 */

/** Particles, which belong to the family name after them: `de la Cruz`, `Sto. Domingo`. */
const particles = new Set('da de del dela delas delos di do dos la las los mac mc san santa santo van von'.split(' '))
/** Abbreviations in Filipino names, with the full words. */
const abbreviations: Record<string, string> = { ma: 'maria', sta: 'santa', sto: 'santo' }
/** Suffixes after a name, with or without a comma and a dot; people often omit them. */
const SUFFIXES = ['jr', 'sr', 'ii', 'iii', 'iv']
const isSuffix = (word: string) => SUFFIXES.includes(word)

/**
 * Splits a name into lower-case words without accents, punctuation or apostrophes: `O’Neil` → `oneil`, `J.P. Peña-Lim`
 * → `jp pena lim`.
 */
const plainWords = (text: string): string[] =>
  searchable(text)
    .replace(/(?<=[\p{L}\p{N}])['’‘ʼʻ`´′](?=[\p{L}\p{N}])/gu, '')
    .replace(/(?<![\p{L}\p{N}])(\p{L})\.(?=\p{L}(?![\p{L}\p{N}]))/gu, '$1')
    .split(/[^\p{L}\p{N}]/u)
    .filter((word) => word !== '')

const inFull = (word: string): string => abbreviations[word] ?? word

/** The words of a name in order, with abbreviations expanded; `Cruz, Juan` becomes `Juan Cruz`. */
function wordsOf(name: string): string[] {
  const [family, ...others] = name.split(',').map(plainWords)
  const given = others.flat().filter((word) => !isSuffix(word))
  const suffixes = others.flat().filter(isSuffix)
  return [...given, ...family!, ...suffixes].map(inFull)
}

/** Joins particles with the word after them: `de la cruz` → `delacruz`. */
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

/** The normal form that all spellings of a name share: `Dela Cruz, Ma. Clara Jr.` → `maria clara delacruz jr`. */
export const nameKey = (name: string): string => joinParticles(wordsOf(name)).join(' ')

/** True when both are spellings of the same whole name, in any word order. */
export const isSameName = (one: string, other: string): boolean => {
  const sorted = (name: string) => nameKey(name).split(' ').toSorted().join(' ')
  return sorted(one) === sorted(other)
}

/**
 * All words by which a name can be found: its words, the words with joined particles, and the short form `sto` or `sta`
 * of a full one. Each typed word need only be a part of one of these words.
 */
export function nameSearchText(name: string): string {
  const words = wordsOf(name)
  const short = Object.entries(abbreviations)
    .filter(([brief, full]) => words.includes(full) && !full.startsWith(brief))
    .map(([brief]) => brief)
  return [...new Set([...words, ...joinParticles(words), ...short])].join(' ')
}

/**
 * The typed words that must be found. A suffix beside other words is ignored, because many records lack it. E-mail
 * addresses are not split.
 */
export function nameTerms(typed: string): string[] {
  const words = searchable(typed)
    .split(' ')
    .flatMap((word) => (word.includes('@') ? [word.replace(/,$/, '')] : plainWords(word)))
  const needed = words.filter((word) => !isSuffix(word))
  const terms = [...new Set(needed.length > 0 ? needed : words)]
  // Punctuation alone is nobody's name, so it is searched for as typed.
  return terms.length > 0 || typed.trim() === '' ? terms : [searchable(typed)]
}

/** True when each typed word is a part of a word by which the name is found. */
export function matchesName(typed: string, name: string): boolean {
  const text = nameSearchText(name)
  return nameTerms(typed).every((term) => text.includes(term))
}

/** Words for deciding whether a name may be another spelling of a recorded one, see `possibleDoubles`. */
export function doubleTerms(name: string) {
  const words = nameKey(name).split(' ')
  const own = words.filter((word) => !isSuffix(word) && word.length > 1)
  return {
    key: words.join(' '),
    /** The words that a longer recorded name must contain to count as another spelling of this name. */
    needed: own,
    /** The only words that a shorter recorded name may contain to count as another spelling of this name. */
    allowed: [...own, ...own.map((word) => word[0]!), ...SUFFIXES],
  }
}
