import { cleanup, screen } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { documentsContract as contract, type DocumentSettings } from '#shared/clinic/documents-contract.ts'
import { documentsMessages as s } from '#shared/clinic/messages.ts'
import { paperMessages } from '#shared/sales/paper/messages.ts'
import { queryClient } from '#web/lib/query.ts'
import { sampleId } from '#web/test/samples.ts'
import { answer, drawScreen, sentBodies } from '#web/test/screen.tsx'
import DocumentsPage from './documents-page.tsx'

const settings: DocumentSettings = {
  mode: 'acknowledgement',
  is_vat_registered: false,
  charges_excise: false,
  covers_small_sales: false,
  small_sale_limit: 500,
  registered_name: 'Perlas Aesthetics Inc.',
  trade_name: '',
  tin: '123-456-789',
  tin_branch: '00000',
  permit_number: 'PTU-1',
  permit_date: '2026-01-15',
  accreditation_number: 'ACC-1',
  accreditation_date: '2025-12-01',
  accreditation_until: null,
  supplier_name: '',
  supplier_address: '',
  supplier_tin: '',
  invoice_foot: '',
  name: 'Perlas',
  address: '12 Tomas Morato, Quezon City',
  phone: '',
  receipt_foot: 'Foot.',
  terminals: [{ id: sampleId(1), name: 'Front desk', machine_number: 'MIN-77', serial_number: 'SN-88' }],
  has_cash_control: true,
  has_issued_invoices: false,
  version: 1,
}

const refusedClock = { now: '2027-03-01T09:00:00+08:00', accepted_at: '2026-11-21T09:00:00+08:00' }

function draw(more: Partial<DocumentSettings> = {}, clockProblem: 'ahead' | null = null) {
  queryClient.clear()
  answer(contract.read, { data: { ...settings, ...more } })
  answer(contract.clock, { data: { ...refusedClock, problem: clockProblem } })
  return drawScreen(<DocumentsPage />, { role: 'admin' })
}
const radio = (name: string) => screen.findByRole('radio', { name: new RegExp(`^${name}`) })
const isOff = (element: HTMLElement) =>
  element.getAttribute('aria-disabled') === 'true' || element.hasAttribute('disabled')

test('a document mode cannot be chosen while settings that it needs are missing, and names them; once they are entered, the mode can be confirmed and saved', async () => {
  const { person } = draw()
  const invoice = await radio(s.modes.invoice_non_vat)
  expect(isOff(invoice)).toBe(true)
  expect(screen.getByText(new RegExp(`${s.missing} ${s.fields.trade_name}\\.`))).toBeTruthy()
  await person.type(screen.getByRole('textbox', { name: s.fields.trade_name }), 'Perlas Skin Clinic')
  expect(isOff(await radio(s.modes.invoice_non_vat))).toBe(false)
  expect(isOff(await radio(s.modes.invoice_vat))).toBe(true)
  await person.click(await radio(s.modes.invoice_non_vat))
  // The preview shows the chosen document mode before it is saved.
  expect(await screen.findByText(paperMessages.noInputTax)).toBeTruthy()
  expect(screen.getByText('NON-VAT REG TIN 123-456-789-00000')).toBeTruthy()
  answer(contract.save, {
    data: { ...settings, mode: 'invoice_non_vat', trade_name: 'Perlas Skin Clinic', version: 2 },
  })
  await person.click(screen.getByRole('button', { name: s.save }))
  await person.click(await screen.findByRole('button', { name: s.switchConfirm }))
  expect(await screen.findByText(s.saved)).toBeTruthy()
  expect(sentBodies.at(-1)).toMatchObject({
    mode: 'invoice_non_vat',
    trade_name: 'Perlas Skin Clinic',
    permit_date: '2026-01-15',
    is_vat_registered: false,
  })
})

test('after the first invoice other document modes are disabled', async () => {
  draw({ mode: 'invoice_non_vat', trade_name: 'Perlas', has_issued_invoices: true })
  expect(isOff(await radio(s.modes.acknowledgement))).toBe(true)
  expect(isOff(await radio(s.modes.booklet))).toBe(true)
  expect(screen.getAllByText(new RegExp(s.noWayBack))).toHaveLength(2)
})

test('the page about documents shows the clinic’s duty to register with the tax office', async () => {
  draw()
  expect(await screen.findByText(s.duty)).toBeTruthy()
})

test('a server clock that contradicts the last entry in the books is shown with both times, and an admin can accept its date', async () => {
  answer(contract.acceptClock, { data: { ...refusedClock, problem: null } })
  const { person } = draw({}, 'ahead')
  expect(await screen.findByText(s.clockOff('Mar 1, 2027, 9:00 AM', 'Nov 21, 2026, 9:00 AM'))).toBeTruthy()
  await person.click(screen.getByRole('button', { name: s.acceptClock }))
  expect(await screen.findByText(s.clockAccepted)).toBeTruthy()
  expect(sentBodies.at(-1)).toEqual({ date: '2027-03-01' })
})

test('the supplier of the software is entered in its own card, shown in the preview on each paper, and saved; a wrong TIN is refused at its field', async () => {
  const { person } = draw({ mode: 'invoice_non_vat', trade_name: 'Perlas' })
  const type = async (field: keyof typeof s.fields, value: string) => {
    const input = await screen.findByLabelText(s.fields[field])
    await person.clear(input)
    await person.type(input, value)
  }
  await type('accreditation_until', '2030-11-30')
  await type('supplier_name', 'Ñandú Software')
  await type('supplier_address', '8 Ayala Avenue, Makati')
  await type('supplier_tin', '12')
  await person.click(screen.getByRole('button', { name: s.save }))
  expect(await screen.findByText(s.supplierTinInvalid)).toBeTruthy()
  await type('supplier_tin', '765-432-109')
  for (const width of ['58 mm', '80 mm', 'A5']) {
    await person.click(screen.getByRole('radio', { name: width }))
    const paper = screen.getByRole('article').textContent
    expect(paper).toContain('Accreditation ACC-1, issued Dec 1, 2025, valid until Nov 30, 2030')
    expect(paper).toContain('Software supplier: Ñandú Software, 8 Ayala Avenue, MakatiTIN of the supplier 765-432-109')
  }
  const saved = {
    accreditation_until: '2030-11-30',
    supplier_name: 'Ñandú Software',
    supplier_address: '8 Ayala Avenue, Makati',
    supplier_tin: '765-432-109',
  }
  answer(contract.save, { data: { ...settings, mode: 'invoice_non_vat', trade_name: 'Perlas', ...saved, version: 2 } })
  await person.click(screen.getByRole('button', { name: s.save }))
  expect(await screen.findByText(s.saved)).toBeTruthy()
  expect(sentBodies.at(-1)).toMatchObject(saved)
})

test('after the last day of the software’s accreditation, the page about documents says that the accreditation is no longer valid', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['Date'] })
  vi.setSystemTime(new Date('2026-11-22T00:00:30+08:00'))
  onTestFinished(() => void vi.useRealTimers())
  draw({ accreditation_until: '2026-11-21' })
  expect(await screen.findByText(s.accreditationExpired('Nov 21, 2026'))).toBeTruthy()
  cleanup()
  draw({ accreditation_until: '2026-11-22' })
  expect(await screen.findByRole('heading', { name: s.accreditation })).toBeTruthy()
  expect(screen.queryByText(s.accreditationExpired('Nov 22, 2026'))).toBeNull()
})

test('once an invoice mode is chosen, the page about documents says which details of the software supplier are missing; the mode can be saved nevertheless', async () => {
  const { person } = draw({ trade_name: 'Perlas' })
  const names = s.supplierFields
  const warning = (...fields: (keyof typeof names)[]) =>
    s.supplierMissing(fields.map((field) => names[field]).join(', '))
  const all = warning('accreditation_until', 'supplier_name', 'supplier_tin', 'supplier_address')
  expect(await radio(s.modes.invoice_non_vat)).toBeTruthy()
  expect(screen.queryByText(all)).toBeNull()
  await person.click(await radio(s.modes.invoice_non_vat))
  expect(await screen.findByText(all)).toBeTruthy()
  await person.type(screen.getByLabelText(s.fields.supplier_name), 'Perlas Software')
  expect(await screen.findByText(warning('accreditation_until', 'supplier_tin', 'supplier_address'))).toBeTruthy()
  answer(contract.save, { data: { ...settings, mode: 'invoice_non_vat', trade_name: 'Perlas', version: 2 } })
  await person.click(screen.getByRole('button', { name: s.save }))
  await person.click(await screen.findByRole('button', { name: s.switchConfirm }))
  expect(await screen.findByText(s.saved)).toBeTruthy()
})
