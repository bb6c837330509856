import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createUser } from '#server/test/factories.ts'
import { cardEnding } from '#shared/prepaid/card-number.ts'
import { prepaidMessages } from '#shared/prepaid/messages.ts'
import { reportsContract } from '#shared/reports/contract.ts'
import { reports } from '#shared/reports/reports.ts'
import { refundContract } from '#shared/sales/refunds/refund-contract.ts'
import { openPrepaidClinic, type PrepaidClinic } from './prepaid-fixture.ts'

let clinic: PrepaidClinic
beforeAll(async () => {
  clinic = await openPrepaidClinic()
})
afterAll(() => clinic.till.server.close())

type PrepaidReport = 'money-paid-ahead' | 'money-paid-ahead-by-client'

/** Reads a report about prepaid money: its rows as objects, and its totals. */
async function report(from: string, to: string, name: PrepaidReport = 'money-paid-ahead') {
  const { columns } = reports[name]
  const { data } = await clinic.asAdmin(reportsContract.read, {
    params: { report: name },
    querystring: { from, to },
  })
  const named = (cells: readonly unknown[]) => Object.fromEntries(columns.map(({ key }, i) => [key, cells[i]]))
  return { rows: data.rows.map(named), totals: named(data.totals) }
}

test('the report of money paid ahead shows what the clinic owes on each gift card and store credit on any date, and its sums match the documents', async () => {
  const first = await clinic.sellCard(1000, { recipient_name: 'Ana Cruz' })
  const second = await clinic.sellCard(2000)
  const sale = await clinic.till.send(clinic.peelWith(first, 400))
  const voided = await clinic.till.send(clinic.peelWith(second, 1500))
  await clinic.voidSale(voided)
  await clinic.voidCard((await clinic.sellCard(300)).id)
  await clinic.close(clinic.shift.id, 2000 + 3000 + 1100)
  await clinic.closeDay()
  clinic.at('2026-11-22T10:00:00+08:00')
  await clinic.open(2000)
  await clinic.asAdmin(
    refundContract.refund,
    {
      params: { id: sale.id },
      body: { lines: [{ position: 1, quantity: 1 }], total: 1500, method: 'prepaid', reason: 'Allergic reaction' },
    },
    { idempotencyKey: randomUUID() },
  )
  await clinic.till.send(clinic.peelWith(second, 1500))

  const day = await report('2026-11-21', '2026-11-21')
  expect(day.rows).toEqual([
    expect.objectContaining({
      card: cardEnding(first.card_number),
      owed_before: 0,
      paid_in: 1000,
      used: 400,
      owed: 600,
    }),
    expect.objectContaining({ client: 'Bea Buyer', paid_in: 2000, used: 1500, credited: 1500, owed: 2000 }),
    expect.objectContaining({ paid_in: 300, voided: 300, owed: 0 }),
  ])
  expect(day.totals).toMatchObject({
    owed_before: 0,
    paid_in: 3300,
    credited: 1500,
    used: 1900,
    voided: 300,
    owed: 2600,
  })
  const next = await report('2026-11-22', '2026-11-22')
  // The gift card that was voided the day before is not listed any more.
  expect(next.rows.map(({ kind }) => kind)).toEqual([
    prepaidMessages.kinds.gift_card,
    prepaidMessages.kinds.gift_card,
    prepaidMessages.kinds.store_credit,
  ])
  expect(next.totals).toMatchObject({
    owed_before: 2600,
    paid_in: 0,
    credited: 1500,
    used: 1500,
    voided: 0,
    owed: 2600,
  })

  const { owed } = (await report('2026-11-21', '2026-11-22')).totals
  const balances = await clinic.till.server.db.selectFrom('prepaid_accounts').select('balance_centavos').execute()
  expect(owed).toBe(balances.reduce((sum, { balance_centavos }) => sum + balance_centavos, 0) / 100)
  const payments = await clinic.till.server.db
    .selectFrom('payments')
    .select('amount_centavos')
    .where('method', '=', 'prepaid')
    .execute()
  const { used, credited } = (await report('2026-11-21', '2026-11-22')).totals
  expect(Number(used) - Number(credited)).toBe(
    payments.reduce((sum, { amount_centavos }) => sum + amount_centavos, 0) / 100,
  )
})

test('the report of money paid ahead by client adds up each client’s gift cards and store credit, and its totals equal those of the report by gift card', async () => {
  clinic.at('2026-11-22T15:00:00+08:00')
  const client = await createUser(clinic.till.server.db, 'client', { name: 'Tessa Lim' })
  for (const amount of [500, 250]) await clinic.sellCard(amount, { client_id: client.clientId, buyer_name: 'T. Lim' })
  const byClient = await report('2026-11-22', '2026-11-22', 'money-paid-ahead-by-client')
  expect(byClient.rows).toContainEqual(
    expect.objectContaining({ client: 'Tessa Lim', cards: 2, owed_before: 0, paid_in: 750, owed: 750 }),
  )
  expect(byClient.rows).toContainEqual(
    expect.objectContaining({ client: clinic.till.client.name, cards: 1, credited: 1500, owed: 1500 }),
  )
  const byCard = await report('2026-11-22', '2026-11-22')
  const { client: _client, cards: _cards, ...sums } = byClient.totals
  expect(byCard.totals).toMatchObject(sums)
  expect(byCard.rows.length).toBe(byClient.totals.cards)
  // On the day before, the clinic owed the two clients nothing.
  const before = await report('2026-11-21', '2026-11-21', 'money-paid-ahead-by-client')
  expect(before.rows.map(({ client: name }) => name)).toEqual(['Bea Buyer'])
})
