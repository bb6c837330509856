import type { ReadTx } from '#server/db/pool.ts'
import { AppError } from '#server/lib/app-error.ts'
import type { ReadingHead } from '#shared/cash/z-content.ts'
import { isInvoiceMode, isRegisteredMode, type DocumentMode, type MachineData } from '#shared/clinic/documents.ts'
import { documentsMessages as s } from '#shared/clinic/messages.ts'
import type { TaxSettings } from '#shared/lib/taxes.ts'
import * as queries from './queries.ts'

/** The name on pages before the setup has named the clinic. */
export const UNNAMED = 'Mutya'

/** The registration of clinic and terminal as it was when an invoice was issued. */
type Registration = {
  registered_name: string
  trade_name: string
  tin_branch: string
  permit_number: string
  permit_date: string
  accreditation_number: string
  accreditation_date: string
  accreditation_until: string
  supplier_name: string
  supplier_address: string
  supplier_tin: string
  terminal: string
  machine_number: string
  serial_number: string
}

/** The branch data that a document prints at its top and bottom. */
export type Issuer = {
  name: string
  address: string
  phone: string
  tin: string
  receipt_foot: string
  mode: DocumentMode
  /** The registration that an invoice shows, with the terminal that numbers the invoice; null in other modes. */
  registration: Registration | null
  terminal_id: string | null
}

/** The clinic's data that a new document stores, and the time with which the server's clock is compared. */
export type CurrentIssuer = Issuer & {
  /**
   * The latest time of the server's clock that is known to be right: of a document, shift or reading, or accepted by an
   * admin. Null before the first.
   */
  clock_accepted_at: Date | null
  /** Sales below this amount in centavos get a sales slip; null where each sale gets its own document. */
  small_sale_limit: number | null
}

/** The payment methods that a branch accepts, and the discount that a cashier may give, in hundredths of a percent. */
export type PaymentRules = { payment_methods: string[]; cashier_discount_limit: number | null }

/**
 * The payment rules with the text of the branch's QR Ph code and the rule for refunds of packages, as Settings saves
 * them.
 */
export type PaymentSettingsRow = PaymentRules & { qr_ph: string | null; refunds_packages_pro_rata: boolean }

type IssuerRow = Awaited<ReturnType<typeof queries.readIssuer>>

/** Throws a 409 for an unknown terminal or one whose machine is not registered. */
function requireMachine(terminal: MachineData | null): MachineData {
  if (!terminal) throw new AppError('conflict', s.chooseTerminal)
  if (terminal.machine_number === '' || terminal.serial_number === '')
    throw new AppError('conflict', s.terminalLacksData(terminal.name))
  return terminal
}

/**
 * The constraint `branches__registered` ensures that all fields are filled in, except those of the supplier of the
 * software and the last day of the accreditation, which are optional.
 */
const registrationOf = (branch: IssuerRow, terminal: MachineData): Registration => ({
  registered_name: branch.registered_name,
  trade_name: branch.trade_name,
  tin_branch: branch.tin_branch,
  permit_number: branch.permit_number,
  permit_date: branch.permit_date ?? '',
  accreditation_number: branch.accreditation_number,
  accreditation_date: branch.accreditation_date ?? '',
  accreditation_until: branch.accreditation_until ?? '',
  supplier_name: branch.supplier_name,
  supplier_address: branch.supplier_address,
  supplier_tin: branch.supplier_tin,
  terminal: terminal.name,
  machine_number: terminal.machine_number,
  serial_number: terminal.serial_number,
})

/** The limit of small sales in centavos; null when the clinic issues a document of its own for each sale. */
export const smallSaleLimit = (
  branch: Pick<IssuerRow, 'document_mode' | 'covers_small_sales' | 'small_sale_limit_centavos'>,
): number | null =>
  branch.document_mode === 'invoice_non_vat' && branch.covers_small_sales ? branch.small_sale_limit_centavos : null

/**
 * `mode` is the document mode of the sale that a void or refund reverses; if undefined, the clinic's current mode
 * applies.
 */
type IssuedOn = { terminalId?: string | null | undefined; mode?: DocumentMode }

/**
 * Reads in one statement the branch as it will be stored with a document, its location label, taxes and payment rules.
 * An invoice is issued on the given terminal or the only active one; throws a 409 when there is none or it has no
 * machine identification number (MIN).
 */
export async function currentIssuer(
  tx: ReadTx,
  branchId: string,
  { terminalId = null, mode }: IssuedOn = {},
): Promise<CurrentIssuer & PaymentRules & { location_label: string; tax: TaxSettings }> {
  const branch = await queries.readIssuer(tx, branchId, terminalId)
  const issuedAs = mode ?? branch.document_mode
  const terminal = isRegisteredMode(issuedAs) ? requireMachine(branch.terminal) : null
  return {
    name: branch.name === '' ? UNNAMED : branch.name,
    address: branch.address,
    phone: branch.phone,
    tin: branch.tin,
    receipt_foot: terminal ? branch.invoice_foot : branch.receipt_foot,
    location_label: branch.location_label,
    payment_methods: branch.payment_methods,
    cashier_discount_limit: branch.cashier_discount_limit,
    small_sale_limit: smallSaleLimit(branch),
    tax: { isVatRegistered: branch.is_vat_registered, chargesExcise: branch.charges_excise },
    mode: issuedAs,
    registration: terminal && registrationOf(branch, terminal),
    terminal_id: terminal && terminal.id,
    clock_accepted_at: branch.clock_accepted_at,
  }
}

/**
 * The clinic's data that a reading of a terminal prints above its figures, as of now. The machine identification number
 * (MIN) is empty if the terminal has none, because the day of such a terminal must be closed too.
 */
export async function currentHead(tx: ReadTx, branchId: string, terminalId: string): Promise<ReadingHead> {
  const branch = await queries.readIssuer(tx, branchId, terminalId)
  return {
    name: branch.name === '' ? UNNAMED : branch.name,
    address: branch.address,
    phone: branch.phone,
    tin: branch.tin,
    mode: branch.document_mode,
    registration: isInvoiceMode(branch.document_mode) ? registrationOf(branch, branch.terminal!) : null,
  }
}
