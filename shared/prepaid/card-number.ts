/**
 * The letters in numbers of gift cards and store credit: without 0/O, 1/I/L and U, because people read them from paper
 * and type them.
 */
export const CARD_LETTERS = '23456789ABCDEFGHJKMNPQRSTVWXYZ'

/** How many letters the number of a gift card or store credit has; the last one is its check letter. */
export const CARD_LENGTH = 12

const valueOf = (letter: string): number => CARD_LETTERS.indexOf(letter)

/**
 * Doubles the value of a letter for the check letter, as in the Luhn algorithm but with 30 letters instead of 10
 * digits.
 */
function twice(value: number): number {
  const double = value * 2
  return Math.floor(double / CARD_LETTERS.length) + (double % CARD_LETTERS.length)
}

/**
 * Returns the check letter for the given letters. The check letter changes with every single wrong letter, and with
 * nearly every exchange of two neighbouring letters.
 */
export function checkLetterOf(letters: string): string {
  const sum = [...letters]
    .toReversed()
    .reduce((all, letter, index) => all + (index % 2 === 0 ? twice(valueOf(letter)) : valueOf(letter)), 0)
  return CARD_LETTERS[(CARD_LETTERS.length - (sum % CARD_LETTERS.length)) % CARD_LETTERS.length]!
}

/** Returns the typed number of a gift card or store credit as it is stored; null if it has a typing mistake. */
export function readCardNumber(typed: string): string | null {
  const letters = typed.toUpperCase().replace(/[\s-]/g, '')
  const isComplete = letters.length === CARD_LENGTH && [...letters].every((letter) => valueOf(letter) >= 0)
  return isComplete && checkLetterOf(letters.slice(0, -1)) === letters.at(-1) ? letters : null
}

/** Returns the number of a gift card or store credit in groups of four letters, as people read it. */
export const formatCardNumber = (number: string): string => number.replace(/(.{4})(?=.)/g, '$1-')

/** How many letters of a card number screens show. */
export const CARD_ENDING_LENGTH = 4

/**
 * Returns the last four letters of the number of a gift card or store credit. Screens and the log name it by these
 * letters, because nobody can pay with them alone.
 */
export const cardEnding = (number: string): string => `…${number.slice(-CARD_ENDING_LENGTH)}`
