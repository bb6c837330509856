/** The document modes that a clinic can choose. `booklet`: Mutya prints an order slip beside a handwritten invoice. */
export const CLINIC_MODES = ['acknowledgement', 'booklet', 'invoice_vat', 'invoice_non_vat'] as const
export type ClinicMode = (typeof CLINIC_MODES)[number]

/** How a document was issued. `small_sale`: a sales slip, which one invoice at the end of the day covers. */
export const DOCUMENT_MODES = [...CLINIC_MODES, 'small_sale'] as const
export type DocumentMode = (typeof DOCUMENT_MODES)[number]

/** A sale, or a document that voids or refunds one. */
export const DOCUMENT_KINDS = ['sale', 'void', 'refund'] as const
export type DocumentKind = (typeof DOCUMENT_KINDS)[number]

/** True for modes in which Mutya prints the invoice itself. */
export const isInvoiceMode = (mode: DocumentMode): boolean => mode === 'invoice_vat' || mode === 'invoice_non_vat'

/** True for documents that show the registration of clinic and terminal. Each terminal has its own numbers for them. */
export const isRegisteredMode = (mode: DocumentMode): boolean => isInvoiceMode(mode) || mode === 'small_sale'

/** True for modes in which a buyer gets an invoice, printed or written by hand, and may withhold tax from it. */
export const hasInvoice = (mode: DocumentMode): boolean => isInvoiceMode(mode) || mode === 'booklet'

/** A terminal with its machine identification number (MIN) and serial number, as invoices print them. */
export type MachineData = { id: string; name: string; machine_number: string; serial_number: string }

/** The data of the clinic's registration with the tax office, against which a document mode is checked. */
type RegistrationData = {
  registered_name: string
  trade_name: string
  address: string
  /** The TIN without its branch code: nine digits in any grouping. */
  tin: string
  tin_branch: string
  permit_number: string
  permit_date: string | null
  accreditation_number: string
  accreditation_date: string | null
  is_vat_registered: boolean
  /** True when cash control is on, so that every invoice belongs to a shift and is part of a Z-reading. */
  has_cash_control: boolean
  /** The active terminals with their machine and serial numbers. */
  terminals: readonly MachineData[]
}

/** The registration fields that an invoice requires, in the order of the form. */
const REGISTRATION_FIELDS = [
  'registered_name',
  'trade_name',
  'address',
  'tin',
  'tin_branch',
  'permit_number',
  'permit_date',
  'accreditation_number',
  'accreditation_date',
] as const
type RegistrationField = (typeof REGISTRATION_FIELDS)[number]

/** A requirement of a document mode that the clinic does not meet. */
export type Missing =
  | { kind: 'field'; field: RegistrationField }
  | { kind: 'vat-registered' | 'not-vat-registered' | 'no-terminal' | 'cash-control' }
  | { kind: 'terminal'; terminal: string }

/** The fields of the software's accreditation and supplier that invoices print if the clinic has entered them. */
const SUPPLIER_FIELDS = ['accreditation_until', 'supplier_name', 'supplier_tin', 'supplier_address'] as const
type SupplierField = (typeof SUPPLIER_FIELDS)[number]

/**
 * Returns the empty fields of the software's accreditation and supplier. Invoices name them (RR 10-2015), but clinics
 * that issued invoices before Mutya asked for these fields must be able to go on. So an empty field is a warning and
 * refuses no mode.
 */
export const missingOfSupplier = (data: Record<SupplierField, string>): SupplierField[] =>
  SUPPLIER_FIELDS.filter((field) => data[field].trim() === '')

/** True for a TIN in the format of the BIR: nine digits with or without dashes, and an optional branch code. */
export const isTin = (text: string): boolean => /^\d{3}-?\d{3}-?\d{3}(-?\d{3,5})?$/.test(text)

const isFilled = (field: RegistrationField, value: string | null): boolean =>
  field === 'tin' ? /^\d{3}-?\d{3}-?\d{3}$/.test(value ?? '') : value !== null && value.trim() !== ''

/** Returns everything that a clinic lacks for a document mode; empty when the mode can be chosen. */
export function missingFor(mode: DocumentMode, data: RegistrationData): Missing[] {
  if (!isInvoiceMode(mode)) return []
  const fields = REGISTRATION_FIELDS.filter((field) => !isFilled(field, data[field]))
  const terminals = data.terminals.filter((terminal) => terminal.machine_number === '' || terminal.serial_number === '')
  return [
    ...fields.map((field) => ({ kind: 'field', field }) as const),
    ...(mode === 'invoice_vat' && !data.is_vat_registered ? [{ kind: 'vat-registered' } as const] : []),
    ...(mode === 'invoice_non_vat' && data.is_vat_registered ? [{ kind: 'not-vat-registered' } as const] : []),
    ...(data.terminals.length === 0 ? [{ kind: 'no-terminal' } as const] : []),
    ...(data.has_cash_control ? [] : [{ kind: 'cash-control' } as const]),
    ...terminals.map(({ name }) => ({ kind: 'terminal', terminal: name }) as const),
  ]
}
