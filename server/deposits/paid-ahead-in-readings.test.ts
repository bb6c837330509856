import { createHash, randomUUID } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { executeWithoutTriggers } from '#server/test/execute-without-triggers.ts'
import { cashContract } from '#shared/cash/contract.ts'
import { cashMessages } from '#shared/cash/messages.ts'
import { readingText } from '#shared/cash/reading-text.ts'
import type { ZContent } from '#shared/cash/z-content.ts'
import { tillActionsContract } from '#shared/cash/till-actions-contract.ts'
import { prepaidContract } from '#shared/prepaid/contract.ts'
import { openDepositClinic, type DepositClinic } from './deposits-fixture.ts'

let clinic: DepositClinic
beforeEach(async () => {
  await clinic?.till.server.close()
  clinic = await openDepositClinic()
})
afterAll(() => clinic.till.server.close())

/** Replaces the content of the only Z-reading, and its hash by the hash of the new content. */
async function rewriteReading(change: (content: ZContent) => object) {
  const { content } = await clinic.db.selectFrom('z_readings').select('content').executeTakeFirstOrThrow()
  const text = JSON.stringify(change(JSON.parse(content) as ZContent))
  const hash = createHash('sha256').update(text).digest('hex')
  await executeWithoutTriggers(
    clinic.till.server.database,
    'z_readings',
    `update z_readings set content = '${text}', hash = '${hash}'`,
  )
}

/** The content as an earlier version made it, which did not name who sold gift cards. */
const ofEarlierVersion = ({ card_sellers: _, ...content }: ZContent) => content

const findings = async () => (await clinic.recount()).findings

/** Two clients pay a deposit of ₱500 by GCash; the clinic keeps the first and gives the second back. */
async function settleDeposits() {
  const [kept, returned] = [await clinic.newClient(), await clinic.newClient()]
  await clinic.settle((await clinic.paidDeposit(kept)).id, 'kept')
  await clinic.settle((await clinic.paidDeposit(returned)).id, 'returned')
}

const sold = { kind: 'sold', method: 'gcash', count: 2, amount: 1000 }
const voided = { kind: 'voided', method: 'gcash', count: 1, amount: 500 }

async function closeDay() {
  await clinic.close(clinic.shift.id, (await clinic.x(clinic.shift.id)).shifts[0]!.expected!)
  return clinic.closeDay()
}

describe('a deposit that the clinic keeps', () => {
  test('is not among the voided money in readings, and the check of the books finds no error in these readings', async () => {
    await settleDeposits()
    expect((await clinic.x(clinic.shift.id)).card_sales).toEqual([sold, voided])
    expect((await closeDay()).card_sales).toEqual([sold, voided])
    expect(await findings()).toEqual([])
  })

  test('is among the voided money in readings that an earlier version of the app made; these readings stay unchanged and pass the check of the books', async () => {
    await settleDeposits()
    const { id, number } = await closeDay()
    const earlier = [
      { ...sold, amount: 100_000 },
      { ...voided, count: 2, amount: 50_000 },
    ]
    await rewriteReading((content) => ({ ...ofEarlierVersion(content), card_sales: earlier }))
    expect(await findings()).toEqual([])
    const { data } = await clinic.asAdmin(cashContract.zReading, { params: { id } })
    expect(data).toMatchObject({ card_sales: [sold, { ...voided, count: 2 }], shifts: [{ card_sellers: null }] })
    await rewriteReading((content) => ({ ...content, card_sales: [earlier[0], { ...earlier[1], count: 1 }] }))
    expect(await findings()).toEqual([cashMessages.figuresOff(cashMessages.readingName(number!, 'Front desk'))])
  })
})

test('the check of the books reports a reading that lacks the gift cards sold in its shift, unless an earlier version of the app made the reading', async () => {
  await clinic.sellCard(1000, { method: 'gcash', reference_number: 'GC-1' })
  const { number } = await closeDay()
  await rewriteReading(({ card_sales: _, ...content }) => content)
  expect(await findings()).toEqual([cashMessages.cardSalesMissing(cashMessages.readingName(number!, 'Front desk'))])
  await rewriteReading(ofEarlierVersion)
  expect(await findings()).toEqual([])
})

test('readings name who sold gift cards and packages in a shift, and a till action can be assigned to one of these people', async () => {
  const { cashier, otherCashier } = clinic.till
  await clinic.sellCard(1000)
  await clinic.asOther(
    prepaidContract.sell,
    { body: { amount: 700, method: 'gcash', reference_number: 'GC-1', buyer_name: 'Bea Buyer' } },
    { idempotencyKey: randomUUID() },
  )
  const sellers = [
    { name: cashier.name, count: 1 },
    { name: otherCashier.name, count: 1 },
  ].toSorted((a, b) => a.name.localeCompare(b.name))
  expect((await clinic.x(clinic.shift.id)).shifts).toMatchObject([{ sellers: [], card_sellers: sellers }])
  await clinic.asCashier(tillActionsContract.record, {
    body: {
      terminal_id: clinic.terminal.id,
      actions: [
        {
          id: randomUUID(),
          kind: 'drawer_opened',
          description: 'Change',
          amount: 0,
          cashier_id: otherCashier.id,
          seconds_ago: 0,
        },
      ],
    },
  })
  const action = await clinic.db.selectFrom('till_actions').select('acted_by').executeTakeFirstOrThrow()
  expect(action.acted_by).toBe(otherCashier.id)
  const z = await closeDay()
  expect(z.shifts).toMatchObject([{ card_sellers: sellers }])
  expect(JSON.stringify(readingText(z, new Date()))).toContain(`"label":"${otherCashier.name}","value":"1 paid ahead"`)
  expect(await findings()).toEqual([])
})
