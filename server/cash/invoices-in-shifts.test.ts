import { afterAll, beforeEach, expect, test } from 'vitest'
import type { Invoicer } from '#server/sales/invoice-fixture.ts'
import { orderOf } from '#server/sales/till-fixture.ts'
import { executeWithoutTriggers } from '#server/test/execute-without-triggers.ts'
import { cashManagementContract } from '#shared/cash/management-contract.ts'
import { cashMessages as s } from '#shared/cash/messages.ts'
import { booksContract } from '#shared/reports/books-contract.ts'
import { errorOf, openInvoiceCashClinic, type CashClinic } from './cash-fixture.ts'

let clinic: CashClinic
let invoicer: Invoicer
beforeEach(async () => {
  await clinic?.server.close()
  ;({ clinic, invoicer } = await openInvoiceCashClinic())
  await invoicer.setUp({ mode: 'invoice_vat' })
})
afterAll(() => clinic.server.close())

const VAT = { isVatRegistered: true, chargesExcise: false }
const sellPeel = () => clinic.till.send(orderOf(clinic.till.client, [clinic.till.peel()], {}, VAT))

test('cash control cannot be switched off in an invoice mode, and the database refuses an invoice outside of a shift', async () => {
  const off = clinic.asAdmin(cashManagementContract.saveSettings, { body: { is_on: false, allowed_difference: 50 } })
  expect(await errorOf(off)).toMatchObject({ status: 409, message: s.invoicesNeedControl })
  await executeWithoutTriggers(clinic.server.database, 'cash_settings', 'update cash_settings set is_on = false')
  await expect(sellPeel()).rejects.toThrow()
  const { count } = await clinic.server.db
    .selectFrom('documents')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  expect(count).toBe(0)
})

test('the check of the books names an invoice that belongs to no shift', async () => {
  const shift = await clinic.open(1000)
  await sellPeel()
  await clinic.close(shift.id, 2500)
  await clinic.closeDay()
  await executeWithoutTriggers(
    clinic.server.database,
    'documents',
    `alter table documents drop constraint documents__invoice_in_shift;
     update documents set shift_id = null`,
  )
  const { findings } = (await clinic.asAdmin(booksContract.checkBooks, {})).data
  expect(findings).toContain('VAT invoice 000001 (Front desk): it belongs to no shift and is in no Z-reading.')
})
