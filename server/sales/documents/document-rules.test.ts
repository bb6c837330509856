import { MAIN_BRANCH_ID } from '#server/db/main-branch.ts'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newId } from '#server/lib/new-id.ts'
import { putDocument } from '#server/sales/document-fixture.ts'
import { balanced, checkBooks } from '#server/sales/books/books-fixture.ts'
import { openTill, type Till } from '#server/sales/till-fixture.ts'

let till: Till
let app: pg.Client
let id: string
let number = 0
beforeAll(async () => {
  till = await openTill()
  app = new pg.Client({ connectionString: till.server.database.appUrl })
  await app.connect()
})
afterAll(async () => {
  await app.end()
  await till.server.close()
})
beforeEach(() => {
  id = newId()
})

const insertLine = (lineTotal: number, position = 1, orderDiscount = 0) =>
  app.query(
    `insert into document_lines (document_id, position, kind, service_id, treatment_id, name, treatment_name, quantity,
       unit_price_centavos, discount_centavos, line_total_centavos, order_discount_centavos)
     values ($1, $2, 'service', $3, $4, 'Peel', 'Facials', 1, $5, 0, $5, $6)`,
    [id, position, till.catalogue.serviceId, till.catalogue.treatmentId, lineTotal, orderDiscount],
  )
const insertPayment = (amount: number, position = 1, method = 'cash', reference: string | null = null) =>
  app.query(
    `insert into payments (document_id, position, method, amount_centavos, received_centavos, change_centavos,
       reference_number, reference_key) values ($1, $2, $3, $4, $4, 0, $5, $5)`,
    [id, position, method, amount, reference],
  )
const insertDocument = (subtotal: number, discount: number, kind = 'sale', refersTo: string | null = null) =>
  app.query(
    `insert into documents (id, branch_id, kind, number, refers_to, reason, business_date, sold_at, cashier_id, cashier_name,
       is_walk_in, issuer_name, issuer_address, issuer_phone, issuer_tin, receipt_foot, item_count, treatment_text,
       subtotal_centavos, discount_centavos, total_centavos)
     values ($1, '${MAIN_BRANCH_ID}', $2, $3, $4, case when $2 <> 'sale' then 'Wrong person' end, '2026-11-21', '2026-11-21Z', $5, 'Andrea',
       true, '', '', '', '', '', 1, '', $6::bigint, $7::bigint, $6::bigint - $7::bigint)`,
    [id, kind, 1_000_000 + ++number, refersTo, till.cashier.id, subtotal, discount],
  )

/** Runs steps in one transaction, which is rolled back when any of them fails. */
async function atOnce(...steps: (() => Promise<unknown>)[]): Promise<void> {
  await app.query('begin')
  try {
    for (const step of steps) await step()
    await app.query('commit')
  } catch (error) {
    await app.query('rollback')
    throw error
  }
}

const addsUp = { constraint: 'documents__adds_up' }

describe('a document is committed only if its totals match its lines and payments', () => {
  test('several lines, a discount and several payments that match are accepted', async () => {
    await atOnce(
      () => insertLine(100_000),
      () => insertLine(50_000, 2, 20_000),
      () => insertPayment(90_000),
      () => insertPayment(40_000, 2, 'gcash', 'SPLIT-1'),
      () => insertDocument(150_000, 20_000),
    )
    const { rows } = await app.query('select total_centavos from documents where id = $1', [id])
    expect(rows).toEqual([{ total_centavos: '130000' }])
  })

  test.each<[string, (() => Promise<unknown>)[]]>([
    [
      'lines for less than the subtotal',
      [() => insertLine(99_999), () => insertPayment(100_000), () => insertDocument(100_000, 0)],
    ],
    [
      'payments of less than the total',
      [() => insertLine(100_000), () => insertPayment(99_999), () => insertDocument(100_000, 0)],
    ],
    [
      'a payment of the subtotal although a discount was given',
      [() => insertLine(100_000), () => insertPayment(100_000), () => insertDocument(100_000, 1)],
    ],
    [
      'lines that share less than the discount',
      [() => insertLine(100_000, 1, 99), () => insertPayment(99_900), () => insertDocument(100_000, 100)],
    ],
    ['no lines', [() => insertPayment(0), () => insertDocument(0, 0)]],
    ['no payment', [() => insertLine(0), () => insertDocument(0, 0)]],
  ])('%s are rejected', async (_, steps) => {
    await expect(atOnce(...steps)).rejects.toMatchObject(addsUp)
  })

  test('a committed document accepts no more lines or payments, not even with an amount of zero', async () => {
    ;({ id } = await till.send(till.order([till.peel()])))
    await expect(insertLine(0, 9)).rejects.toMatchObject({ code: '23001' })
    await expect(insertPayment(0, 9)).rejects.toMatchObject({ code: '23001' })
  })

  test('lines without a document are rejected', async () => {
    await expect(insertLine(0)).rejects.toMatchObject({ code: '23503' })
  })
})

describe('a void or refund', () => {
  const put = (voids: string | null) => {
    const { cashier, client, catalogue } = till
    return putDocument(till.server.db, { date: '2026-11-20', cashier, client, catalogue, voids })
  }

  test('is a document of its own with the next number; a sale can be voided once', async () => {
    const sold = await put(null)
    await put(sold)
    await expect(put(sold)).rejects.toMatchObject({ constraint: 'documents__voided_once' })
  })

  test('has negative amounts, and a sale may have several refunds', async () => {
    const sold = await put(null)
    for (const amount of [30_000, 70_000]) {
      id = newId()
      await atOnce(
        () => insertLine(-amount),
        () => insertPayment(-amount),
        () => insertDocument(-amount, 0, 'refund', sold),
      )
    }
    id = newId()
    const positive = [
      () => insertLine(100),
      () => insertPayment(100),
      () => insertDocument(100, 0, 'refund', sold),
    ] as const
    await expect(atOnce(...positive)).rejects.toMatchObject({ constraint: 'documents__signs' })
  })

  test('refers to its sale and has a reason, while a sale refers to no document and has no reason', async () => {
    const parts = [() => insertLine(0), () => insertPayment(0)]
    await expect(atOnce(...parts, () => insertDocument(0, 0, 'void'))).rejects.toMatchObject({
      constraint: 'documents__refers_to',
    })
    const sold = await put(null)
    await expect(atOnce(...parts, () => insertDocument(0, 0, 'sale', sold))).rejects.toMatchObject({
      constraint: 'documents__refers_to',
    })
  })
})

test('the check of the books detects a payment that is wrong by a centavo', async () => {
  const owner = new pg.Client({ connectionString: till.server.database.ownerUrl })
  await owner.connect()
  try {
    const { paymentsOff } = await checkBooks(till.server.db)
    expect(paymentsOff).toBe(balanced.paymentsOff)
    await owner.query('alter table payments disable trigger user')
    await owner.query(
      `update payments set amount_centavos = amount_centavos + 1, received_centavos = received_centavos + 1
       where (document_id, position) = (select document_id, position from payments limit 1)`,
    )
    expect((await checkBooks(till.server.db)).paymentsOff).toBe(1)
  } finally {
    await owner.end()
  }
})
