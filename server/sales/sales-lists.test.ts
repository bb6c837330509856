import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createUser } from '#server/test/factories.ts'
import { lastLogEntry } from '#server/test/log-entries.ts'
import { periodMessages } from '#shared/lib/messages.ts'
import { salesContract, type Sale } from '#shared/sales/contract.ts'
import { saleMessages } from '#shared/sales/messages.ts'
import { openTill, errorOf, type Till } from './till-fixture.ts'

let till: Till
const sales: Record<string, Sale> = {}

const at = (instant: string) => {
  till.server.clock.now = new Date(instant)
}

beforeAll(async () => {
  till = await openTill()
  at('2026-11-19T16:30:00Z')
  sales.friday = await till.send(till.order([till.peel({ addOns: [till.light(2)] })]))
  at('2026-11-20T15:59:59Z')
  sales.fridayLast = await till.send(till.order([till.carbon()], { user_id: till.otherClient.id }))
  at('2026-11-20T16:00:00Z')
  sales.saturday = await till.send(till.order([till.glow({ quantity: 2 })], { is_discounted: 'yes', discount: 1 }))
  at('2026-11-21T09:00:00+08:00')
  sales.walkIn = await till.send(till.order([till.peel()], { user_id: null, customer_name: 'Ñina Reyes' }))
})
afterAll(() => till.server.close())

const list = (querystring = {}) => till.server.as(till.cashier.token)(salesContract.list, { querystring })
const names = async (querystring = {}) => (await list(querystring)).data.map((sale) => sale.customer_name)

describe('the list of sales', () => {
  test('shows the newest first, with the totals of all sales', async () => {
    const page = await list()
    expect(page.data).toEqual([sales.walkIn, sales.saturday, sales.fridayLast, sales.friday])
    expect(page).toMatchObject({ total: 4, page: 1, per_page: 12 })
    expect(page.summary).toEqual({
      total_revenue: 13_700,
      transaction_count: 4,
      average: 3425,
      active_customers: 3,
      methods: [{ payment_method: 'cash', total: 13_700, transaction_count: 4 }],
    })
  })

  test('is divided into pages, while its totals cover all filtered sales', async () => {
    const page = await list({ page: 2, per_page: 3 })
    expect(page.data).toEqual([sales.friday])
    expect(page).toMatchObject({ total: 4, summary: { transaction_count: 4 } })
  })

  test.each([
    ['a customer regardless of case and accents', 'bianca PENA', ['Bianca Peña', 'Bianca Peña']],
    ['a letter with a tilde, typed without it', 'nina', ['Ñina Reyes']],
    ['a service', 'carbon', ['Jessa Bautista']],
    ['a treatment', 'facials', ['Ñina Reyes', 'Bianca Peña', 'Bianca Peña']],
    ['an add-on', 'led light', ['Bianca Peña']],
    ['a receipt number', '4', ['Ñina Reyes']],
    ['only the receipt number after a # sign', '#2', ['Jessa Bautista']],
    ['a receipt number with leading zeros', '000004', ['Ñina Reyes']],
    ['a receipt number as its transaction card shows it', 'Receipt 000002', ['Jessa Bautista']],
    ['the number of an invoice as its card shows it', 'Non-VAT invoice refund 000002 (Bar)', ['Jessa Bautista']],
    ['part of a receipt number, also in other texts', '002', ['Bianca Peña', 'Jessa Bautista', 'Bianca Peña']],
    ['a digit in receipt numbers and in other texts', '2', ['Bianca Peña', 'Jessa Bautista', 'Bianca Peña']],
    ['nothing for an unknown name', 'zzz', []],
    ['a percent sign only as a plain character', '%', []],
    ['an underscore only as a plain character', '_', []],
    ['a backslash only as a plain character', '\\', []],
    ['a quote only as a plain character', "' or 1=1 --", []],
  ])('finds %s', async (_, search, found) => expect(await names({ search })).toEqual(found))

  test('of a period includes sales of the first and last millisecond of the period, by the date in Manila', async () => {
    const page = await list({ from: '2026-11-20', to: '2026-11-20' })
    expect(page.data).toEqual([sales.fridayLast, sales.friday])
    expect(page.summary).toMatchObject({ total_revenue: 7200, average: 3600, active_customers: 2 })
    expect(await names({ from: '2026-11-21', to: '2026-11-21' })).toEqual(['Ñina Reyes', 'Bianca Peña'])
  })

  test('of a period without sales is empty with totals of zero', async () => {
    const page = await list({ from: '2026-01-01', to: '2026-01-31' })
    expect(page.summary).toEqual({
      total_revenue: 0,
      transaction_count: 0,
      average: 0,
      active_customers: 0,
      methods: [],
    })
  })

  test('needs two valid dates in order', async () => {
    expect(await errorOf(list({ from: '2026-11-20' }))).toMatchObject({ message: periodMessages.bothDates })
    expect(await errorOf(list({ from: '2026-11-20', to: '2026-11-19' }))).toMatchObject({
      message: periodMessages.dateOrder,
    })
    expect(await errorOf(list({ from: '2026-02-30', to: '2026-03-01' }))).toMatchObject({ status: 422 })
  })
})

describe('the sales of a day', () => {
  const day = async () => (await till.server.as(till.cashier.token)(salesContract.dailySales, {})).data

  test('are summed, with the growth compared to yesterday up to the same time', async () => {
    expect(await day()).toEqual({ date: '2026-11-21', daily_sales: 6500, growth_rate: 195.45, transaction_count: 2 })
  })

  test('start from zero at midnight in Manila', async () => {
    at('2026-11-21T15:59:59Z')
    expect((await day()).daily_sales).toBe(6500)
    at('2026-11-21T16:00:00Z')
    expect(await day()).toEqual({ date: '2026-11-22', daily_sales: 0, growth_rate: 0, transaction_count: 0 })
    at('2026-11-22T16:00:00Z')
    expect(await day()).toMatchObject({ daily_sales: 0, growth_rate: 0 })
    at('2026-11-21T09:00:00+08:00')
  })
})

describe('a receipt', () => {
  const receipt = (token: string, id: string) => till.server.as(token)(salesContract.receipt, { params: { id } })

  test('shows the sale and the clinic to staff and to the client who bought', async () => {
    const { id } = sales.friday!
    const seen = (await receipt(till.cashier.token, id)).data
    expect(seen).toMatchObject({ ...sales.friday, print_count: 0, last_printed_at: null, discount_id_number: null })
    expect(seen.clinic.receipt_foot).toBe('This is not an official receipt or invoice.')
    expect((await receipt(till.client.token, id)).data).toEqual(seen)
  })

  test('of another client gets a 404', async () => {
    const error = await errorOf(receipt(till.otherClient.token, sales.friday!.id))
    expect(error).toMatchObject({ status: 404, message: saleMessages.notFound })
    const unknown = await errorOf(receipt(till.otherClient.token, '01900000-0000-7000-8000-00000000dead'))
    expect([unknown.status, unknown.message]).toEqual([error.status, error.message])
  })

  test('numbers its copies in the order in which they are recorded, before any of them is printed', async () => {
    const { id } = sales.friday!
    const print = (kind: 'print' | 'pdf', token = till.cashier.token) =>
      till.server.as(token)(salesContract.printed, { params: { id }, body: { kind } })
    const first = await print('print')
    expect(first.data).toEqual({ reprint: 0, printed_at: '2026-11-21T09:00:00+08:00' })
    expect((await lastLogEntry(till.server.db)).action).toBe('Printed receipt 000001')
    at('2026-11-21T10:15:00+08:00')
    expect((await print('pdf')).data).toEqual({ reprint: 1, printed_at: '2026-11-21T10:15:00+08:00' })
    expect((await lastLogEntry(till.server.db)).action).toBe('Saved reprint 1 of receipt 000001 as PDF')
    expect((await receipt(till.cashier.token, id)).data).toMatchObject({
      print_count: 2,
      last_printed_at: '2026-11-21T10:15:00+08:00',
    })
    expect(await errorOf(print('print', till.client.token))).toMatchObject({ status: 403 })
    at('2026-11-21T09:00:00+08:00')
  })

  test('is printed only once without the word REPRINT, even if two tills print it at the same time or an answer is lost', async () => {
    const { id } = sales.saturday!
    const print = (idempotencyKey?: string) =>
      till.server.as(till.cashier.token)(
        salesContract.printed,
        { params: { id }, body: { kind: 'print' } },
        idempotencyKey === undefined ? {} : { idempotencyKey },
      )
    const key = randomUUID()
    const copies = await Promise.all([print(key), print(), print(), print()])
    expect(copies.map(({ data }) => data.reprint).toSorted((one, other) => one - other)).toEqual([0, 1, 2, 3])
    expect(await print(key)).toEqual(copies[0])
    expect((await receipt(till.cashier.token, id)).data.print_count).toBe(4)
  })

  test('that is unknown can be neither read nor marked as printed', async () => {
    const params = { id: '01900000-0000-7000-8000-00000000dead' }
    const staff = till.server.as(till.cashier.token)
    const calls = [
      () => staff(salesContract.one, { params }),
      () => staff(salesContract.receipt, { params }),
      () => staff(salesContract.printed, { params, body: { kind: 'print' } }),
    ]
    for (const call of calls)
      expect(await errorOf(call())).toMatchObject({ status: 404, message: saleMessages.notFound })
  })
})

describe('my transactions', () => {
  const mine = (token: string, querystring = {}) => till.server.as(token)(salesContract.mine, { querystring })

  test('are only those of the logged-in client, newest first', async () => {
    const page = await mine(till.client.token)
    expect(page.data.map((sale) => sale.transaction_id)).toEqual([sales.saturday!.id, sales.friday!.id])
    expect(page.data[0]).toEqual({
      transaction_id: sales.saturday!.id,
      receipt_number: 3,
      document_name: 'Receipt 000003',
      transaction_date: '2026-11-21T00:00:00+08:00',
      treatments: JSON.stringify([{ name: 'Hydra glow', quantity: 2 }]),
      total: 5000,
      payment_method: 'cash',
    })
    expect((await mine(till.client.token, { page: 2, per_page: 1 })).data.map((sale) => sale.receipt_number)).toEqual([
      1,
    ])
  })

  test('of a client without purchases, or of staff, are empty', async () => {
    const nobody = await createUser(till.server.db, 'client')
    expect(await mine(nobody.token)).toEqual({ data: [], total: 0, page: 1, per_page: 5 })
    expect((await mine(till.cashier.token)).total).toBe(0)
  })
})

test('the totals of the list of sales include every new sale', async () => {
  const before = (await list()).summary
  await till.send(till.order([till.carbon()]))
  expect((await list()).summary).toMatchObject({
    total_revenue: before.total_revenue + 5000,
    transaction_count: before.transaction_count + 1,
  })
  const day = { from: '2026-11-21', to: '2026-11-21' }
  expect((await list(day)).summary.transaction_count).toBe(3)
  await till.send(till.order([till.carbon()]))
  expect((await list(day)).summary.transaction_count).toBe(4)
})
