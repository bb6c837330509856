import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { priceList } from '#shared/sales/line.ts'
import { saleMessages } from '#shared/sales/messages.ts'
import { balanced, checkBooks } from '#server/sales/books/books-fixture.ts'
import { openTill, type OrderLine, type Till } from '#server/sales/till-fixture.ts'

let till: Till
beforeAll(async () => {
  till = await openTill()
})
afterAll(() => till.server.close())

const nothingRecorded = async () => expect(await checkBooks(till.server.db)).toEqual({ sales: 0, ...balanced })

async function whilePriced(centavos: number, work: () => Promise<void>): Promise<void> {
  const { db } = till.server
  const set = (price_centavos: number) =>
    db.updateTable('services').set({ price_centavos }).where('id', '=', till.catalogue.serviceId).execute()
  await set(centavos)
  await work().finally(() => set(150_000))
}

async function whileDeleted(table: 'services' | 'add_ons' | 'treatments', id: string, work: () => Promise<void>) {
  const { db } = till.server
  const set = (deleted_at: Date | null) => db.updateTable(table).set({ deleted_at }).where('id', '=', id).execute()
  await set(new Date('2026-11-21T00:00:00Z'))
  await work().finally(() => set(null))
}

describe('prices come from the catalogue', () => {
  test('a changed price is rejected with the current prices', () =>
    whilePriced(160_000, async () => {
      const error = await till.error(till.order([till.peel({ addOns: [till.light()] })]))
      expect(error).toMatchObject({ status: 409, code: 'price_changed', message: saleMessages.pricesChanged })
      expect(priceList.parse(error.data)).toEqual({
        services: [
          {
            service_id: till.catalogue.serviceId,
            name: 'Diamond peel',
            price: 1600,
            treatment_id: till.catalogue.treatmentId,
          },
        ],
        add_ons: [
          {
            addOn_id: till.catalogue.addOnId,
            addOn_name: 'LED light',
            addOn_price: 350,
            treatment_id: till.catalogue.treatmentId,
          },
        ],
      })
      await nothingRecorded()
    }))

  test.each(['total', 'total_after_discount', 'exchange_money'] as const)('a wrong %s is rejected', async (field) => {
    const body = till.order([till.peel()])
    const error = await till.error({ ...body, [field]: body[field] + 0.01 })
    expect(error).toMatchObject({ status: 409, code: 'price_changed' })
    await nothingRecorded()
  })

  test('a line with a lower price and matching totals is rejected', async () => {
    const body = till.order([till.peel(), till.glow()])
    const treatments = [till.peel({ price: 1000 }), till.glow({ price: 3000.5 })]
    expect(await till.error({ ...body, treatments })).toMatchObject({ status: 409, code: 'price_changed' })
    await nothingRecorded()
  })

  test('an add-on with a lower price is rejected', async () => {
    const error = await till.error(till.order([till.peel({ addOns: [{ ...till.light(), addOn_price: 1 }] })]))
    expect(error.code).toBe('price_changed')
    await nothingRecorded()
  })

  test('a line with another treatment than in the catalogue is rejected', async () => {
    const line = till.peel({ treatment_id: till.catalogue.otherTreatmentId })
    expect((await till.error(till.order([line]))).code).toBe('price_changed')
    await nothingRecorded()
  })
})

describe('a sale of an item that is no longer offered is rejected', () => {
  const gone = async (line: OrderLine, name: string) => {
    const error = await till.error(till.order([line, till.carbon()]))
    expect(error).toMatchObject({ status: 409, code: 'price_changed', message: saleMessages.noLongerOffered(name) })
    await nothingRecorded()
    return priceList.parse(error.data)
  }

  test('for a deleted service, which is missing in the current prices of the response', () =>
    whileDeleted('services', till.catalogue.serviceId, async () => {
      const fresh = await gone(till.peel(), 'Diamond peel')
      expect(fresh.services.map((service) => service.name)).toEqual(['Carbon peel'])
    }))

  test('for a service of a deleted treatment', () =>
    whileDeleted('treatments', till.catalogue.treatmentId, async () => void (await gone(till.peel(), 'Diamond peel'))))

  test('for a deleted add-on', () =>
    whileDeleted('add_ons', till.catalogue.addOnId, async () => {
      const fresh = await gone(till.peel({ addOns: [till.light()] }), 'LED light')
      expect(fresh.add_ons).toEqual([])
    }))

  test('for a service that never existed', async () => {
    await gone(till.peel({ service_id: '01900000-0000-7000-8000-00000000dead' }), 'Diamond peel')
  })
})

describe('an order is rejected', () => {
  const refused = async (lines: OrderLine[], message: string) => {
    expect(await till.error(till.order(lines))).toMatchObject({ status: 422, message })
    await nothingRecorded()
  }

  test('with an add-on of another treatment', () =>
    refused([till.carbon({ addOns: [till.light()] })], saleMessages.addOnOfOtherTreatment))
  test('with a duplicate service', () => refused([till.peel(), till.peel()], saleMessages.serviceTwice))
  test('with a duplicate add-on of a service', () =>
    refused([till.peel({ addOns: [till.light(), till.light()] })], saleMessages.addOnTwice))
  test('without any line', () => refused([], saleMessages.selectTreatment))
  test('with more lines than an order may have', () =>
    refused(
      Array.from({ length: 61 }, () => till.peel()),
      saleMessages.tooManyLines,
    ))

  test.each([0, -1, 1.5, 1000, 1e9, Number.NaN, '2'])('with a quantity of %s', async (quantity) => {
    const body = till.order([till.peel()])
    const bad = { quantity: quantity as number }
    const errors = [
      await till.error({ ...body, treatments: [till.peel(bad)] }),
      await till.error({ ...body, treatments: [till.peel({ addOns: [{ ...till.light(), ...bad }] })] }),
    ]
    expect(errors.map((error) => error.status)).toEqual([422, 422])
    await nothingRecorded()
  })

  test.each([-1, 0.001, 1e21])('with the value %d as a total, discount, received money or change', async (amount) => {
    const body = till.order([till.peel()])
    for (const field of ['total', 'discount', 'total_after_discount', 'received_money', 'exchange_money'] as const)
      expect(await till.error({ ...body, [field]: amount })).toMatchObject({
        status: 422,
        errors: { [field]: [/./] },
      })
    await nothingRecorded()
  })

  test('with a total larger than the till accepts', async () => {
    const body = till.order([till.carbon({ quantity: 1 })])
    const treatments = [till.carbon({ quantity: 999 }), till.glow({ quantity: 999 }), till.peel({ quantity: 999 })]
    expect((await till.error({ ...body, treatments })).status).toBe(409)
    const { db } = till.server
    const price = (price_centavos: number) =>
      db.updateTable('services').set({ price_centavos }).where('id', '=', till.catalogue.serviceId).execute()
    await price(999_999_999)
    const error = await till.error({ ...body, treatments: [till.peel({ quantity: 2, price: 9_999_999.99 })] })
    await price(150_000)
    expect(error).toMatchObject({ status: 422, errors: { total: [saleMessages.amountTooLarge] } })
    await nothingRecorded()
  })

  test.each(['receipt_number', 'cashier_id', 'business_date', 'state', 'id', 'is_voided'])(
    'that contains %s, which only the server sets',
    async (field) => {
      const error = await till.error({ ...till.order([till.peel()]), [field]: 1 })
      expect(error.status).toBe(422)
      expect(Object.keys(error.errors)).toEqual([field])
      await nothingRecorded()
    },
  )

  test('with an unknown field on a line', async () => {
    const body = till.order([{ ...till.peel(), line_total: 1 } as OrderLine])
    expect((await till.error(body)).errors).toHaveProperty(['treatments.0.line_total'])
    await nothingRecorded()
  })
})
