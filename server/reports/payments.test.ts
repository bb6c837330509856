import { afterAll, beforeAll, expect, test } from 'vitest'
import { openInvoicer } from '#server/sales/invoice-fixture.ts'
import { errorOf, openTill, type Till } from '#server/sales/till-fixture.ts'
import { ifMatchVersion } from '#server/test/if-match.ts'
import { lastLogEntry } from '#server/test/log-entries.ts'
import { reportsContract } from '#shared/reports/contract.ts'
import { saleMessages } from '#shared/sales/messages.ts'
import { methodName } from '#shared/sales/payment.ts'
import { paymentCheckContract } from '#shared/sales/payment-check-contract.ts'
import { ALL, openReportClinic, sums } from './reports-fixture.ts'

test('the report of payments by reference has every payment that is not in cash', async () => {
  const clinic = await openReportClinic()
  const payments = (await clinic.booksOf(ALL)).payments.filter(({ method }) => method !== 'cash')
  const report = await clinic.read('payments-by-reference', ALL)
  expect(report.column('reference').toSorted()).toEqual(
    payments.map(({ reference_number }) => reference_number ?? '').toSorted(),
  )
  const of = sums(
    report.column('method').map((method, index) => ({ method, amount: report.column('amount')[index] })),
    ({ method }) => String(method),
    ({ amount }) => Number(amount),
  )
  expect(of).toEqual(
    sums(
      payments,
      ({ method }) => methodName(method),
      (one) => one.amount_centavos,
    ),
  )
  const { Cash: _cash, ...byMethod } = (await clinic.read('sales-by-method', ALL)).byName('net')
  expect(of).toEqual(byMethod)
  await clinic.server.close()
})

let till: Till
let owner: Awaited<ReturnType<typeof openInvoicer>>
beforeAll(async () => {
  till = await openTill()
  owner = await openInvoicer(till.server)
})
afterAll(() => till.server.close())

const read = async () =>
  (
    await owner.asOwner(reportsContract.read, {
      params: { report: 'payments-by-reference' },
      querystring: { from: '2026-11-21', to: '2026-11-21' },
    })
  ).data
const mark = async (id: string, is_seen: boolean, version: number, position = 1) =>
  (
    await owner.asOwner(
      paymentCheckContract.mark,
      { params: { id }, body: { position, is_seen } },
      ifMatchVersion(version),
    )
  ).data
const sellByWallet = (reference_number: string) =>
  till.send(till.order([till.peel()], { payment_method: 'gcash', reference_number }))

test('an owner marks a payment as seen in the wallet and removes the mark, which is logged with name and time', async () => {
  const { id } = await sellByWallet('8123456')
  const check = { document_id: id, position: 1 }
  const unseen = await read()
  expect(unseen.checks).toEqual([{ ...check, is_seen: false, version: 0 }])
  expect(unseen.rows[0]!.slice(-2)).toEqual(['', 1500])
  expect(await mark(id, true, 0)).toEqual({ ...check, is_seen: true, version: 1 })
  expect((await lastLogEntry(till.server.db)).action).toBe(
    'Marked the GCash payment of ₱1,500.00 of receipt 000001 as seen in the wallet',
  )
  const seen = await read()
  expect(seen.checks).toEqual([{ ...check, is_seen: true, version: 1 }])
  expect(seen.rows[0]!.at(-2)).toMatch(new RegExp(`^${owner.owner.name}, Nov 21, 2026, `))
  expect(await mark(id, false, 1)).toEqual({ ...check, is_seen: false, version: 2 })
  expect((await lastLogEntry(till.server.db)).action).toBe(
    'Marked the GCash payment of ₱1,500.00 of receipt 000001 as not yet seen in the wallet',
  )
  expect((await read()).rows[0]!.at(-2)).toBe('')
})

test('when two owners mark a payment as seen at once, the later one is refused; a cash payment cannot be marked', async () => {
  const { id } = await sellByWallet('8123457')
  await mark(id, true, 0)
  await mark(id, false, 1)
  expect(await errorOf(mark(id, true, 1))).toMatchObject({ status: 409, data: { is_seen: false, version: 2 } })
  expect(await errorOf(mark(id, true, 0, 2))).toMatchObject({ status: 404, message: saleMessages.paymentNotFound })
  const cash = await till.send(till.order([till.peel()]))
  expect(await errorOf(mark(cash.id, true, 0))).toMatchObject({ status: 409, message: saleMessages.cashIsCounted })
})
