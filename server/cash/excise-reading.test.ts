import { afterAll, beforeAll, expect, test } from 'vitest'
import { openInvoicer, type Invoicer } from '#server/sales/invoice-fixture.ts'
import { orderOf } from '#server/sales/till-fixture.ts'
import { cashManagementContract } from '#shared/cash/management-contract.ts'
import { readingText } from '#shared/cash/reading-text.ts'
import { openCashClinic, type CashClinic } from './cash-fixture.ts'

let clinic: CashClinic
let invoicer: Invoicer
beforeAll(async () => {
  clinic = await openCashClinic()
  invoicer = await openInvoicer(clinic.server, { opensShifts: false })
  await clinic.asAdmin(cashManagementContract.updateTerminal, {
    params: { id: clinic.terminal.id },
    body: { name: 'Front desk', is_active: true, machine_number: 'MIN-1', serial_number: 'SN-1' },
  })
})
afterAll(() => clinic.server.close())

test('VATable sales of a reading include their excise: a sale of ₱60,000.00 is shown as ₱53,571.43 and ₱6,428.57 of VAT', async () => {
  await invoicer.setUp({ mode: 'invoice_vat', charges_excise: true })
  const shift = await clinic.open(1000)
  const { catalogue, carbon } = clinic.till
  const { db } = clinic.server
  await db
    .updateTable('services')
    .set({ is_excise: true })
    .where('id', '=', catalogue.otherTreatmentServiceId)
    .execute()
  await clinic.till.send(
    orderOf(clinic.till.client, [carbon({ quantity: 12 })], {}, { isVatRegistered: true, chargesExcise: true }),
  )
  await clinic.close(shift.id, 61_000)
  const z = await clinic.closeDay()
  expect(z.taxes).toEqual({
    vatable: 53_571.43,
    vat: 6_428.57,
    exempt: 0,
    zero_rated: 0,
    excise: 2_551.02,
    untaxed: 0,
    includes_excise: true,
  })
  const { parts } = readingText(z, new Date('2026-11-22T03:05:00Z'))
  const taxes = parts!.find(({ heading }) => heading === 'Taxes')!
  expect(taxes.pairs.map(({ label, value }) => `${label}: ${value}`)).toEqual([
    'VATable sales: ₱53,571.43',
    'VAT amount: ₱6,428.57',
    'VAT-exempt sales: ₱0.00',
    'Zero-rated sales: ₱0.00',
    'Excise included: ₱2,551.02',
    'Net: ₱60,000.00',
  ])
  expect(await clinic.recount()).toEqual({ shifts: 1, readings: 1, findings: [] })
})
