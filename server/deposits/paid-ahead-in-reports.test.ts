import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { errorOf } from '#server/sales/till-fixture.ts'
import { ifMatchVersion } from '#server/test/if-match.ts'
import { lastLogEntry } from '#server/test/log-entries.ts'
import { prepaidCheckContract, type PrepaidCheck } from '#shared/prepaid/check-contract.ts'
import { ownedPackagesContract } from '#shared/prepaid/owned-packages-contract.ts'
import { packagesContract } from '#shared/prepaid/package-contract.ts'
import { reportsContract } from '#shared/reports/contract.ts'
import { reports, type ReportName } from '#shared/reports/reports.ts'
import { saleMessages } from '#shared/sales/messages.ts'
import { openDepositClinic, type DepositClinic } from './deposits-fixture.ts'

let clinic: DepositClinic
let card: { id: string }
let cash: { id: string }
beforeAll(async () => {
  clinic = await openDepositClinic()
  await clinic.till.send(clinic.till.order([clinic.till.peel()], { payment_method: 'gcash', reference_number: 'SALE' }))
  card = await clinic.sellCard(1000, { method: 'gcash', reference_number: 'CARD' })
  await clinic.voidCard(card.id)
  cash = await clinic.sellCard(300)
  await clinic.voidCard(cash.id)
  await sellAndRefundPackage()
  const [kept, returned] = [await clinic.newClient('Kit Kept'), await clinic.newClient('Rea Returned')]
  await clinic.settle((await clinic.paidDeposit(kept)).id, 'kept')
  await clinic.settle((await clinic.paidDeposit(returned)).id, 'returned')
})
afterAll(() => clinic.till.server.close())

/** Another cashier sells a package of two peels for ₱2,000, which the admin refunds. */
async function sellAndRefundPackage() {
  const id = randomUUID()
  await clinic.asAdmin(packagesContract.save, {
    params: { id },
    body: {
      name: 'Glow Package',
      price: 2000,
      services: [{ service_id: clinic.till.catalogue.serviceId, sessions: 2 }],
      validity: 'none',
      validity_months: null,
      is_transferable: false,
      is_active: true,
    },
  })
  const body = { package_id: id, user_id: clinic.till.client.id, price: 2000 }
  const { data: sold } = await clinic.asOther(
    packagesContract.sell,
    { body: { ...body, method: 'gcash', reference_number: 'PACKAGE' } },
    { idempotencyKey: randomUUID() },
  )
  await clinic.asAdmin(
    ownedPackagesContract.refund,
    { params: { id: sold.id }, body: { amount: 2000, reason: 'Moves abroad' } },
    { idempotencyKey: randomUUID() },
  )
}

/** Reads a report of the day; its rows and totals have the names of the columns as keys. */
async function read(report: ReportName, person_id?: string) {
  const { data } = await clinic.asAdmin(reportsContract.read, {
    params: { report },
    querystring: { from: '2026-11-21', to: '2026-11-21', ...(person_id && { person_id }) },
  })
  const named = (cells: readonly unknown[]) =>
    Object.fromEntries(reports[report].columns.map(({ key }, index) => [key, cells[index]]))
  return { ...data, rows: data.rows.map(named), totals: named(data.totals) }
}

const mark = async (id: string, kind: PrepaidCheck['kind'], is_seen: boolean, version: number) =>
  (
    await clinic.asAdmin(
      prepaidCheckContract.mark,
      { params: { id }, body: { kind, is_seen } },
      ifMatchVersion(version),
    )
  ).data

test('the report of payments by reference lists wallet payments of gift cards, packages and deposits, and money given back of them as negative rows', async () => {
  const { rows, totals } = await read('payments-by-reference')
  const sorted = rows.toSorted((a, b) => String(a.number).localeCompare(String(b.number)))
  expect(sorted.map(({ number, reference, buyer, amount }) => [number, reference, buyer, amount])).toEqual([
    ['Deposit 000004', expect.stringMatching(/^GC-/), 'Kit Kept', 500],
    ['Deposit 000005', expect.stringMatching(/^GC-/), 'Rea Returned', 500],
    ['Gift card 000001', 'CARD', 'Bea Buyer', 1000],
    ['Package 000003', 'PACKAGE', clinic.till.client.name, 2000],
    ['Receipt 000001', 'SALE', expect.any(String), 1500],
    ['Refund of deposit 000005', '', 'Rea Returned', -500],
    ['Refund of package 000003', '', clinic.till.client.name, -2000],
    ['Void of gift card 000001', '', 'Bea Buyer', -1000],
  ])
  expect(rows.every(({ method, date }) => method === 'GCash' && date === '2026-11-21')).toBe(true)
  expect(totals.amount).toBe(2000)
  // The report of sales by payment method, read for all people, contains this sale and no money paid ahead, as its note
  // says.
  expect((await read('sales-by-method')).totals.net).toBe(1500)
  const ofOther = await read('payments-by-reference', clinic.till.otherCashier.id)
  expect(ofOther.rows.map(({ number }) => number)).toEqual(['Package 000003'])
  const ofAdmin = await read('payments-by-reference', clinic.admin.id)
  expect(ofAdmin.rows.map(({ amount }) => amount)).toEqual([-1000, -2000, -500])
})

test('an owner marks money paid ahead, and money that was given back of it, as seen in the wallet, which is logged', async () => {
  const checkOf = async (name: string) => {
    const { rows, checks } = await read('payments-by-reference')
    return checks![rows.findIndex(({ number }) => number === name)]
  }
  const sold = { account_id: card.id, kind: 'sold' as const }
  expect(await checkOf('Gift card 000001')).toEqual({ ...sold, is_seen: false, version: 0 })
  expect(await mark(card.id, 'sold', true, 0)).toEqual({ ...sold, is_seen: true, version: 1 })
  expect((await lastLogEntry(clinic.db)).action).toBe(
    'Marked the GCash payment of ₱1,000.00 of gift card 000001 as seen in the wallet',
  )
  expect(await checkOf('Gift card 000001')).toEqual({ ...sold, is_seen: true, version: 1 })
  expect(await checkOf('Void of gift card 000001')).toMatchObject({ kind: 'voided', is_seen: false, version: 0 })
  const seen = (await read('payments-by-reference')).rows.find(({ number }) => number === 'Gift card 000001')
  expect(seen!.seen).toMatch(/^Olga Owner, Nov 21, 2026, /)
  expect(await mark(card.id, 'voided', true, 0)).toMatchObject({ kind: 'voided', is_seen: true, version: 1 })
  await mark(card.id, 'voided', false, 1)
  expect((await lastLogEntry(clinic.db)).action).toBe(
    'Marked the GCash refund of ₱1,000.00 of gift card 000001 as not yet seen in the wallet',
  )
  expect(await errorOf(mark(card.id, 'sold', false, 0))).toMatchObject({ status: 409, data: { version: 1 } })
})

test('money paid ahead in cash, and money that was never given back, cannot be marked as seen', async () => {
  expect(await errorOf(mark(cash.id, 'sold', true, 0))).toMatchObject({
    status: 409,
    message: saleMessages.cashIsCounted,
  })
  const unknown = { status: 404, message: saleMessages.paymentNotFound }
  const unvoided = await clinic.sellCard(700, { method: 'gcash', reference_number: 'LATER' })
  expect(await errorOf(mark(unvoided.id, 'voided', true, 0))).toMatchObject(unknown)
  expect(await errorOf(mark(randomUUID(), 'sold', true, 0))).toMatchObject(unknown)
  const row = { kind: 'voided' as const, changed_at: new Date(), changed_by: clinic.admin.id, changed_by_name: 'Olga' }
  await expect(
    clinic.db
      .insertInto('prepaid_checks')
      .values({ ...row, account_id: unvoided.id })
      .execute(),
  ).rejects.toThrow('has no payment by wallet or bank')
  await clinic.voidCard(unvoided.id)
})

test('the report “Everything by cashier” shows how much money paid ahead each cashier took, and these amounts add up to the report of money paid ahead', async () => {
  const { rows, totals } = await read('sales-by-cashier')
  const paidAhead = Object.fromEntries(rows.map(({ cashier, paid_ahead }) => [String(cashier), paid_ahead]))
  expect(paidAhead).toEqual({
    [clinic.till.cashier.name]: 1000 + 300 + 700 + 2 * 500,
    [clinic.till.otherCashier.name]: 2000,
  })
  expect(totals).toMatchObject({ net: 1500, paid_ahead: 5000 })
  expect((await read('money-paid-ahead')).totals.paid_in).toBe(5000)
})

test('the report of voids and refunds lists voided gift cards, refunded packages and returned deposits, and no deposit that was kept', async () => {
  const { rows, totals } = await read('voids-and-refunds')
  expect(
    rows.map(({ kind, original, cashier, paid, reason, amount }) => [kind, original, cashier, paid, reason, amount]),
  ).toEqual([
    ['Void', 'Gift card 000001', 'Olga Owner', 'GCash ₱1,000.00', 'Bought twice', 1000],
    ['Void', 'Gift card 000002', 'Olga Owner', 'Cash ₱300.00', 'Bought twice', 300],
    ['Refund', 'Package 000003', 'Olga Owner', 'GCash ₱2,000.00', 'Moves abroad', 2000],
    ['Refund', 'Deposit 000005', 'Olga Owner', 'GCash ₱500.00', 'Cancelled', 500],
    ['Void', 'Gift card 000006', 'Olga Owner', 'GCash ₱700.00', 'Bought twice', 700],
  ])
  expect(totals.amount).toBe((await read('money-paid-ahead')).totals.voided)
})
