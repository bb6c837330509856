import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  CARD_LENGTH,
  CARD_LETTERS,
  cardEnding,
  checkLetterOf,
  formatCardNumber,
  readCardNumber,
} from './card-number.ts'

const letter = fc.constantFrom(...CARD_LETTERS)
const number = fc
  .array(letter, { minLength: CARD_LENGTH - 1, maxLength: CARD_LENGTH - 1 })
  .map((letters) => letters.join('') + checkLetterOf(letters.join('')))

describe('the number of a gift card', () => {
  test('the number of a gift card is read in any case, with spaces and hyphens, and shown in groups of four letters', () => {
    fc.assert(
      fc.property(number, (card) => {
        const shown = formatCardNumber(card)
        expect(shown).toMatch(/^[2-9A-Z]{4}-[2-9A-Z]{4}-[2-9A-Z]{4}$/)
        expect(readCardNumber(` ${shown.toLowerCase().replaceAll('-', ' ')} `)).toBe(card)
        expect(cardEnding(card)).toBe(`…${card.slice(8)}`)
      }),
    )
  })

  test('the number of a gift card with one wrong letter is never accepted', () => {
    fc.assert(
      fc.property(number, fc.nat(CARD_LENGTH - 1), letter, (card, at, other) => {
        fc.pre(card[at] !== other)
        expect(readCardNumber(card.slice(0, at) + other + card.slice(at + 1))).toBeNull()
      }),
    )
  })

  test.each([[''], ['2345'], ['2345-6789-ABC0'], ['O2345-6789-AB']])(
    'the text %j is not accepted as the number of a gift card',
    (typed) => {
      expect(readCardNumber(typed)).toBeNull()
    },
  )
})
