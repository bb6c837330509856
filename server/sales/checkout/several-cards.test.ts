import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { balanced, checkBooks } from '#server/sales/books/books-fixture.ts'
import { openInvoicer, type Invoicer } from '#server/sales/invoice-fixture.ts'
import { errorOf, openTill, orderOf, type OrderLine, type Till } from '#server/sales/till-fixture.ts'
import type { CheckoutBody } from '#shared/sales/checkout-body.ts'
import { reportsContract } from '#shared/reports/contract.ts'
import { salesContract } from '#shared/sales/contract.ts'
import { cardMessages } from '#shared/sales/messages.ts'
import { paperMessages } from '#shared/sales/paper/messages.ts'
import { receiptText } from '#shared/sales/receipt.ts'
import { refundContract } from '#shared/sales/refunds/refund-contract.ts'
import { cardContract } from '#shared/sales/till-contract.ts'

let till: Till
let clinic: Invoicer
beforeAll(async () => {
  till = await openTill()
  clinic = await openInvoicer(till.server)
  await till.server.db.updateTable('branches').set({ is_vat_registered: true }).execute()
  await till.server.db
    .updateTable('services')
    .set({ senior_pwd_eligible: true, price_centavos: 2_500_00 })
    .where('id', '=', till.catalogue.serviceId)
    .execute()
})
afterAll(() => till.server.close())
beforeEach(() => {
  till.server.clock.now = new Date('2026-11-21T02:00:00Z')
})

const corazon = {
  kind: 'senior',
  id_number: 'QC-0148-22719',
  name: 'Corazon Villanueva',
  birth_date: '1959-03-14',
  tin: '123-456-789',
}
const bianca = { kind: 'pwd', id_number: '13-7404-000-0000123', name: 'Bianca Peña', birth_date: null }
const both = [corazon, bianca] as CheckoutBody['senior_pwd_cards']
const piece = (card: number, quantity = 1, keeps_promo = false) => ({ card, quantity, keeps_promo, addOns: [] })
const consultation = (quantity: number, more: Partial<OrderLine> = {}) => till.peel({ price: 2500, quantity, ...more })

/** An order whose total the till has computed as `total`. */
const order = (line: OrderLine, total: number, more: Partial<CheckoutBody> = {}): CheckoutBody => ({
  ...orderOf(till.client, [line]),
  total,
  total_after_discount: total,
  received_money: total,
  exchange_money: 0,
  ...more,
})
const receiptOf = async (id: string) => (await clinic.asOwner(salesContract.receipt, { params: { id } })).data
const refundable = async (id: string) => (await clinic.asOwner(refundContract.refundable, { params: { id } })).data
const refusal = async (body: CheckoutBody) => {
  const error = await errorOf(till.send(body))
  return Object.values(error.errors)[0]?.[0] ?? error.message
}

describe('a Senior Citizen or PWD card for some pieces of a line', () => {
  test('reduces one of two consultations: ₱1,785.71 for the holder and ₱2,500.00 for the companion', async () => {
    const line = consultation(2, { senior_pwd_pieces: [piece(0)] })
    const sale = await till.send(order(line, 4285.71, { senior_pwd_cards: [both![0]!] }))
    expect(sale.treatments).toMatchObject([
      { quantity: 1, discount: 446.43, less_vat: 267.86, discount_reason: 'Senior Citizen', card: 1 },
      { quantity: 1, price: 2500 },
    ])
    expect(sale.treatments[1]).not.toHaveProperty('discount')
    expect((await receiptOf(sale.id)).paper!.taxes).toMatchObject({ exempt: 1785.71, vatable: 2232.14, vat: 267.86 })
  })

  test('keeps its discount in a refund: ₱1,785.71 are paid back for the covered piece', async () => {
    const line = consultation(2, { senior_pwd_pieces: [piece(0)] })
    const sale = await till.send(order(line, 4285.71, { senior_pwd_cards: [both![0]!] }))
    till.server.clock.now = new Date('2026-11-22T02:00:00Z')
    const body = { lines: [{ position: 1, quantity: 1 }], total: 1785.71, method: 'cash' as const, reason: 'Not done' }
    const { data } = await clinic.asOwner(
      refundContract.refund,
      { params: { id: sale.id }, body },
      { idempotencyKey: randomUUID() },
    )
    expect(data.treatments).toMatchObject([{ quantity: -1, discount: -446.43, less_vat: -267.86, card: 1 }])
  })

  test('is refused for more pieces than the line has, and for a service that is not eligible', async () => {
    const cards = { senior_pwd_cards: [both![0]!] }
    expect(await refusal(order(consultation(1, { senior_pwd_pieces: [piece(0, 2)] }), 3571.42, cards))).toBe(
      cardMessages.tooManyPieces('Diamond peel'),
    )
    expect(await refusal(order(till.glow({ senior_pwd_pieces: [piece(0)] }), 1786.07, cards))).toBe(
      cardMessages.notEligible('Hydra glow'),
    )
  })
})

describe('the Senior Citizen or PWD cards of several holders', () => {
  test('two holders and a companion pay ₱6,071.42, sign the receipt each, and are each in the book of Senior Citizen and PWD sales', async () => {
    const line = consultation(3, { senior_pwd_pieces: [piece(0), piece(1)] })
    const sale = await till.send(order(line, 6071.42, { senior_pwd_cards: both }))
    expect(sale.treatments).toMatchObject([
      { discount_reason: 'Senior Citizen', card: 1 },
      { discount_reason: 'PWD', card: 2 },
      { price: 2500 },
    ])
    const paper = receiptText(await receiptOf(sale.id), new Date())
    expect(paper.signatures).toEqual(['Signature (Senior Citizen, Corazon Villanueva)', 'Signature (PWD, Bianca Peña)'])
    expect(paper.items[0]!.detail).toContain('Corazon Villanueva')
    const { lines } = await refundable(sale.id)
    expect(lines.map(({ name, holder }) => [name, holder])).toEqual([
      ['Diamond peel', 'Corazon Villanueva'],
      ['Diamond peel', 'Bianca Peña'],
      ['Diamond peel', null],
    ])
    const range = { from: '2026-11-21', to: '2026-11-21' }
    const { data } = await clinic.asOwner(reportsContract.read, {
      params: { report: 'senior-pwd-book' },
      querystring: range,
    })
    const rows = data.rows.filter((row) => row[1] === sale.document_name)
    expect(rows.map((row) => row.slice(2))).toEqual([
      ['Corazon Villanueva', 'Senior Citizen', 'QC-0148-22719', '123-456-789', 2500, 267.86, 446.43, 1785.71],
      ['Bianca Peña', 'PWD', '13-7404-000-0000123', null, 2500, 267.86, 446.43, 1785.71],
    ])
  })

  test('are not saved for the client who buys, except the card in the client’s own name', async () => {
    const line = consultation(2, { senior_pwd_pieces: [piece(0), piece(1)] })
    await till.send(order(line, 3571.42, { senior_pwd_cards: both }))
    const terms = await clinic.asOwner(cardContract.terms, { querystring: { user_id: till.client.id } })
    expect(terms.data.card).toMatchObject({ name: 'Bianca Peña', kind: 'pwd' })
  })

  test('are refused if two have the same number, if a card has no service, or if a card number has an invalid format', async () => {
    const line = consultation(2, { senior_pwd_pieces: [piece(0), piece(1)] })
    const same = [both![0]!, { ...both![0]!, id_number: 'qc 0148 22719' }]
    expect(await refusal(order(line, 3571.42, { senior_pwd_cards: same }))).toBe(cardMessages.cardTwice)
    const one = consultation(2, { senior_pwd_pieces: [piece(0)] })
    expect(await refusal(order(one, 4285.71, { senior_pwd_cards: both }))).toBe(cardMessages.cardWithoutLine)
    const cards = [{ ...both![1]!, id_number: 'x' }]
    expect(await refusal(order(one, 4285.71, { senior_pwd_cards: cards }))).toBe(cardMessages.idNumberImplausible)
  })
})

test('the TIN of a card holder is on the receipt, saved with the card, and refused unless it has nine digits', async () => {
  const line = consultation(1, { senior_pwd_pieces: [piece(0)] })
  const mine = { ...both![0]!, name: till.client.name }
  const sale = await till.send(order(line, 1785.71, { senior_pwd_cards: [mine] }))
  const { parts = [] } = receiptText(await receiptOf(sale.id), new Date())
  const tins = parts.flatMap(({ pairs }) => pairs.filter(({ label }) => label === paperMessages.tin))
  expect(tins).toEqual([{ label: 'TIN', value: '123-456-789' }])
  const terms = await clinic.asOwner(cardContract.terms, { querystring: { user_id: till.client.id } })
  expect(terms.data.card).toMatchObject({ kind: 'senior', tin: '123-456-789' })
  const wrong = order(line, 1785.71, { senior_pwd_cards: [{ ...mine, tin: '123' }] })
  expect(await refusal(wrong)).toBe(cardMessages.tinInvalid)
})

describe('a promo discount instead of the Senior Citizen or PWD discount', () => {
  const promo = { discount_percent: 30, discount_reason: 'Promo' as const }

  test('keeps the VAT exemption: ₱2,500.00 with 30 % is ₱1,562.50', async () => {
    const line = consultation(1, { ...promo, senior_pwd_pieces: [piece(0, 1, true)] })
    const sale = await till.send(order(line, 1562.5, { senior_pwd_cards: [both![0]!] }))
    expect(sale.treatments).toMatchObject([{ discount: 669.64, less_vat: 267.86, discount_reason: 'Promo', card: 1 }])
    expect((await receiptOf(sale.id)).paper!.taxes).toMatchObject({ exempt: 1562.5, vat: 0 })
  })

  test('is refused where the card’s discount is better', async () => {
    const line = consultation(1, { ...promo, discount_percent: 10, senior_pwd_pieces: [piece(0, 1, true)] })
    expect(await refusal(order(line, 2008.93, { senior_pwd_cards: [both![0]!] }))).toBe(
      cardMessages.cardIsBetter('Diamond peel'),
    )
  })
})

describe('a discount of the order in pesos beside Senior Citizen cards', () => {
  const off = (discount: number, more: Partial<CheckoutBody>): Partial<CheckoutBody> => ({
    discount,
    is_discounted: 'yes',
    discount_reason: 'Promo',
    senior_pwd_cards: [both![0]!],
    ...more,
  })
  const paying = (total: number) => ({ total_after_discount: total, received_money: total })
  const keepingPromo = (quantity = 1) => consultation(quantity, { senior_pwd_pieces: [piece(0, 1, true)] })

  test('is taken off before the VAT is removed: ₱2,500.00 less ₱750.00 is ₱1,750.00, which is ₱1,562.50 without VAT, on the receipt and in a refund', async () => {
    const sale = await till.send(order(keepingPromo(), 2232.14, off(750, paying(1562.5))))
    expect(sale).toMatchObject({ subtotal: 2232.14, discount: 669.64, total_after_discount: 1562.5 })
    expect((await receiptOf(sale.id)).paper!.taxes).toMatchObject({ exempt: 1562.5, vat: 0 })
    const { sums, items } = receiptText(await receiptOf(sale.id), new Date())
    expect(items[0]!.deductions!.map(({ value }) => value)).toEqual(['−₱267.86'])
    expect(sums.slice(0, 3).map(({ value }) => value)).toEqual(['₱2,232.14', '−₱669.64', '₱1,562.50'])
    const { lines, left } = await refundable(sale.id)
    expect([left, lines[0]!.less_vat_left, lines[0]!.order_discount_left]).toEqual([1562.5, 267.86, 669.64])
    till.server.clock.now = new Date('2026-11-22T02:00:00Z')
    const body = { lines: [{ position: 1, quantity: 1 }], total: 1562.5, method: 'cash' as const, reason: 'Not done' }
    const { data } = await clinic.asOwner(
      refundContract.refund,
      { params: { id: sale.id }, body },
      { idempotencyKey: randomUUID() },
    )
    expect(data).toMatchObject({ subtotal: -2232.14, discount: -669.64, total_after_discount: -1562.5 })
    expect((await refundable(sale.id)).left).toBe(0)
  })

  test('is refused if the till has computed the totals as if it were taken off the price without VAT', async () => {
    const body = order(keepingPromo(), 2232.14, off(750, paying(1482.14)))
    expect(await errorOf(till.send(body))).toMatchObject({ status: 409, code: 'price_changed' })
  })

  test('of ₱450.00 is refused as a promo: the card with ₱1,785.71 is better than ₱1,830.36', async () => {
    expect(await refusal(order(keepingPromo(), 2232.14, off(450, paying(1830.36))))).toBe(
      cardMessages.cardIsBetter('Diamond peel'),
    )
  })

  test('of ₱1,000.00 reduces only the companion’s price if the card’s own discount applies: ₱1,785.71 for the holder and ₱1,500.00 for the companion', async () => {
    const line = consultation(2, { senior_pwd_pieces: [piece(0)] })
    const sale = await till.send(order(line, 4285.71, off(1000, paying(3285.71))))
    expect(sale).toMatchObject({ discount: 1000, total_after_discount: 3285.71 })
    expect(sale.treatments).toMatchObject([{ discount_reason: 'Senior Citizen', discount: 446.43 }, { price: 2500 }])
  })
})

test('the books balance after all sales of this test file', async () => {
  expect(await checkBooks(till.server.db)).toMatchObject(balanced)
})
