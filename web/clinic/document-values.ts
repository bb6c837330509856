import { formatPeso, toCentavos } from '#shared/lib/money.ts'
import type { DocumentSettings } from '#shared/clinic/documents-contract.ts'

/** The values of the document settings form; a date that is not set is an empty string. */
export type DocumentValues = Pick<
  DocumentSettings,
  | 'mode'
  | 'is_vat_registered'
  | 'charges_excise'
  | 'covers_small_sales'
  | 'registered_name'
  | 'trade_name'
  | 'tin'
  | 'tin_branch'
  | 'permit_number'
  | 'accreditation_number'
  | 'supplier_name'
  | 'supplier_address'
  | 'supplier_tin'
  | 'invoice_foot'
> & {
  permit_date: string
  accreditation_date: string
  accreditation_until: string
  /** The limit of small sales in pesos, as it was typed. */
  small_sale_limit: string
}

export const valuesOf = (settings: DocumentSettings): DocumentValues => ({
  mode: settings.mode,
  is_vat_registered: settings.is_vat_registered,
  charges_excise: settings.charges_excise,
  covers_small_sales: settings.covers_small_sales,
  small_sale_limit: formatPeso(toCentavos(settings.small_sale_limit)).replace('₱', ''),
  registered_name: settings.registered_name,
  trade_name: settings.trade_name,
  tin: settings.tin,
  tin_branch: settings.tin_branch,
  permit_number: settings.permit_number,
  permit_date: settings.permit_date ?? '',
  accreditation_number: settings.accreditation_number,
  accreditation_date: settings.accreditation_date ?? '',
  accreditation_until: settings.accreditation_until ?? '',
  supplier_name: settings.supplier_name,
  supplier_address: settings.supplier_address,
  supplier_tin: settings.supplier_tin,
  invoice_foot: settings.invoice_foot,
})
