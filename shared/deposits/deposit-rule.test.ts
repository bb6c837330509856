import { expect, test } from 'vitest'
import { DEPOSIT_KINDS, depositFor, type DepositRule } from './deposit-rule.ts'

const amount = (value: number): DepositRule => ({ kind: 'amount', value })
const percent = (value: number): DepositRule => ({ kind: 'percent', value })

test('each service adds the deposit of its own rule, and a service without a rule adds none', () => {
  const services = [
    { price: 1_500_00, rule: amount(500_00) },
    { price: 2_000_00, rule: percent(25) },
    { price: 900_00, rule: null },
  ]
  expect(depositFor(services, null)).toBe(1_000_00)
  expect(depositFor(services.slice(2), null)).toBe(0)
  expect(depositFor([], null)).toBe(0)
})

test.each([
  [999_00, 50, 500_00],
  [999_00, 10, 100_00],
  [1_234_56, 30, 370_00],
  [1_234_56, 100, 1_234_56],
  [50, 100, 50],
])(
  'for a price of %i centavos, a deposit of %i percent is %i centavos: whole pesos, and never more than the price',
  (price, value, deposit) => {
    expect(depositFor([{ price, rule: percent(value) }], null)).toBe(deposit)
  },
)

test('a fixed deposit is never more than the price of its service', () => {
  const services = [
    { price: 300_00, rule: amount(500_00) },
    { price: 800_00, rule: amount(500_00) },
  ]
  expect(depositFor(services, null)).toBe(800_00)
})

test('a client with many no-shows pays the deposit for no-shows or the deposits of the services, whichever is larger', () => {
  const services = [
    { price: 1_000_00, rule: amount(400_00) },
    { price: 1_000_00, rule: null },
  ]
  expect(depositFor(services, percent(50))).toBe(1_000_00)
  expect(depositFor(services, percent(10))).toBe(400_00)
  expect(depositFor(services, amount(5_000_00))).toBe(2_000_00)
})

test('a deposit is a fixed amount or a percentage', () => {
  expect(DEPOSIT_KINDS).toEqual(['amount', 'percent'])
})
