import { expect, test } from 'vitest'
import { cardKey, cardReason, isPlausibleCardNumber, kindOfCardReason } from './senior-pwd-card.ts'

test.each([
  ['senior', '45', true],
  ['senior', ' 45 ', true],
  ['senior', '4', false],
  ['senior', '44', true],
  ['senior', '00', false],
  ['senior', 'Ñ45', true],
  ['senior', '-45', false],
  ['senior', '45!', false],
  ['senior', '4\n5', false],
  ['pwd', '12345', true],
  ['pwd', 'RR-1234/5 #6.7', true],
  ['pwd', '1234', false],
  ['pwd', '44444', false],
  ['pwd', '', false],
] as const)('whether the number of a %s card can be “%s”: %s', (kind, number, isPlausible) =>
  expect(isPlausibleCardNumber(kind, number)).toBe(isPlausible),
)

test('a Senior Citizen or PWD card is recognized however its number is typed, and is not mistaken for a card of the other kind', () => {
  expect(cardKey({ kind: 'senior', id_number: 'qc-0148 22719' })).toBe('senior QC014822719')
  expect(cardKey({ kind: 'senior', id_number: 'QC 0148.22719' })).toBe('senior QC014822719')
  expect(cardKey({ kind: 'pwd', id_number: 'Ñ-1' })).toBe('pwd Ñ1')
})

test('each kind of card has its own discount reason, and other reasons need no card', () => {
  expect((['senior', 'pwd'] as const).map(cardReason)).toEqual(['Senior Citizen', 'PWD'])
  expect(['Senior Citizen', 'PWD', 'Promo', null].map(kindOfCardReason)).toEqual([
    'senior',
    'pwd',
    undefined,
    undefined,
  ])
})
