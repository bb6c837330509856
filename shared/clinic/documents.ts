/** What a sale is issued as. `booklet`: a slip beside an invoice that is written by hand. */
export const DOCUMENT_MODES = ['acknowledgement', 'booklet', 'invoice_vat', 'invoice_non_vat'] as const
export type DocumentMode = (typeof DOCUMENT_MODES)[number]

/** What is issued: a sale, or what takes one back, wholly or in part. */
export const DOCUMENT_KINDS = ['sale', 'void', 'refund'] as const
export type DocumentKind = (typeof DOCUMENT_KINDS)[number]

/** In these modes Mutya prints the invoice itself. */
export const isInvoiceMode = (mode: DocumentMode): boolean => mode === 'invoice_vat' || mode === 'invoice_non_vat'

/** A terminal as invoices name it: its machine identification number (MIN) and the serial number of the device. */
export type MachineData = { id: string; name: string; machine_number: string; serial_number: string }

/** What the clinic is registered with. */
type RegistrationData = {
  registered_name: string
  trade_name: string
  address: string
  /** Nine digits, however they are grouped. */
  tin: string
  tin_branch: string
  permit_number: string
  permit_date: string | null
  accreditation_number: string
  accreditation_date: string | null
  is_vat_registered: boolean
  /** The active ones. */
  terminals: readonly MachineData[]
}

/** What an invoice needs of the clinic, in the order in which it is asked for. */
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

/** What stands between a clinic and a mode. */
export type Missing =
  | { kind: 'field'; field: RegistrationField }
  | { kind: 'vat-registered' | 'not-vat-registered' | 'no-terminal' }
  | { kind: 'terminal'; terminal: string }

/** A TIN as the BIR gives it: nine digits, with dashes or without, and perhaps the branch code behind them. */
export const isTin = (text: string): boolean => /^\d{3}-?\d{3}-?\d{3}(-?\d{3,5})?$/.test(text)

const isFilled = (field: RegistrationField, value: string | null): boolean =>
  field === 'tin' ? /^\d{3}-?\d{3}-?\d{3}$/.test(value ?? '') : value !== null && value.trim() !== ''

/** Everything that a clinic lacks for a mode; empty when it can be chosen. */
export function missingFor(mode: DocumentMode, data: RegistrationData): Missing[] {
  if (!isInvoiceMode(mode)) return []
  const fields = REGISTRATION_FIELDS.filter((field) => !isFilled(field, data[field]))
  const terminals = data.terminals.filter((terminal) => terminal.machine_number === '' || terminal.serial_number === '')
  return [
    ...fields.map((field) => ({ kind: 'field', field }) as const),
    ...(mode === 'invoice_vat' && !data.is_vat_registered ? [{ kind: 'vat-registered' } as const] : []),
    ...(mode === 'invoice_non_vat' && data.is_vat_registered ? [{ kind: 'not-vat-registered' } as const] : []),
    ...(data.terminals.length === 0 ? [{ kind: 'no-terminal' } as const] : []),
    ...terminals.map(({ name }) => ({ kind: 'terminal', terminal: name }) as const),
  ]
}
