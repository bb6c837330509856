import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { errorOf, openTill, type Till } from '#server/sales/till-fixture.ts'
import { openInvoicer, registered, type Invoicer } from '#server/sales/invoice-fixture.ts'
import { pesos } from '#server/cash/cash-fixture.ts'
import { ifMatchVersion } from '#server/test/if-match.ts'
import { lastLogEntry } from '#server/test/log-entries.ts'
import { cashContract } from '#shared/cash/contract.ts'
import { cashManagementContract } from '#shared/cash/management-contract.ts'
import { clinicContract } from '#shared/clinic/contract.ts'
import { documentsContract as contract } from '#shared/clinic/documents-contract.ts'
import { documentsMessages as s } from '#shared/clinic/messages.ts'

let till: Till
let clinic: Invoicer
beforeEach(async () => {
  await till?.server.close()
  till = await openTill()
  clinic = await openInvoicer(till.server, { opensShifts: false })
})
afterAll(() => till.server.close())

const peel = () => till.send(till.order([till.peel()]))

describe('the document that the till issues', () => {
  test('a clinic issues acknowledgements by default', async () => {
    expect(await clinic.read()).toMatchObject({
      mode: 'acknowledgement',
      is_vat_registered: false,
      tin: '',
      terminals: [],
      has_issued_invoices: false,
    })
    const { data } = await till.server.as(till.cashier.token)(contract.mode, {})
    expect(data).toEqual({ mode: 'acknowledgement', small_sale_limit: null })
  })

  test('a clinic cannot issue invoices while settings are missing, and the error names all of them', async () => {
    const error = await errorOf(
      clinic.setUp({ mode: 'invoice_vat', is_vat_registered: false, registered_name: ' ', permit_date: null, tin: '' }),
    )
    expect([error.status, error.message]).toEqual([
      422,
      s.lacks(
        'Registered name, TIN, Date of the permit, VAT registration switched on (it is off), an active terminal, cash control switched on (Settings > Terminals)',
      ),
    ])
    expect((await clinic.read()).mode).toBe('acknowledgement')
    await clinic.addTerminal('Front desk', '')
    const noMachine = await errorOf(clinic.setUp({ mode: 'invoice_vat' }))
    expect(noMachine.message).toBe(s.lacks('MIN and serial number of Front desk'))
    expect((await errorOf(clinic.setUp({ mode: 'invoice_non_vat' }))).message).toContain(s.notVatMissing)
  })

  test('a clinic can issue invoices once all settings are complete; the log names the changes', async () => {
    await clinic.addTerminal('Front desk')
    const saved = await clinic.setUp({ mode: 'invoice_vat' })
    expect(saved).toMatchObject({ ...registered, mode: 'invoice_vat', address: '12 Tomas Morato, Quezon City' })
    expect((await lastLogEntry(till.server.db)).action).toMatch(
      /^Changed what the till issues: .*mode from Acknowledgement receipt to Invoice, VAT/,
    )
    expect(await clinic.setUp({ mode: 'invoice_vat' })).toEqual(saved)
  })

  test('a clinic can change back from invoices until the first one is issued', async () => {
    await clinic.addTerminal('Front desk')
    await clinic.setUp({ mode: 'invoice_vat' })
    expect((await clinic.setUp({ mode: 'booklet' })).mode).toBe('booklet')
    await clinic.setUp({ mode: 'invoice_vat' })
    await clinic.openShifts()
    await peel()
    await clinic.closeShifts()
    const error = await errorOf(clinic.setUp({ mode: 'booklet' }))
    expect([error.status, error.message]).toEqual([409, s.noWayBack])
    await expect(
      till.server.db.updateTable('branches').set({ document_mode: 'acknowledgement' }).execute(),
    ).rejects.toMatchObject({ constraint: 'branches__issues_invoices' })
    // After an invoice was issued, the clinic can still change from VAT invoices to non-VAT invoices.
    const left = await clinic.setUp({ mode: 'invoice_non_vat', is_vat_registered: false })
    expect(left).toMatchObject({ mode: 'invoice_non_vat', has_issued_invoices: true })
  })

  test('the document mode cannot change while a shift is open', async () => {
    const terminal = await clinic.addTerminal('Front desk')
    await clinic.asOwner(cashManagementContract.saveSettings, { body: { is_on: true, allowed_difference: 50 } })
    const body = { terminal_id: terminal.id, count: pesos(1000) }
    await till.server.as(till.cashier.token)(cashContract.openShift, { body })
    const error = await errorOf(clinic.setUp({ mode: 'booklet' }))
    expect([error.status, error.message]).toEqual([409, s.shiftsOpen])
  })

  test('settings that invoices need can be removed neither in the form of the document mode nor in the clinic profile', async () => {
    await clinic.addTerminal('Front desk')
    await clinic.setUp({ mode: 'invoice_vat' })
    expect((await errorOf(clinic.setUp({ mode: 'invoice_vat', permit_number: '' }))).status).toBe(422)
    const { data } = await clinic.asOwner(clinicContract.read, {})
    const { needs_setup: _setup, logo_id: _logo, version: _version, ...profile } = data
    const error = await errorOf(clinic.asOwner(clinicContract.save, { body: { ...profile, tin: '' } }))
    expect([error.status, error.message]).toEqual([422, s.invoicesNeedData])
  })

  test('a form of the document mode based on an older version is rejected with the current values, and changes nothing', async () => {
    const { version } = await clinic.read()
    await clinic.setUp({ mode: 'booklet' })
    const body = { ...registered, mode: 'acknowledgement', trade_name: 'Other' } as const
    const error = await errorOf(clinic.asOwner(contract.save, { body }, ifMatchVersion(version)))
    expect([error.status, error.code]).toEqual([409, 'stale'])
  })
})
