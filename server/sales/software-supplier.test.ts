import { afterAll, beforeEach, expect, test } from 'vitest'
import { openInvoiceCashClinic, type CashClinic } from '#server/cash/cash-fixture.ts'
import { executeWithoutTriggers } from '#server/test/execute-without-triggers.ts'
import { ifMatchVersion } from '#server/test/if-match.ts'
import { lastLogEntry, logEntries } from '#server/test/log-entries.ts'
import { cashContract } from '#shared/cash/contract.ts'
import { readingText } from '#shared/cash/reading-text.ts'
import { documentsContract } from '#shared/clinic/documents-contract.ts'
import { documentsMessages as s } from '#shared/clinic/messages.ts'
import { salesContract } from '#shared/sales/contract.ts'
import { receiptText } from '#shared/sales/receipt.ts'
import { registered, type Invoicer } from './invoice-fixture.ts'
import { errorOf, orderOf } from './till-fixture.ts'

let clinic: CashClinic
let invoicer: Invoicer
beforeEach(async () => {
  await clinic?.server.close()
  ;({ clinic, invoicer } = await openInvoiceCashClinic())
})
afterAll(() => clinic.server.close())

const at = new Date('2026-11-22T03:05:00Z')
const noSupplier = { accreditation_until: null, supplier_name: '', supplier_address: '', supplier_tin: '' }
const supplier = {
  accreditation_until: '2030-11-30',
  supplier_name: 'Ñandú Software, Inc.',
  supplier_address: '8 Ayala Avenue, Makati City',
  supplier_tin: '765-432-109-00002',
}
const printed = [
  'Permit PTU-2026-0001, issued Jan 15, 2026',
  'Accreditation ACC-050-2025, issued Dec 1, 2025, valid until Nov 30, 2030',
  'Software supplier: Ñandú Software, Inc., 8 Ayala Avenue, Makati City',
  'TIN of the supplier 765-432-109-00002',
]
const printedWithout = ['Permit PTU-2026-0001, issued Jan 15, 2026', 'Accreditation ACC-050-2025, issued Dec 1, 2025']

const sell = async () => {
  const tax = { isVatRegistered: true, chargesExcise: false }
  return await clinic.till.send(orderOf(clinic.till.client, [clinic.till.peel()], {}, tax))
}
const smallPrintOf = async (id: string) =>
  receiptText((await clinic.asAdmin(salesContract.receipt, { params: { id } })).data, at).smallPrint
const smallPrintOfZ = async (id: string) =>
  readingText((await clinic.asCashier(cashContract.zReading, { params: { id } })).data, at).smallPrint

test('the supplier of the software and the last day of its accreditation are saved and logged, and a request without these fields changes neither', async () => {
  await invoicer.setUp({ mode: 'invoice_vat', ...noSupplier })
  expect(await invoicer.setUp({ mode: 'invoice_vat', ...supplier })).toMatchObject(supplier)
  const { action } = await lastLogEntry(clinic.server.db)
  for (const part of ['last day of the accreditation', 'supplier of the software', 'Ñandú', 'TIN of the supplier'])
    expect(action).toContain(part)
  const { accreditation_until: _until, supplier_name: _name, supplier_address: _address, ...rest } = registered
  const { supplier_tin: _tin, ...earlier } = rest
  const body = { ...earlier, mode: 'invoice_vat' as const, permit_number: 'PTU-2' }
  const { version } = await invoicer.read()
  const { data } = await invoicer.asOwner(documentsContract.save, { body }, ifMatchVersion(version))
  expect(data).toMatchObject({ ...supplier, permit_number: 'PTU-2' })
  expect(await invoicer.setUp({ mode: 'invoice_vat', ...noSupplier })).toMatchObject(noSupplier)
})

test('an accreditation date after the stored last day of the accreditation is refused, even if the request does not contain the last day', async () => {
  const before = await invoicer.setUp({ mode: 'invoice_vat', ...supplier })
  const { accreditation_until: _until, ...earlier } = registered
  const body = { ...earlier, mode: 'invoice_vat' as const, accreditation_date: '2031-01-01' }
  const error = await errorOf(invoicer.asOwner(documentsContract.save, { body }, ifMatchVersion(before.version)))
  expect([error.status, error.errors]).toEqual([422, { accreditation_until: [s.accreditationUntilInvalid] }])
  expect(await invoicer.read()).toEqual(before)
})

test.each([
  ['supplier_tin', '12-34', s.supplierTinInvalid],
  ['supplier_tin', '765-432-109-2', s.supplierTinInvalid],
  ['accreditation_until', '2025-11-30', s.accreditationUntilInvalid],
] as const)(
  'a wrong %s of the software (%s) is refused at its field, and nothing changes',
  async (field, value, sentence) => {
    const before = await invoicer.setUp({ mode: 'invoice_vat' })
    const logged = await logEntries(clinic.server.db)
    const error = await errorOf(invoicer.setUp({ mode: 'invoice_vat', permit_number: 'PTU-2', [field]: value }))
    expect([error.status, error.errors]).toEqual([422, { [field]: [sentence] }])
    expect(await invoicer.read()).toEqual(before)
    expect(await logEntries(clinic.server.db)).toEqual(logged)
  },
)

test('the database refuses an invalid TIN of the software supplier', async () => {
  for (const supplier_tin of ['12', 'x765-432-109', '765-432-109-2', ' '])
    await expect(clinic.server.db.updateTable('branches').set({ supplier_tin }).execute()).rejects.toMatchObject({
      constraint: 'branches__supplier_tin',
    })
})

test('invoices, readings and their later copies name the supplier of the software as it was when they were issued', async () => {
  await invoicer.setUp({ mode: 'invoice_vat', ...noSupplier })
  const shift = await clinic.open(1000)
  const first = await sell()
  await invoicer.setUp({ mode: 'invoice_vat', ...supplier })
  const second = await sell()
  const x = readingText(await clinic.x(shift.id), at)
  await clinic.close(shift.id, 4000)
  const z = await clinic.closeDay()
  await invoicer.setUp({ mode: 'invoice_vat', supplier_name: 'Other', supplier_tin: '', accreditation_until: null })
  expect(await smallPrintOf(first.id)).toEqual(printedWithout)
  expect(await smallPrintOf(second.id)).toEqual(printed)
  expect(x.smallPrint).toEqual(printed)
  expect(await smallPrintOfZ(z.id)).toEqual(printed)
})

test('an invoice and a Z-reading that an earlier version of the app stored without the supplier of the software are printed as before', async () => {
  await invoicer.setUp({ mode: 'invoice_vat' })
  const shift = await clinic.open(1000)
  const sale = await sell()
  await clinic.close(shift.id, 2500)
  const z = await clinic.closeDay()
  const keys = `'{${Object.keys(supplier).join(',')}}'::text[]`
  await executeWithoutTriggers(
    clinic.server.database,
    'documents',
    `update documents set registration = registration - ${keys}`,
  )
  const withoutKeys = `jsonb_set(content::jsonb, '{head,registration}', (content::jsonb #> '{head,registration}') - ${keys})`
  await executeWithoutTriggers(
    clinic.server.database,
    'z_readings',
    `update z_readings set content = (${withoutKeys})::text`,
  )
  expect(await smallPrintOf(sale.id)).toEqual(printedWithout)
  expect(await smallPrintOfZ(z.id)).toEqual(printedWithout)
})
