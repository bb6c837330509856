import { afterAll, beforeEach, expect, test } from 'vitest'
import { openPrepaidClinic, type PrepaidClinic } from '#server/prepaid/prepaid-fixture.ts'
import { executeWithoutTriggers } from '#server/test/execute-without-triggers.ts'
import { cashMessages } from '#shared/cash/messages.ts'
import type { Reading } from '#shared/cash/contract.ts'
import { readingsMessages as s } from '#shared/cash/reading-messages.ts'
import { readingText } from '#shared/cash/reading-text.ts'
import { reportsContract } from '#shared/reports/contract.ts'
import { reports } from '#shared/reports/reports.ts'

let clinic: PrepaidClinic
beforeEach(async () => {
  await clinic?.till.server.close()
  clinic = await openPrepaidClinic()
})
afterAll(() => clinic.till.server.close())

const byWallet = (reference: string) => ({ method: 'gcash' as const, reference_number: reference })

/** Sells gift cards for cash and by GCash, voids one card of each kind, and pays a sale with a card. */
async function sellCards() {
  const card = await clinic.sellCard(2000)
  await clinic.sellCard(1000, byWallet('GC-1'))
  await clinic.sellCard(750.5, byWallet('GC-2'))
  await clinic.voidCard((await clinic.sellCard(300)).id)
  await clinic.voidCard((await clinic.sellCard(400, byWallet('GC-3'))).id)
  await clinic.till.send(clinic.peelWith(card, 500))
}

const cardSales: Reading['card_sales'] = [
  { kind: 'sold', method: 'cash', count: 2, amount: 2300 },
  { kind: 'sold', method: 'gcash', count: 3, amount: 2150.5 },
  { kind: 'voided', method: 'cash', count: 1, amount: 300 },
  { kind: 'voided', method: 'gcash', count: 1, amount: 400 },
]

/**
 * The total of the report on money paid ahead for a day: what was paid for gift cards less what was given back for
 * voided ones.
 */
async function paidAhead(date: string) {
  const { data } = await clinic.asAdmin(reportsContract.read, {
    params: { report: 'money-paid-ahead' },
    querystring: { from: date, to: date },
  })
  const total = (name: string) =>
    Number(data.totals[reports['money-paid-ahead'].columns.findIndex(({ key }) => key === name)])
  return total('paid_in') - total('voided')
}

test('the readings of a day show gift cards paid in cash and by wallet separately, and the sums match the report of money paid ahead', async () => {
  await sellCards()
  const x = await clinic.x(clinic.shift.id)
  expect(x.card_sales).toEqual(cardSales)
  // Gift cards do not count as sales: the net sales are the price of the peel, and the payments do not include the
  // money paid for gift cards.
  expect(x).toMatchObject({ net: 1500, gross: 1500 })
  expect(x.methods).toEqual([
    { method: 'cash', count: 1, amount: 1000 },
    { method: 'prepaid', count: 1, amount: 500 },
  ])
  await clinic.close(clinic.shift.id, 2000 + 2300 - 300 + 1000)
  const z = await clinic.closeDay()
  expect(z).toMatchObject({ card_sales: cardSales, cash: { pay_in: 2300, pay_out: 300, difference: 0 } })
  const sum = (kind: 'sold' | 'voided') =>
    z.card_sales.filter((one) => one.kind === kind).reduce((all, { amount }) => all + amount!, 0)
  expect(sum('sold') - sum('voided')).toBe(await paidAhead('2026-11-21'))
  const printed = readingText(z, new Date('2026-11-22T03:05:00Z')).parts!.find(({ heading }) => heading === s.cardSales)
  expect(printed!.pairs.map(({ label, value }) => `${label}: ${value}`)).toEqual([
    'Cash (2): ₱2,300.00',
    'GCash (3): ₱2,150.50',
    'Voided, Cash (1): −₱300.00',
    'Voided, GCash (1): −₱400.00',
  ])
  expect((await clinic.recount()).findings).toEqual([])
})

test('a cashier’s X-reading of an open shift shows the amount of gift cards paid by wallet, but only the number of gift cards paid in cash', async () => {
  await sellCards()
  const { card_sales } = await clinic.cashiersX(clinic.shift.id)
  expect(card_sales).toEqual(cardSales.map((one) => (one.method === 'cash' ? { ...one, amount: null } : one)))
})

test('a gift card that is voided on a later day is in the reading of that day, and the reading of the day of its sale stays unchanged', async () => {
  const card = await clinic.sellCard(1000, byWallet('GC-1'))
  await clinic.close(clinic.shift.id, 2000)
  expect((await clinic.closeDay()).card_sales).toEqual([{ kind: 'sold', method: 'gcash', count: 1, amount: 1000 }])
  clinic.at('2026-11-22T10:00:00+08:00')
  const next = await clinic.open(2000)
  await clinic.voidCard(card.id)
  await clinic.close(next.id, 2000)
  expect((await clinic.closeDay('2026-11-22')).card_sales).toEqual([
    { kind: 'voided', method: 'gcash', count: 1, amount: 1000 },
  ])
  expect((await clinic.recount()).findings).toEqual([])
})

test('the check of the books finds a reading whose gift cards differ from the gift cards that were sold', async () => {
  await clinic.sellCard(1000, byWallet('GC-1'))
  await clinic.close(clinic.shift.id, 2000)
  const { number } = await clinic.closeDay()
  await executeWithoutTriggers(
    clinic.server.database,
    'prepaid_sales',
    'update prepaid_sales set amount_centavos = 90000, received_centavos = 90000',
  )
  expect((await clinic.recount()).findings).toEqual([
    cashMessages.figuresOff(cashMessages.readingName(number!, 'Front desk')),
  ])
})
