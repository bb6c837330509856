import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { MAIN_BRANCH_ID } from '#server/db/main-branch.ts'
import { clinicContract } from '#shared/clinic/contract.ts'
import { cashManagementContract } from '#shared/cash/management-contract.ts'
import { documentsMessages } from '#shared/clinic/messages.ts'
import { salesContract } from '#shared/sales/contract.ts'
import { saleMessages as s } from '#shared/sales/messages.ts'
import { errorOf, openTill, type Till } from './till-fixture.ts'
import { openInvoicer, registered, type Invoicer } from './invoice-fixture.ts'

let till: Till
let clinic: Invoicer
beforeEach(async () => {
  await till?.server.close()
  till = await openTill()
  clinic = await openInvoicer(till.server)
})
afterAll(() => till.server.close())

type Paid = Parameters<Till['order']>[1]
const sell = (paid: Paid = {}) => till.send(till.order([till.peel()], paid))
const refused = (paid: Paid = {}) => till.error(till.order([till.peel()], paid))
const voidSale = async (id: string) =>
  (await clinic.asOwner(salesContract.voidSale, { params: { id }, body: { reason: 'Rung up twice' } })).data
const receiptOf = async (id: string) => (await clinic.asOwner(salesContract.receipt, { params: { id } })).data
const seriesOf = async (id: string) =>
  await till.server.db
    .selectFrom('documents')
    .select(['series', 'number', 'mode', 'terminal_id'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

describe('an acknowledgement', () => {
  test('shares one number series with its voids, and stores no data of the clinic’s registration with the tax office', async () => {
    const sale = await sell()
    const counter = await voidSale(sale.id)
    expect([sale.receipt_number, counter.receipt_number]).toEqual([1, 2])
    expect(await seriesOf(counter.id)).toMatchObject({ series: 'receipt', mode: 'acknowledgement', terminal_id: null })
    expect((await receiptOf(sale.id)).paper).toMatchObject({ mode: 'acknowledgement', registration: null, taxes: null })
  })
})

describe('an invoice', () => {
  test('has its own series for each kind and terminal, without gaps', async () => {
    await sell()
    const front = await clinic.addTerminal('Front desk')
    const back = await clinic.addTerminal('Back desk')
    await clinic.setUp({ mode: 'invoice_vat' })
    const on = (terminal_id: string) => sell({ terminal_id })
    const first = await on(front.id)
    const numbers = [first, await on(front.id), await on(back.id), await voidSale(first.id), await on(front.id)]
    expect(numbers.map(({ receipt_number }) => receipt_number)).toEqual([1, 2, 1, 1, 3])
    expect(await seriesOf(first.id)).toMatchObject({ series: `invoice_vat.sale.${front.id}`, terminal_id: front.id })
    expect(await seriesOf(numbers[3]!.id)).toMatchObject({
      series: `invoice_vat.void.${front.id}`,
      terminal_id: front.id,
    })
  })

  test('shows the clinic’s and the terminal’s registration at the time of issue', async () => {
    const terminal = await clinic.addTerminal('Front desk')
    await clinic.setUp({ mode: 'invoice_vat' })
    const sale = await sell()
    await clinic.setUp({ mode: 'invoice_vat', registered_name: 'Perlas Holdings Inc.', permit_number: 'PTU-2027' })
    await clinic.asOwner(cashManagementContract.updateTerminal, {
      params: { id: terminal.id },
      body: { name: 'Reception', is_active: true, machine_number: 'MIN-2', serial_number: 'SN-2' },
    })
    const { paper, clinic: head } = await receiptOf(sale.id)
    expect(head).toMatchObject({ tin: '123-456-789', receipt_foot: 'Thank you.' })
    expect(paper).toMatchObject({
      mode: 'invoice_vat',
      kind: 'sale',
      registration: {
        registered_name: registered.registered_name,
        permit_number: registered.permit_number,
        permit_date: '2026-01-15',
        terminal: 'Front desk',
        machine_number: 'MIN-Front desk',
        serial_number: 'SN-Front desk',
      },
    })
    const counter = await receiptOf((await voidSale(sale.id)).id)
    expect(counter.paper).toMatchObject({ kind: 'void', registration: { terminal: 'Reception' } })
  })

  test('is issued only if the device has chosen a terminal and this terminal has its registration numbers', async () => {
    const front = await clinic.addTerminal('Front desk')
    await clinic.addTerminal('Back desk')
    await clinic.setUp({ mode: 'invoice_vat' })
    const unknown = await refused()
    expect([unknown.status, unknown.message]).toEqual([409, documentsMessages.chooseTerminal])
    await clinic.asOwner(cashManagementContract.updateTerminal, {
      params: { id: front.id },
      body: { name: 'Front desk', is_active: true, machine_number: '' },
    })
    const error = await refused({ terminal_id: front.id })
    expect([error.status, error.message]).toEqual([409, documentsMessages.terminalLacksData('Front desk')])
    expect(await till.server.db.selectFrom('documents').selectAll().execute()).toEqual([])
  })

  test('is issued to the buyer on request; a buyer with a TIN must give an address from ₱1,000', async () => {
    await clinic.addTerminal('Front desk')
    await clinic.setUp({ mode: 'invoice_vat' })
    const buyer = { name: 'Peña Trading', address: '', tin: '321-654-987-00001' }
    const error = await refused({ buyer })
    expect([error.status, error.message]).toEqual([422, s.buyerAddressRequired])
    expect((await refused({ buyer: { ...buyer, tin: '12' } })).message).toBe(documentsMessages.tinInvalid)
    const sale = await sell({ buyer: { ...buyer, address: 'Ñoble Street, Cebu' } })
    expect((await receiptOf(sale.id)).paper?.buyer).toEqual({ ...buyer, address: 'Ñoble Street, Cebu' })
    expect((await receiptOf((await voidSale(sale.id)).id)).paper?.buyer).toMatchObject({ name: 'Peña Trading' })
    await expect(till.server.db.updateTable('document_buyers').set({ tin: '' }).execute()).rejects.toThrow()
  })

  test('is rejected by the database if the clinic has switched to another document mode since the sale started', async () => {
    await expect(
      till.server.db
        .updateTable('branches')
        .set({ document_mode: 'booklet' })
        .execute()
        .then(() =>
          till.server.db
            .insertInto('documents')
            .values({
              id: crypto.randomUUID(),
              branch_id: MAIN_BRANCH_ID,
              kind: 'sale',
              number: 1,
              business_date: '2026-11-21',
              sold_at: new Date('2026-11-21T01:00:00Z'),
              cashier_id: till.cashier.id,
              cashier_name: 'Andrea Cruz',
              is_walk_in: true,
              issuer_name: '',
              issuer_address: '',
              issuer_phone: '',
              issuer_tin: '',
              receipt_foot: '',
              item_count: 1,
              treatment_text: '',
              subtotal_centavos: 0,
              discount_centavos: 0,
              total_centavos: 0,
            })
            .execute(),
        ),
    ).rejects.toMatchObject({ constraint: 'documents__mode_of_now' })
  })
})

describe('an order slip', () => {
  const numbered = async (id: string, booklet_number: string) =>
    (
      await till.server.as(till.cashier.token)(salesContract.enterBookletNumber, {
        params: { id },
        body: { booklet_number },
      })
    ).data
  const missing = async () =>
    (await till.server.as(till.cashier.token)(salesContract.withoutBookletNumber, { querystring: {} })).data

  test('gets the number of its handwritten invoice at payment or later, and no two order slips can have the same number', async () => {
    await clinic.setUp({ mode: 'booklet' })
    const sale = await sell({ booklet_number: 'A-0001' })
    expect(sale).toMatchObject({ receipt_number: 1, mode: 'booklet', booklet_number: 'A-0001' })
    const later = await sell()
    expect((await missing()).map(({ id }) => id)).toEqual([later.id])
    const taken = await errorOf(numbered(later.id, 'A-0001'))
    expect([taken.status, taken.message]).toEqual([422, s.bookletNumberTaken])
    expect(await numbered(later.id, 'A-0002')).toMatchObject({ booklet_number: 'A-0002' })
    expect(await numbered(later.id, 'A-0003')).toMatchObject({ booklet_number: 'A-0003' })
    expect(await missing()).toEqual([])
    const twice = await refused({ booklet_number: 'A-0001' })
    expect([twice.status, twice.message]).toEqual([422, s.bookletNumberTaken])
    expect(await seriesOf(later.id)).toMatchObject({ series: 'booklet.sale', number: 2 })
    const { data } = await clinic.asOwner(salesContract.list, { querystring: { search: 'A-0003' } })
    expect(data.map(({ id }) => id)).toEqual([later.id])
  })

  test('that was voided needs no invoice number, and neither its void nor an acknowledgement receipt accepts one', async () => {
    const receipt = await sell()
    expect((await errorOf(numbered(receipt.id, '7'))).message).toBe(s.noBookletNumber)
    expect((await refused({ booklet_number: '7' })).message).toBe(s.noBookletNumber)
    await clinic.setUp({ mode: 'booklet' })
    const slip = await sell()
    const counter = await voidSale(slip.id)
    expect(await missing()).toEqual([])
    expect(await seriesOf(counter.id)).toMatchObject({ series: 'booklet.void', number: 1 })
    expect((await errorOf(numbered(counter.id, '7'))).message).toBe(s.noBookletNumber)
  })
})

test('the public profile of the clinic contains no data of its tax registration', async () => {
  await clinic.setUp({ mode: 'booklet' })
  const { data } = await till.server.as(null)(clinicContract.read, {})
  expect(JSON.stringify(data)).not.toMatch(/registered|permit|booklet/)
})

describe('a sale below the limit of small sales', () => {
  const sellSmall = () => till.send(till.order([till.peel({ discount: 1200, discount_reason: 'Promo' })]))
  const withoutVat = (more: Partial<Parameters<Invoicer['setUp']>[0]> = {}) =>
    clinic.setUp({ mode: 'invoice_non_vat', is_vat_registered: false, ...more })
  beforeEach(async () => void (await clinic.addTerminal('Front desk')))

  test('gets a sales slip only if the clinic issues invoices without VAT and has turned on sales slips for small sales; a limit of 0 is refused', async () => {
    await withoutVat()
    expect((await sellSmall()).mode).toBe('invoice_non_vat')
    expect(await clinic.read()).toMatchObject({ covers_small_sales: false, small_sale_limit: 500 })
    const error = await errorOf(withoutVat({ covers_small_sales: true, small_sale_limit: 0 }))
    expect([error.status, error.errors]).toEqual([422, { small_sale_limit: [documentsMessages.smallSaleLimitInvalid] }])
    await withoutVat({ covers_small_sales: true })
    expect((await sellSmall()).mode).toBe('small_sale')
    await clinic.setUp({ mode: 'invoice_vat' })
    expect((await sellSmall()).mode).toBe('invoice_vat')
  })

  test('prevents a change to a document mode without invoices, because the clinic must still issue the invoice that covers the sales slip', async () => {
    await withoutVat({ covers_small_sales: true })
    await sellSmall()
    await clinic.closeShifts()
    const error = await errorOf(clinic.setUp({ mode: 'acknowledgement' }))
    expect([error.status, error.message]).toEqual([409, documentsMessages.noWayBack])
  })
})
