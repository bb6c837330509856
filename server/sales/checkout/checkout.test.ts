import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { withinSentence } from '#shared/clinic/document-name.ts'
import { clientsContract } from '#shared/clients/contract.ts'
import { historyLogsContract } from '#shared/history-logs/contract.ts'
import { salesContract } from '#shared/sales/contract.ts'
import { createUser, type TestUser } from '#server/test/factories.ts'
import { openTill, type Till } from '#server/sales/till-fixture.ts'

let till: Till
let admin: TestUser
beforeAll(async () => {
  till = await openTill()
  admin = await createUser(till.server.db, 'admin')
})
afterAll(() => till.server.close())
beforeEach(() => {
  till.server.clock.now = new Date('2026-11-21T09:00:00+08:00')
})

const day = async () => (await till.server.as(till.cashier.token)(salesContract.dailySales, {})).data
const one = async (id: string) =>
  (await till.server.as(till.otherCashier.token)(salesContract.one, { params: { id } })).data

describe('a sale', () => {
  test('is priced to the centavo, and the recorded sale equals the one that the till got as answer', async () => {
    const body = till.order([till.peel({ quantity: 2, addOns: [till.light(3)] }), till.glow(), till.carbon()], {
      received_money: 12_000,
    })
    const sale = await till.send(body)
    expect(sale).toMatchObject({
      customer_name: 'Bianca Peña',
      cashier_name: 'Andrea Cruz',
      transaction_date: '2026-11-21T09:00:00+08:00',
      business_date: '2026-11-21',
      subtotal: 11_550.5,
      discount: 0,
      total_after_discount: 11_550.5,
      received_money: 12_000,
      exchange_money: 449.5,
      item_count: 7,
      payment_method: 'cash',
      reference_number: null,
      is_walk_in: true,
      state: 'sale',
    })
    expect(sale.treatments[0]).toEqual({
      service_id: till.catalogue.serviceId,
      treatment_id: till.catalogue.treatmentId,
      treatment_name: 'Facials',
      service_name: 'Diamond peel',
      quantity: 2,
      price: 1500,
      addOns: [{ addOn_id: till.catalogue.addOnId, addOn_name: 'LED light', quantity: 3, addOn_price: 350 }],
    })
    expect(await one(sale.id)).toEqual(sale)
  })

  test('uses names from the catalogue, not those sent by the till', async () => {
    const sale = await till.send(till.order([till.peel({ name: 'Free peel' })], { customer_name: 'Someone Else' }))
    expect(sale.treatments[0]?.service_name).toBe('Diamond peel')
    expect(sale.customer_name).toBe('Bianca Peña')
  })

  test('gets the next receipt number and increases the total of its day', async () => {
    const before = await day()
    const first = await till.send(till.order([till.peel()]))
    const second = await till.send(till.order([till.glow()]))
    expect(second.receipt_number).toBe(first.receipt_number + 1)
    const after = await day()
    expect(after.daily_sales - before.daily_sales).toBeCloseTo(4000.5, 5)
    expect(after.transaction_count - before.transaction_count).toBe(2)
  })

  test("adds the services to the client's history", async () => {
    const { otherClient } = till
    await till.send(till.order([till.peel({ addOns: [till.light(2)] }), till.carbon()], { user_id: otherClient.id }))
    const detail = await till.server.as(till.cashier.token)(clientsContract.detail, {
      params: { id: otherClient.clientId! },
    })
    const history = detail.data.services_availed
    expect(history.map((entry) => [entry.service_name, entry.treatment_name, entry.date]).sort()).toEqual([
      ['Carbon peel', 'Laser', '2026-11-21'],
      ['Diamond peel', 'Facials', '2026-11-21'],
    ])
    expect(history.flatMap((entry) => entry.addons)).toEqual([
      { addon_id: till.catalogue.addOnId, addOn_name: 'LED light', quantity: 2 },
    ])
    const list = await till.server.as(till.cashier.token)(clientsContract.list, { querystring: { search: 'jessa' } })
    expect(list.clients[0]?.services_availed).toBe(2)
  })

  test('is logged with receipt number, total and discount, but without the name of the client', async () => {
    const sale = await till.send(
      till.order([till.peel()], {
        is_discounted: 'yes',
        discount: 300,
        discount_reason: 'Staff',
      }),
    )
    const { logs } = await till.server.as(admin.token)(historyLogsContract.list, { querystring: { per_page: 1 } })
    expect(logs[0]).toMatchObject({
      user: 'Andrea Cruz',
      type: 'create',
      action: `Recorded ${withinSentence(sale.document_name)}: ₱1,200.00, Cash, discount ₱300.00 (Staff)`,
    })
  })

  test('belongs to the server’s date in Manila, not the till’s', async () => {
    till.server.clock.now = new Date('2026-11-21T16:00:00Z')
    const sale = await till.send(till.order([till.peel()], { transaction_date: '2026-11-20T10:00:00+08:00' }))
    expect(sale.business_date).toBe('2026-11-22')
    expect(sale.transaction_date).toBe('2026-11-22T00:00:00+08:00')
    const row = await till.server.db
      .selectFrom('documents')
      .select('reported_at')
      .where('id', '=', sale.id)
      .executeTakeFirstOrThrow()
    expect(row.reported_at).toEqual(new Date('2026-11-20T02:00:00Z'))
  })

  test('keeps its own names and prices when the catalogue changes later', async () => {
    const sale = await till.send(till.order([till.carbon()]))
    const id = till.catalogue.otherTreatmentServiceId
    const rename = (name: string, price_centavos: number) =>
      till.server.db.updateTable('services').set({ name, price_centavos }).where('id', '=', id).execute()
    await rename('Carbon deluxe', 900_000)
    expect(await one(sale.id)).toEqual(sale)
    await rename('Carbon peel', 500_000)
  })
})
