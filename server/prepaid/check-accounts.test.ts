import { afterAll, beforeEach, expect, test } from 'vitest'
import { executeWithoutTriggers } from '#server/test/execute-without-triggers.ts'
import { cardEnding } from '#shared/prepaid/card-number.ts'
import { booksContract } from '#shared/reports/books-contract.ts'
import { booksMessages as s } from '#shared/reports/books-messages.ts'
import { openPrepaidClinic, type PrepaidClinic } from './prepaid-fixture.ts'

let clinic: PrepaidClinic
beforeEach(async () => {
  await clinic?.till.server.close()
  clinic = await openPrepaidClinic()
})
afterAll(() => clinic.till.server.close())

const found = async () => {
  const { finding_count, findings } = (await clinic.asAdmin(booksContract.checkBooks, {})).data
  expect(finding_count).toBe(findings.length)
  return findings
}
const alter = (table: string, statement: string) =>
  executeWithoutTriggers(clinic.till.server.database, table, statement)

/** Sells three gift cards of ₱1,000 by GCash; the second pays ₱400 of a sale, and the third is voided. */
async function sellCards() {
  const sell = (n: number) => clinic.sellCard(1000, { method: 'gcash', reference_number: `GC-${n}` })
  const cards = [await sell(1), await sell(2), await sell(3)] as const
  await clinic.till.send(clinic.peelWith(cards[1], 400))
  await clinic.voidCard(cards[2].id)
  return cards
}

test('the check of the books finds no difference in prepaid money that nobody has altered', async () => {
  await sellCards()
  expect(await found()).toEqual([])
})

test('the check of the books finds a gap in the numbers of the gift cards, packages and deposits', async () => {
  await sellCards()
  await alter('prepaid_sales', 'update prepaid_sales set number = 5 where number = 2')
  expect(await found()).toEqual([s.paidAheadMissing('000002', '000002'), s.paidAheadMissing('000004', '000004')])
  await alter('prepaid_sales', 'update prepaid_sales set number = 9 where number = 3')
  expect(await found()).toEqual([s.paidAheadMissing('000002', '000004'), s.paidAheadMissing('000006', '000008')])
})

test('the check of the books finds that the last sales of money paid ahead are missing', async () => {
  await sellCards()
  await alter('prepaid_sales', 'update prepaid_sales set number = 0 where number = 3')
  expect(await found()).toEqual([s.paidAheadMissing('000003', '000003')])
  await alter('prepaid_counters', 'update prepaid_counters set last_number = 8')
  expect(await found()).toEqual([s.paidAheadMissing('000003', '000008')])
})

test('the check of the books finds a gift card or store credit whose balance is not the sum of its entries', async () => {
  const [, used] = await sellCards()
  await alter('prepaid_accounts', `update prepaid_accounts set balance_centavos = 90000 where id = '${used.id}'`)
  expect(await found()).toEqual([s.balanceOff('Gift card 000002')])
  await alter('prepaid_accounts', `update prepaid_accounts set balance_centavos = 60000 where id = '${used.id}'`)
  await alter(
    'prepaid_accounts',
    `insert into prepaid_accounts (id, branch_id, kind, card_number, opened_at, balance_centavos)
     select gen_random_uuid(), branch_id, 'store_credit', '222222222222', opened_at + interval '1 hour', 500
     from prepaid_accounts limit 1`,
  )
  expect(await found()).toEqual([s.balanceOff(`Store credit ${cardEnding('222222222222')}`)])
})

test('the check of the books finds a sale whose amount differs from the amount that was put on its account', async () => {
  await sellCards()
  await alter(
    'prepaid_sales',
    'update prepaid_sales set amount_centavos = 70000, received_centavos = 70000 where number = 1',
  )
  expect(await found()).toEqual([s.paidAheadOff('Gift card 000001')])
})

test('the check of the books finds a void that gave back more than was paid, or another amount than was taken off the account', async () => {
  await sellCards()
  await alter('prepaid_voids', 'update prepaid_voids set amount_centavos = 90000')
  expect(await found()).toEqual([s.returnedOff('Gift card 000003')])
  await alter('prepaid_voids', 'update prepaid_voids set amount_centavos = 150000')
  expect(await found()).toEqual([s.returnedOff('Gift card 000003'), s.tooMuchReturned('Gift card 000003')])
})
