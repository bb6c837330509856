import { afterAll, beforeEach, expect, test } from 'vitest'
import { openInvoicer, type Invoicer } from '#server/sales/invoice-fixture.ts'
import { openTill, type Till } from '#server/sales/till-fixture.ts'
import { executeWithoutTriggers } from '#server/test/execute-without-triggers.ts'
import { booksContract } from '#shared/reports/books-contract.ts'
import { reportsContract } from '#shared/reports/contract.ts'
import { booksMessages } from '#shared/reports/books-messages.ts'
import type { ReportName } from '#shared/reports/reports.ts'
import { salesContract, type Sale } from '#shared/sales/contract.ts'
import { refundContract } from '#shared/sales/refunds/refund-contract.ts'

let till: Till
let clinic: Invoicer
beforeEach(async () => {
  await till?.server.close()
  till = await openTill()
  clinic = await openInvoicer(till.server)
})
afterAll(() => till.server.close())

const read = async (report: ReportName) =>
  (
    await clinic.asOwner(reportsContract.read, {
      params: { report },
      querystring: { from: '2026-11-01', to: '2026-11-30' },
    })
  ).data
const senior = {
  is_discounted: 'yes',
  discount: 300,
  discount_reason: 'Other',
  discount_id_number: 'SC-77',
  received_money: 2000,
} as const
const voidSale = async ({ id }: Pick<Sale, 'id'>) =>
  (await clinic.asOwner(salesContract.voidSale, { params: { id }, body: { reason: 'Rung up twice' } })).data

/**
 * Gives a sale the discount that old sales can have: on the whole order for a Senior Citizen or PWD, without an ID
 * card.
 */
const soldFor = ({ id }: Pick<Sale, 'id'>, reason: 'Senior Citizen' | 'PWD') =>
  executeWithoutTriggers(
    till.server.database,
    'documents',
    `update documents set discount_reason = '${reason}' where id = '${id}'`,
  )

test('the book of Senior Citizen and PWD sales contains a card discount on a whole order, its void and its refund', async () => {
  const sale = await till.send(till.order([till.peel()], senior))
  await soldFor(sale, 'Senior Citizen')
  await voidSale(sale)
  const { id } = await till.send(till.order([till.peel()], senior))
  await soldFor({ id }, 'PWD')
  await till.send(till.order([till.peel()], { ...senior, discount_reason: 'Promo' }))
  till.server.clock.now = new Date(till.server.clock.now.getTime() + 86_400_000)
  const body = {
    lines: [{ position: 1, quantity: 1 }],
    total: 1200,
    method: 'cash' as const,
    reason: 'Allergic reaction',
  }
  await clinic.asOwner(refundContract.refund, { params: { id }, body }, { idempotencyKey: crypto.randomUUID() })
  const { rows, totals } = await read('senior-pwd-book')
  const of = (date: string, number: string, card: string, sign: number) => [
    date,
    number,
    'Bianca Peña',
    card,
    'SC-77',
    null,
    sign * 1500,
    0,
    sign * 300,
    sign * 1200,
  ]
  expect(rows).toEqual([
    of('2026-11-21', 'Receipt 000001', 'Senior Citizen', 1),
    of('2026-11-21', 'Receipt void 000002', 'Senior Citizen', -1),
    of('2026-11-21', 'Receipt 000003', 'PWD', 1),
    of('2026-11-22', 'Receipt refund 000005', 'PWD', -1),
  ])
  expect(totals.at(-1)).toBe(0)
})

test('a report names a document by kind, number and terminal, or by its handwritten invoice number', async () => {
  await clinic.setUp({ mode: 'booklet' })
  await soldFor(await till.send(till.order([till.peel()], { ...senior, booklet_number: 'A-0001' })), 'Senior Citizen')
  expect((await read('senior-pwd-book')).rows[0]![1]).toBe('Invoice A-0001')
  const front = await clinic.addTerminal('Front desk')
  const back = await clinic.addTerminal('Back desk')
  await clinic.setUp({ mode: 'invoice_vat' })
  for (const { id } of [front, back])
    await voidSale(await till.send(till.order([till.peel()], { ...senior, terminal_id: id })))
  const { rows } = await read('voids-and-refunds')
  expect(rows.map((row) => [row[2], row[4]])).toEqual([
    ['VAT invoice void 000001 (Front desk)', 'VAT invoice 000001 (Front desk)'],
    ['VAT invoice void 000001 (Back desk)', 'VAT invoice 000001 (Back desk)'],
  ])
})

test('the check of the books names the document that differs by its kind, number and terminal', async () => {
  const front = await clinic.addTerminal('Front desk')
  const back = await clinic.addTerminal('Back desk')
  await clinic.setUp({ mode: 'invoice_vat' })
  for (const { id } of [front, back]) await till.send(till.order([till.peel()], { terminal_id: id }))
  await executeWithoutTriggers(
    till.server.database,
    'payments',
    'update payments set amount_centavos = 1, received_centavos = 1',
  )
  const { findings } = (await clinic.asOwner(booksContract.checkBooks, {})).data
  expect(findings.toSorted()).toEqual([
    booksMessages.paymentsOff('VAT invoice 000001 (Back desk)'),
    booksMessages.paymentsOff('VAT invoice 000001 (Front desk)'),
  ])
})

test('the book of Senior Citizen and PWD sales has no row for the refund of an add-on that was sold without the discount', async () => {
  await till.server.db.updateTable('services').set({ senior_pwd_eligible: true }).execute()
  const pieces = [{ card: 0, quantity: 1, keeps_promo: false, addOns: [] }]
  const card = { kind: 'senior' as const, id_number: 'QC-0148', name: 'Corazon Villanueva', birth_date: '1950-03-14' }
  const line = till.peel({ addOns: [till.light()], senior_pwd_pieces: pieces })
  const sums = { total: 1550, total_after_discount: 1550, received_money: 1550, exchange_money: 0 }
  const { id } = await till.send({ ...till.order([line]), ...sums, senior_pwd_cards: [card] })
  till.server.clock.now = new Date(till.server.clock.now.getTime() + 86_400_000)
  const body = { lines: [{ position: 2, quantity: 1 }], total: 350, method: 'cash' as const, reason: 'Not done' }
  await clinic.asOwner(refundContract.refund, { params: { id }, body }, { idempotencyKey: crypto.randomUUID() })
  const { rows } = await read('senior-pwd-book')
  expect(rows.map((row) => row[1])).toEqual(['Receipt 000001'])
})
