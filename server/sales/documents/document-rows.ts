import type { Issuer } from '#server/clinic/issuer.ts'
import type { Context, Principal } from '#server/lib/context.ts'
import type { DocumentKind } from '#shared/clinic/documents.ts'
import { searchable } from '#shared/lib/names.ts'
import type { Charge, ItemAmounts } from '#shared/sales/charge.ts'
import { textColumns, textsOf, type SaleLine } from '#shared/sales/line.ts'
import type { SeniorPwdCard } from '#shared/sales/checkout-body.ts'
import type { TaxSums } from '#shared/sales/tax.ts'
import type { DocumentParts, DocumentRow, LineRow } from '#server/sales/queries.ts'

/** The number series of acknowledgements and of their voids and refunds. */
export const RECEIPTS = 'receipt'

/**
 * The number series of a document: acknowledgements share one with their voids and refunds; every other mode has one
 * per kind, and invoices one per terminal too.
 */
export function seriesOf(kind: DocumentKind, { mode, terminal_id }: Pick<Issuer, 'mode' | 'terminal_id'>) {
  if (mode === 'acknowledgement') return RECEIPTS
  return [mode, kind, ...(terminal_id === null ? [] : [terminal_id])].join('.')
}

const noIds = {
  service_id: null,
  treatment_id: null,
  treatment_name: null,
  add_on_id: null,
  product_id: null,
  category_id: null,
  unit_cost_centavos: null,
  parent_position: null,
  package_session_id: null,
  ...textColumns(),
}

/** The columns that say what a line is: a service with its treatment, or a product with its category. */
function headColumns({ kind, service_id, treatment_id, treatment_name, unitCost = null }: SaleLine) {
  return kind === 'product'
    ? {
        kind,
        product_id: service_id,
        category_id: treatment_id,
        treatment_name,
        unit_cost_centavos: unitCost,
      }
    : { kind: 'service', service_id, treatment_id, treatment_name }
}

/** The amount columns of a line. */
const amounts = ({ quantity, price }: { quantity: number; price: number }, item: ItemAmounts) => ({
  quantity,
  unit_price_centavos: price,
  discount_centavos: item.discount,
  less_vat_centavos: item.lessVat,
  line_total_centavos: item.lineTotal,
  order_discount_centavos: item.orderDiscount,
  tax_class: item.taxClass,
  ...taxColumns(item.tax),
})

/** Converts tax sums to the columns that lines and documents have in common. */
export const taxColumns = ({ vatable, vat, exempt, zeroRated, excise }: TaxSums) => ({
  vatable_centavos: vatable,
  vat_centavos: vat,
  exempt_centavos: exempt,
  zero_rated_centavos: zeroRated,
  excise_centavos: excise,
})

/** The tax sums in the columns of a line or document. */
export const taxesOf = (row: ReturnType<typeof taxColumns>): TaxSums => ({
  vatable: row.vatable_centavos,
  vat: row.vat_centavos,
  exempt: row.exempt_centavos,
  zeroRated: row.zero_rated_centavos,
  excise: row.excise_centavos,
})

/** An order's totals in the columns of its document. */
export const sumColumns = (charge: Charge) => ({
  item_count: charge.itemCount,
  line_discount_centavos: charge.lineDiscount,
  less_vat_centavos: charge.lessVat,
  subtotal_centavos: charge.subtotal,
  discount_centavos: charge.discount,
  total_centavos: charge.total,
  ...taxColumns(charge.tax),
})

/**
 * The rows of lines, numbered from 1 in the order of the receipt: each service or product is followed by its add-ons.
 */
export function lineRows(documentId: string, lines: readonly SaleLine[], { items }: Charge): LineRow[] {
  const rows: LineRow[] = []
  const add = (row: Omit<LineRow, 'document_id' | 'position'>) =>
    rows.push({ document_id: documentId, position: rows.length + 1, ...row })
  for (const [index, line] of lines.entries()) {
    const { service, addOns } = items[index]!
    const catalogue_tax_class = line.taxed?.taxClass ?? null
    const reasonOf = ({ discount }: ItemAmounts) => (discount === 0 ? null : (line.discount_reason ?? null))
    const parent = add({
      ...noIds,
      ...headColumns(line),
      name: line.service_name,
      card_position: line.card ?? null,
      package_session_id: line.packageSession?.id ?? null,
      ...textColumns(line),
      discount_reason: reasonOf(service),
      catalogue_tax_class,
      ...amounts(line, service),
    })
    for (const [addOnIndex, addOn] of line.addOns.entries()) {
      const item = addOns[addOnIndex]!
      add({
        ...noIds,
        kind: 'add_on',
        parent_position: parent,
        add_on_id: addOn.addOn_id,
        name: addOn.addOn_name,
        card_position: addOn.hasCard === false ? null : (line.card ?? null),
        discount_reason: reasonOf(item),
        catalogue_tax_class,
        ...amounts(addOn, item),
      })
    }
  }
  return rows
}

const discounted = ({ discount_centavos: discount, less_vat_centavos: less_vat }: LineRow) => ({
  ...(discount !== 0 && { discount }),
  ...(less_vat !== 0 && { less_vat }),
})

/** Lines from their rows, in order; the constraint `document_lines__kind` ensures which columns each kind has. */
export const linesOfRows = (rows: readonly LineRow[]): SaleLine[] =>
  rows
    .filter((row) => row.kind !== 'add_on')
    .map((row) => ({
      ...(row.kind === 'product' && { kind: row.kind }),
      service_id: (row.service_id ?? row.product_id)!,
      treatment_id: (row.treatment_id ?? row.category_id)!,
      treatment_name: row.treatment_name!,
      service_name: row.name,
      quantity: row.quantity,
      price: row.unit_price_centavos,
      ...discounted(row),
      ...textsOf(row),
      ...(row.card_position !== null && { card: row.card_position }),
      addOns: rows
        .filter((addOn) => addOn.kind === 'add_on' && addOn.parent_position === row.position)
        .map((addOn) => ({
          addOn_id: addOn.add_on_id!,
          addOn_name: addOn.name,
          quantity: addOn.quantity,
          price: addOn.unit_price_centavos,
          ...discounted(addOn),
        })),
    }))

/** The columns about the issuing clinic, with the number series that follows from them. */
export const issuerColumns = (kind: DocumentKind, issuer: Issuer) => ({
  series: seriesOf(kind, issuer),
  mode: issuer.mode,
  registration: issuer.registration && { ...issuer.registration },
  issuer_name: issuer.name,
  issuer_address: issuer.address,
  issuer_phone: issuer.phone,
  issuer_tin: issuer.tin,
  receipt_foot: issuer.receipt_foot,
})

/** The parts of a request that a document's row needs: who writes it, when and where. */
export type Writing = Pick<Context<Principal>, 'now' | 'branchId'> & { user: Pick<Principal, 'id' | 'name'> }

/** The customer as the document names them. */
export const customerRow = (
  { id, treatment_text }: Pick<DocumentRow, 'id' | 'treatment_text'>,
  { name, email, contactNumber }: { name: string; email: string | null; contactNumber: string | null },
): DocumentParts['customer'] => ({
  document_id: id,
  customer_name: name,
  email,
  contact_number: contactNumber,
  search_text: searchable(name, treatment_text),
})

/** The row of a Senior Citizen or PWD card for which a document is discounted. */
export const cardRow = (
  documentId: string,
  { kind, id_number, name, birth_date = null, tin }: SeniorPwdCard,
  position: number,
) => ({
  document_id: documentId,
  position,
  kind,
  id_number,
  name,
  birth_date,
  tin,
})
