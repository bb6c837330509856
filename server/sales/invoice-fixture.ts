import type { TestServer } from '#server/test/server.ts'
import { createUser } from '#server/test/factories.ts'
import { cashContract } from '#shared/cash/contract.ts'
import { cashManagementContract } from '#shared/cash/management-contract.ts'
import { clinicContract } from '#shared/clinic/contract.ts'
import { documentsContract } from '#shared/clinic/documents-contract.ts'
import { isInvoiceMode, type ClinicMode } from '#shared/clinic/documents.ts'
import type { Input } from '#shared/lib/endpoint.ts'

type DocumentsBody = Input<typeof documentsContract.save>['body']

/** For tests: all clinic settings that an invoice requires. */
export const registered: Omit<DocumentsBody, 'mode'> = {
  is_vat_registered: true,
  charges_excise: false,
  registered_name: 'Perlas Aesthetics Inc.',
  trade_name: 'Perlas Skin Clinic',
  tin: '123-456-789',
  tin_branch: '00000',
  permit_number: 'PTU-2026-0001',
  permit_date: '2026-01-15',
  accreditation_number: 'ACC-050-2025',
  accreditation_date: '2025-12-01',
  accreditation_until: '2030-11-30',
  supplier_name: 'Ñandú Software, Inc.',
  supplier_address: '8 Ayala Avenue, Makati City',
  supplier_tin: '765-432-109-00002',
  invoice_foot: 'Thank you.',
}

type Options = {
  /** Opens a shift on every terminal after an invoice mode is chosen, because invoices are sold in shifts only. */
  opensShifts?: boolean
}

/** For tests: an owner who sets up documents, and a clinic with an address. */
export async function openInvoicer(server: TestServer, { opensShifts = true }: Options = {}) {
  const owner = await createUser(server.db, 'admin', { name: 'Olga Owner' })
  const asOwner = server.as(owner.token)
  const { opening_hours } = (await asOwner(clinicContract.read, {})).data
  await asOwner(clinicContract.save, {
    body: {
      name: 'Perlas',
      address: '12 Tomas Morato, Quezon City',
      location_label: 'Quezon City',
      phone: '+63 2 8555 0128',
      email: 'hello@perlas.test',
      tin: '',
      hours_text: 'By Appointment Only',
      receipt_foot: 'This is not an official receipt or invoice.',
      facebook_url: '',
      instagram_url: '',
      tiktok_url: '',
      opening_hours,
    },
  })
  const openShifts = async () => {
    for (const { id } of (await asOwner(documentsContract.read, {})).data.terminals)
      await asOwner(cashContract.openShift, { body: { terminal_id: id, count: { notes: { '1000': 10 } } } })
  }
  const closeShifts = async () => {
    const { shifts } = (await asOwner(cashManagementContract.openShifts, {})).data
    for (const { id, expected } of shifts)
      await asOwner(cashContract.closeShift, { params: { id }, body: { count: { notes: {}, coins: expected } } })
  }
  const setUp = async (body: Partial<DocumentsBody> & { mode: ClinicMode }) => {
    const before = (await asOwner(documentsContract.read, {})).data
    const isInvoice = isInvoiceMode(body.mode) && before.terminals.length > 0
    if (isInvoice && !before.has_cash_control)
      await asOwner(cashManagementContract.saveSettings, { body: { is_on: true, allowed_difference: 50 } })
    if (isInvoice && opensShifts) await closeShifts()
    const { data } = await asOwner(documentsContract.save, { body: { ...registered, ...body } })
    if (isInvoice && opensShifts) await openShifts()
    return data
  }
  const read = async () => (await asOwner(documentsContract.read, {})).data
  const addTerminal = async (name: string, machine_number = `MIN-${name}`, serial_number = `SN-${name}`) =>
    (
      await asOwner(cashManagementContract.createTerminal, {
        body: { name, is_active: true, machine_number, serial_number },
      })
    ).data
  return { owner, asOwner, setUp, openShifts, closeShifts, read, addTerminal }
}
export type Invoicer = Awaited<ReturnType<typeof openInvoicer>>
