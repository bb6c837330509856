import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { TaxClass } from '#shared/lib/taxes.ts'
import { cardContract } from '#shared/sales/till-contract.ts'
import { cardMessages, saleMessages } from '#shared/sales/messages.ts'
import { salesContract } from '#shared/sales/contract.ts'
import { erasePersonalData } from '#server/db/personal-data/statements.ts'
import { createUser } from '#server/test/factories.ts'
import { exportContract } from '#shared/profile/contract.ts'
import { balanced, checkBooks } from '#server/sales/books/books-fixture.ts'
import { openTill, orderOf, type OrderLine, type Till } from '#server/sales/till-fixture.ts'

let till: Till
let voider: string
beforeAll(async () => {
  till = await openTill()
  voider = (await createUser(till.server.db, 'admin', { name: 'Rosa Reyes' })).token
})
afterAll(() => till.server.close())
beforeEach(() => setUp({ isVatRegistered: false, chargesExcise: false }))

type Tax = { isVatRegistered: boolean; chargesExcise: boolean }
const vat = { isVatRegistered: true, chargesExcise: false }

const setUp = ({ isVatRegistered, chargesExcise }: Tax) =>
  till.server.db
    .updateTable('branches')
    .set({ is_vat_registered: isVatRegistered, charges_excise: chargesExcise })
    .execute()

const mark = (
  serviceId: string,
  values: { senior_pwd_eligible?: boolean; tax_class?: TaxClass; is_excise?: boolean },
) => till.server.db.updateTable('services').set(values).where('id', '=', serviceId).execute()

const senior = {
  kind: 'senior',
  id_number: 'QC-0148-22719',
  name: 'Corazon M. Villanueva',
  birth_date: '1959-03-14',
} as const
const order = (lines: OrderLine[], paid = {}, tax?: Tax) => orderOf(till.client, lines, paid, tax)
const linesOf = (id: string) =>
  till.server.db.selectFrom('document_lines').selectAll().where('document_id', '=', id).orderBy('position').execute()
const documentOf = (id: string) =>
  till.server.db.selectFrom('documents').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const receiptOf = async (id: string) =>
  (await till.server.as(till.cashier.token)(salesContract.receipt, { params: { id } })).data

describe('the discount of a line', () => {
  test('in pesos or percent is stored with its reason on its line, independent of the order’s discount', async () => {
    const sale = await till.send(
      order(
        [
          till.peel({ quantity: 2, discount: 250, discount_reason: 'Promo' }),
          till.glow({ discount_percent: 12.5, discount_reason: 'Staff', addOns: [till.light()] }),
        ],
        { is_discounted: 'yes', discount: 100, discount_reason: 'Other' },
      ),
    )
    expect(sale).toMatchObject({ subtotal: 5287.94, discount: 100, total_after_discount: 5187.94 })
    expect(sale.treatments).toMatchObject([
      { price: 1500, quantity: 2, discount: 250, discount_reason: 'Promo' },
      { price: 2500.5, discount: 312.56, discount_reason: 'Staff', addOns: [{ addOn_price: 350 }] },
    ])
    expect(sale.treatments[1]!.addOns[0]).not.toHaveProperty('discount')
    const rows = await linesOf(sale.id)
    expect(rows.map((row) => [row.discount_centavos, row.line_total_centavos, row.order_discount_centavos])).toEqual([
      [25_000, 275_000, 5201],
      [31_256, 218_794, 4137],
      [0, 35_000, 662],
    ])
    expect(rows.every((row) => row.tax_class === null && row.vatable_centavos === 0)).toBe(true)
    expect(await documentOf(sale.id)).toMatchObject({ line_discount_centavos: 56_256, less_vat_centavos: 0 })
  })

  test.each(['Senior Citizen', 'PWD'] as const)(
    'with the reason %s is refused; if the service is eligible, the message says to enter the card instead',
    async (discount_reason) => {
      const sales = async () => (await checkBooks(till.server.db)).sales
      const before = await sales()
      const refusal = async () => (await till.error(order([till.peel({ discount: 300, discount_reason })]))).errors
      await mark(till.catalogue.serviceId, { senior_pwd_eligible: false })
      expect(await refusal()).toEqual({ discount_reason: [cardMessages.notEligible('Diamond peel')] })
      await mark(till.catalogue.serviceId, { senior_pwd_eligible: true })
      expect(await refusal()).toEqual({ discount_reason: [cardMessages.useCard] })
      await mark(till.catalogue.serviceId, { senior_pwd_eligible: false })
      expect(await sales()).toBe(before)
    },
  )

  test('is limited to the price of the service', async () => {
    const sale = await till.send(order([till.peel({ discount: 99_999, addOns: [till.light()] })]))
    expect(sale).toMatchObject({ subtotal: 350, total_after_discount: 350 })
  })

  test.each([
    ['a line discount above 100 percent', { discount_percent: 101 }],
    ['a line discount with a third decimal', { discount_percent: 33.333 }],
    ['a negative line discount', { discount: -1 }],
  ])('is rejected if it is impossible: %s', async (_, more) => {
    const body = { ...order([till.peel()]), treatments: [till.peel(more)] }
    expect((await till.error(body)).status).toBe(422)
  })

  test('that is missing in the till’s totals makes the server reject the sale and send the current prices', async () => {
    const body = order([till.peel()])
    const error = await till.error({ ...body, treatments: [till.peel({ discount: 100 })] })
    expect([error.status, error.message]).toEqual([409, saleMessages.pricesChanged])
  })
})

describe('the taxes of a sale', () => {
  test('VAT, exempt and zero-rated amounts are on the lines and add up on the document', async () => {
    await setUp(vat)
    await mark(till.catalogue.otherServiceId, { tax_class: 'exempt' })
    await mark(till.catalogue.otherTreatmentServiceId, { tax_class: 'zero-rated' })
    const sale = await till.send(
      order(
        [till.peel({ addOns: [till.light()] }), till.glow(), till.carbon()],
        { is_discounted: 'yes', discount: 35.05 },
        vat,
      ),
    )
    const rows = await linesOf(sale.id)
    expect(rows.map((row) => row.tax_class)).toEqual(['vatable', 'vatable', 'exempt', 'zero-rated'])
    const document = await documentOf(sale.id)
    expect(document).toMatchObject({ exempt_centavos: 249_112, zero_rated_centavos: 498_126 })
    expect(document.vatable_centavos + document.vat_centavos).toBe(184_307)
    expect((await receiptOf(sale.id)).paper!.taxes).toEqual({
      vatable: document.vatable_centavos / 100,
      vat: document.vat_centavos / 100,
      exempt: 2491.12,
      zero_rated: 4981.26,
      excise: 0,
    })
    await mark(till.catalogue.otherServiceId, { tax_class: 'vatable' })
    await mark(till.catalogue.otherTreatmentServiceId, { tax_class: 'vatable' })
  })

  test('excise is extracted from the price if the clinic charges it, and is included in the VATable sales of the receipt', async () => {
    const both = { isVatRegistered: true, chargesExcise: true }
    await setUp(both)
    await mark(till.catalogue.otherTreatmentServiceId, { is_excise: true })
    const sale = await till.send(order([till.carbon({ quantity: 12 })], {}, both))
    expect(await documentOf(sale.id)).toMatchObject({
      total_centavos: 60_000_00,
      vatable_centavos: 51_020_41,
      excise_centavos: 2_551_02,
      vat_centavos: 6_428_57,
    })
    expect((await receiptOf(sale.id)).paper!.taxes).toEqual({
      vatable: 53_571.43,
      vat: 6_428.57,
      exempt: 0,
      zero_rated: 0,
      excise: 2_551.02,
    })
    await mark(till.catalogue.otherTreatmentServiceId, { is_excise: false })
  })

  test('the receipt of a clinic that charges no tax shows no taxes', async () => {
    const { id } = await till.send(order([till.peel()]))
    expect((await receiptOf(id)).paper).toMatchObject({ taxes: null, card: null })
  })
})

describe('the card of a Senior Citizen or PWD', () => {
  beforeAll(async () => {
    await mark(till.catalogue.serviceId, { senior_pwd_eligible: true })
    await till.server.db
      .updateTable('services')
      .set({ price_centavos: 2_500_00 })
      .where('id', '=', till.catalogue.serviceId)
      .execute()
  })
  afterAll(() =>
    till.server.db
      .updateTable('services')
      .set({ price_centavos: 1_500_00 })
      .where('id', '=', till.catalogue.serviceId)
      .execute(),
  )
  const consultation = (more: Partial<OrderLine> = {}) => till.peel({ price: 2500, senior_pwd: true, ...more })

  test('reduces ₱2,500.00 to ₱1,785.71 in a clinic with VAT, and the receipt shows the card', async () => {
    await setUp(vat)
    const sale = await till.send(
      order([consultation(), till.glow()], { senior_pwd_card: senior, is_discounted: 'yes', discount: 500 }, vat),
    )
    expect(sale).toMatchObject({ subtotal: 4286.21, total_after_discount: 3786.21 })
    expect(sale.treatments[0]).toMatchObject({ discount: 446.43, less_vat: 267.86, discount_reason: 'Senior Citizen' })
    const [line] = await linesOf(sale.id)
    expect(line).toMatchObject({
      tax_class: 'exempt',
      exempt_centavos: 178_571,
      vat_centavos: 0,
      order_discount_centavos: 0,
    })
    expect((await receiptOf(sale.id)).paper!.card).toEqual({
      kind: 'senior',
      id_number: 'QC-0148-22719',
      name: 'Corazon M. Villanueva',
      tin: null,
    })
  })

  test('reduces the price to 80 % in a clinic without VAT, for a PWD of any age, including add-ons', async () => {
    const pwd = { kind: 'pwd', id_number: 'PWD-77001', name: 'Ana Cruz', birth_date: '2001-01-01' } as const
    const sale = await till.send(order([consultation({ addOns: [till.light()] })], { senior_pwd_card: pwd }))
    expect(sale.total_after_discount).toBe(2280)
    expect(sale.treatments[0]).toMatchObject({ discount: 500, discount_reason: 'PWD', addOns: [{ discount: 70 }] })
    const cards = await till.server.db
      .selectFrom('document_cards')
      .selectAll()
      .where('document_id', '=', sale.id)
      .execute()
    const { kind, id_number, name } = pwd
    expect(cards).toEqual([{ document_id: sale.id, position: 1, kind, id_number, name, birth_date: null, tin: null }])
  })

  test('is required for a Senior Citizen or PWD discount, covers only eligible services without another discount, and shows a senior’s age of at least 60', async () => {
    const refusal = async (lines: OrderLine[], card: object | null) => {
      const error = await till.error({ ...order(lines), senior_pwd_card: card as never })
      return [error.status, Object.values(error.errors)[0]?.[0] ?? error.message]
    }
    expect(await refusal([consultation()], null)).toEqual([422, cardMessages.cardRequired])
    expect(await refusal([till.glow()], senior)).toEqual([422, cardMessages.cardWithoutLine])
    expect(await refusal([consultation()], { ...senior, birth_date: null })).toEqual([
      422,
      cardMessages.birthDateRequired,
    ])
    expect(await refusal([consultation()], { ...senior, birth_date: '1990-01-01' })).toEqual([
      422,
      cardMessages.notSenior,
    ])
    expect(await refusal([consultation()], { ...senior, id_number: ' ' })).toEqual([422, cardMessages.idNumberRequired])
    expect(await refusal([consultation({ discount: 10 })], senior)).toEqual([422, cardMessages.noOtherDiscount])
    expect(await refusal([till.glow({ senior_pwd: true })], senior)).toEqual([
      409,
      cardMessages.notEligible('Hydra glow'),
    ])
  })

  test('is listed on the void of its sale, which reverses all amounts', async () => {
    await setUp(vat)
    const sale = await till.send(
      order(
        [consultation(), till.glow({ discount: 100 })],
        { senior_pwd_card: senior, is_discounted: 'yes', discount: 33.33 },
        vat,
      ),
    )
    const back = (
      await till.server.as(voider)(salesContract.voidSale, {
        params: { id: sale.id },
        body: { reason: 'wrong person' },
      })
    ).data
    const sums = await sql<Record<string, number>>`select sum(d.total_centavos)::int as total,
        sum(d.line_discount_centavos)::int as discount, sum(d.less_vat_centavos)::int as less_vat,
        sum(d.vatable_centavos)::int as vatable, sum(d.vat_centavos)::int as vat, sum(d.exempt_centavos)::int as exempt
      from documents d where id in (${sale.id}, ${back.id})`.execute(till.server.db)
    expect(sums.rows).toEqual([{ total: 0, discount: 0, less_vat: 0, vatable: 0, vat: 0, exempt: 0 }])
    expect(back.treatments[0]).toMatchObject({ discount: -446.43, less_vat: -267.86 })
    expect((await receiptOf(back.id)).paper!.card?.id_number).toBe('QC-0148-22719')
  })

  test('is saved with the client, included in their export, and deleted with the client', async () => {
    await till.send(order([consultation()], { senior_pwd_card: senior }))
    const cashier = till.server.as(till.cashier.token)
    const card = async () => (await cashier(cardContract.terms, { querystring: { user_id: till.client.id } })).data.card
    expect(await card()).toMatchObject({ ...senior, seen_at: expect.stringContaining('+08:00') as string })
    expect((await cashier(cardContract.terms, { querystring: { user_id: till.otherClient.id } })).data).toEqual({
      is_vat_registered: false,
      card: null,
    })
    const own = await till.server.as(till.client.token)(exportContract.read, {})
    expect(own.senior_pwd_card).toMatchObject(senior)
    expect(own.transactions[0]).toMatchObject({ senior_pwd_card: senior, lines: [{ discount: 500, line_total: 2000 }] })
    const ids = { people: [], clients: [till.client.clientId!] }
    await till.server.db.transaction().execute((tx) => erasePersonalData(tx, till.server.clock.now, ids))
    expect(await card()).toBeNull()
    const kept = await till.server.db.selectFrom('document_cards').select(['id_number', 'birth_date']).execute()
    expect(kept.every((one) => one.birth_date === null && one.id_number !== '')).toBe(true)
  })

  test('is logged without its holder and its number', async () => {
    const { id } = await till.send(order([consultation()], { senior_pwd_card: senior }))
    const { rows } = await sql<{ parameters: unknown }>`select parameters from events where subject_id = ${id}`.execute(
      till.server.db,
    )
    expect(rows[0]!.parameters).toMatchObject({ card: 'senior', line_discount_centavos: 50_000 })
    expect(JSON.stringify(rows)).not.toMatch(/Villanueva|QC-0148/)
  })
})

test('the books balance after all sales of this test file', async () => {
  expect(await checkBooks(till.server.db)).toMatchObject(balanced)
})
