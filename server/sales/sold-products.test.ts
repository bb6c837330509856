import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { createUser, type TestUser } from '#server/test/factories.ts'
import { inventoryContract as inventory, type Product } from '#shared/inventory/contract.ts'
import { stockContract } from '#shared/inventory/stock-contract.ts'
import { salesContract, type Sale } from '#shared/sales/contract.ts'
import { saleMessages as s } from '#shared/sales/messages.ts'
import { refundContract } from '#shared/sales/refunds/refund-contract.ts'
import { balanced, checkBooks } from './books/books-fixture.ts'
import { errorOf, openTill, type OrderLine, type Till } from './till-fixture.ts'
import { seededRandom } from '../../scripts/demo/random.ts'

let till: Till
let admin: TestUser
let category_id: string
beforeEach(async () => {
  await till?.server.close()
  till = await openTill()
  admin = await createUser(till.server.db, 'admin')
  category_id = (await asAdmin()(inventory.createCategory, { body: { name: 'Retail' } })).data.id
})
afterAll(() => till.server.close())

const asAdmin = () => till.server.as(admin.token)
const create = async (name: string, quantity: number, more: object = {}) => {
  const body = { name, quantity: String(quantity), unit_type: 'pc', category_id, price: '950', cost: '400', ...more }
  return (await asAdmin()(inventory.createProduct, { body })).data
}
const line = ({ id, name, price }: Product, quantity = 1, more: Partial<OrderLine> = {}): OrderLine => ({
  kind: 'product',
  service_id: id,
  name,
  quantity,
  price: price!,
  treatment_id: category_id,
  ...more,
})
const stockOf = async ({ id }: Product) => {
  const { data, batches } = await asAdmin()(stockContract.stock, { params: { id } })
  return { quantity: data.quantity, batches: batches.map((batch) => [batch.code, batch.quantity]) }
}
const quantityOf = async (product: Product) => (await stockOf(product)).quantity
const receive = (product: Product, code: string, expires_on: string, amount: number) =>
  asAdmin()(
    stockContract.move,
    { params: { id: product.id }, body: { kind: 'receive', amount, code, expires_on } },
    { idempotencyKey: randomUUID() },
  )
const voidSale = async ({ id }: Sale) =>
  (
    await asAdmin()(
      salesContract.voidSale,
      { params: { id }, body: { reason: 'Wrong item' } },
      { idempotencyKey: randomUUID() },
    )
  ).data
const refund = ({ id }: Sale, lines: { position: number; quantity: number; restock?: boolean }[], total: number) =>
  asAdmin()(
    refundContract.refund,
    { params: { id }, body: { lines, total, method: 'cash', reason: 'Unopened' } },
    { idempotencyKey: randomUUID() },
  )
const nextDay = () => {
  till.server.clock.now = new Date(till.server.clock.now.getTime() + 86_400_000)
}

/** The products whose quantity is not the sum of their movements, or is less than the sum of their batches. */
const wrongStocks = async () =>
  (
    await sql`select name from products where quantity::numeric is distinct from
        (select coalesce(sum(amount), 0) from stock_movements where product_id = products.id)
      or exists (select from stock_batches batch where product_id = products.id and quantity is distinct from
        (select sum(amount) from stock_movements where batch_id = batch.id))`.execute(till.server.db)
  ).rows

test('if a product is sold beside a service, the document has a line for it, the client’s history has only the service, and the stock falls', async () => {
  const serum = await create('Serum', 10)
  const sale = await till.send(till.order([till.peel(), line(serum, 3)]))
  expect(sale).toMatchObject({ subtotal: 4_350, item_count: 4 })
  expect(sale.treatments[1]).toEqual({
    kind: 'product',
    service_id: serum.id,
    service_name: 'Serum',
    treatment_id: category_id,
    treatment_name: 'Retail',
    quantity: 3,
    price: 950,
    addOns: [],
  })
  const { data } = await asAdmin()(salesContract.one, { params: { id: sale.id } })
  expect(data.treatments).toEqual(sale.treatments)
  expect(await quantityOf(serum)).toBe(7)
  const history = await till.server.db.selectFrom('client_services').select('service_id').execute()
  expect(history).toEqual([{ service_id: till.catalogue.serviceId }])
  const found = await asAdmin()(salesContract.list, { querystring: { search: 'serum' } })
  expect(found.data.map(({ id }) => id)).toEqual([sale.id])
  expect(await till.server.as(admin.token)(salesContract.mostSold, {})).toEqual({
    data: [{ service_id: till.catalogue.serviceId, quantity: 1 }],
  })
  expect(await checkBooks(till.server.db)).toMatchObject(balanced)
})

test('the line of a product keeps the tax class of the product, also when the class changes later', async () => {
  const serum = await create('Serum', 5)
  const { id } = await till.send(till.order([line(serum)]))
  const exempt = { tax_class: 'exempt' as const }
  await till.server.db.updateTable('products').set(exempt).where('id', '=', serum.id).execute()
  await till.send(till.order([line(serum)]))
  const rows = await till.server.db
    .selectFrom('document_lines')
    .select(['catalogue_tax_class', sql<boolean>`document_id = ${id}`.as('is_first')])
    .orderBy('is_first', 'desc')
    .execute()
  expect(rows.map((row) => row.catalogue_tax_class)).toEqual(['vatable', 'exempt'])
})

test('a sale takes the pieces of a product that expire first, never expired ones, and may exceed the stock; a void restores the stock', async () => {
  const serum = await create('Serum', 1)
  await receive(serum, 'OLD', '2026-11-20', 4)
  await receive(serum, 'LATE', '2027-06-01', 2)
  await receive(serum, 'SOON', '2026-12-24', 2)
  const before = await stockOf(serum)
  const sale = await till.send(till.order([line(serum, 6)]))
  expect(await stockOf(serum)).toEqual({
    quantity: 3,
    batches: [['OLD', 4]],
  })
  await voidSale(sale)
  expect(await stockOf(serum)).toEqual(before)
  expect(await wrongStocks()).toEqual([])
})

test('a refund puts back only the pieces that the cashier returns to the shelf, and never more than were sold', async () => {
  const serum = await create('Serum', 5)
  const sale = await till.send(till.order([till.peel(), line(serum, 3)]))
  nextDay()
  const { data } = await asAdmin()(refundContract.refundable, { params: { id: sale.id } })
  expect(data.lines.map(({ name, is_product }) => [name, is_product])).toEqual([
    ['Diamond peel', undefined],
    ['Serum', true],
  ])
  await refund(sale, [{ position: 2, quantity: 1 }], 950)
  expect(await quantityOf(serum)).toBe(2)
  await refund(sale, [{ position: 2, quantity: 2, restock: true }], 1_900)
  expect(await quantityOf(serum)).toBe(4)
  const again = await errorOf(refund(sale, [{ position: 2, quantity: 1, restock: true }], 950))
  expect(again.code).toBe('conflict')
  expect(await quantityOf(serum)).toBe(4)
  expect(await checkBooks(till.server.db)).toMatchObject(balanced)
})

test('a sale with another price, with a product without a price, with the same product twice or with an add-on of a product is refused and changes nothing', async () => {
  const serum = await create('Serum', 5)
  const tool = await create('Tool', 5, { price: '' })
  const changed = await till.error(till.order([line(serum, 1, { price: 900 })]))
  expect(changed).toMatchObject({
    code: 'price_changed',
    data: { services: [{ kind: 'product', service_id: serum.id, price: 950, treatment_id: category_id }] },
  })
  const refusals = [
    [[line(tool, 1, { price: 950 })], s.noLongerOffered('Tool')],
    [[line(serum), line(serum)], s.serviceTwice],
    [[line(serum, 1, { addOns: [till.light()] })], s.addOnOfOtherTreatment],
    [[{ ...line(serum), kind: undefined }], s.noLongerOffered('Serum')],
    [[{ ...till.peel(), kind: 'product' as const }], s.noLongerOffered('Diamond peel')],
  ] as const
  for (const [lines, sentence] of refusals) {
    const { message, errors } = await till.error(till.order([...lines]))
    expect([message, ...Object.values(errors).flat()]).toContain(sentence)
  }
  expect(await quantityOf(serum)).toBe(5)
  expect((await till.server.db.selectFrom('documents').select('id').execute()).length).toBe(0)
})

test('a discount applies to a product as to a service, and a Senior or PWD card only to a product marked as eligible', async () => {
  const card = { kind: 'senior' as const, id_number: 'QC-0148-22719', name: 'Bianca Peña', birth_date: '1950-01-01' }
  const serum = await create('Serum', 5)
  const vitamins = await create('Vitamins', 5, { senior_pwd_eligible: 'true', price: '500' })
  const refused = await till.error(till.order([line(serum, 1, { senior_pwd: true })], { senior_pwd_card: card }))
  expect(refused.code).toBe('price_changed')
  const lines = [line(vitamins, 1, { senior_pwd: true }), line(serum, 1, { discount: 50, discount_reason: 'Promo' })]
  const sale = await till.send(till.order(lines, { senior_pwd_card: card }))
  expect(sale.treatments).toMatchObject([
    { service_name: 'Vitamins', discount: 100, discount_reason: 'Senior Citizen', card: 1 },
    { service_name: 'Serum', discount: 50, discount_reason: 'Promo' },
  ])
  expect(sale.total_after_discount).toBe(1_300)
  expect(await checkBooks(till.server.db)).toMatchObject(balanced)
})

test('a sale whose product was deleted keeps its document, and its void returns only the other products to the stock', async () => {
  const [serum, toner] = [await create('Serum', 5), await create('Toner', 5)]
  const sale = await till.send(till.order([line(serum, 2), line(toner, 2)]))
  await asAdmin()(inventory.deleteProduct, { params: { id: serum.id } })
  expect((await voidSale(sale)).treatments.map(({ service_name }) => service_name)).toEqual(['Serum', 'Toner'])
  expect(await quantityOf(toner)).toBe(5)
  expect(await checkBooks(till.server.db)).toMatchObject(balanced)
})

test('fifty sales of the same two products at once, in either order, end at the right stock', async () => {
  const [serum, toner] = [await create('Serum', 30), await create('Toner', 80)]
  const both = [line(serum), line(toner)]
  await Promise.all(Array.from({ length: 50 }, (_, n) => till.send(till.order(n % 2 === 0 ? both : both.toReversed()))))
  expect([await quantityOf(serum), await quantityOf(toner)]).toEqual([-20, 30])
  expect(await wrongStocks()).toEqual([])
  expect(await checkBooks(till.server.db)).toMatchObject(balanced)
})

test('random sales, voids, refunds and deliveries keep the stock equal to the sum of its movements, and the books balance', async () => {
  const random = seededRandom(36)
  const below = (most: number) => random.whole(0, most - 1)
  const products = [await create('Serum', 20), await create('Toner', 3), await create('Mask', 0, { price: '120.50' })]
  /** How many pieces of each product have left the stock, less the pieces that came in. */
  const gone = new Map(products.map(({ id, quantity }) => [id, -quantity]))
  const move = ({ id }: Product, amount: number) => gone.set(id, gone.get(id)! + amount)
  for (let day = 0; day < 4; day++) {
    const sales: { sale: Sale; sold: [Product, number][] }[] = []
    for (let n = 0; n < 12; n++) {
      const sold = products.filter(() => below(2) === 0).map((each): [Product, number] => [each, 1 + below(4)])
      const services = sold.length === 0 || below(2) === 0 ? [till.peel()] : []
      const lines = [...services, ...sold.map(([each, quantity]) => line(each, quantity))]
      sales.push({ sale: await till.send(till.order(lines)), sold })
      for (const [each, quantity] of sold) move(each, quantity)
      if (below(4) === 0) {
        const each = products[below(3)]!
        const amount = 1 + below(5)
        await receive(each, `B${day}-${n}`, `2027-0${1 + below(9)}-01`, amount)
        move(each, -amount)
      }
      if (below(3) === 0) {
        const [voided] = sales.splice(below(sales.length), 1)
        await voidSale(voided!.sale)
        for (const [each, quantity] of voided!.sold) move(each, -quantity)
      }
    }
    nextDay()
    for (const { sale, sold } of sales) {
      if (sold.length === 0 || below(2) === 0) continue
      const [each, quantity] = sold.at(-1)!
      const pieces = 1 + below(quantity)
      const restock = below(2) === 0
      await refund(
        sale,
        [{ position: sale.treatments.length, quantity: pieces, restock }],
        Math.round(each.price! * pieces * 100) / 100,
      )
      if (restock) move(each, -pieces)
    }
    for (const each of products) expect(await quantityOf(each)).toBe(-gone.get(each.id)!)
    expect(await wrongStocks()).toEqual([])
    expect(await checkBooks(till.server.db)).toMatchObject(balanced)
  }
})
