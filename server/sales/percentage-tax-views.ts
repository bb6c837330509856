import { sql, type RawBuilder } from 'kysely'
import type { ReadTx } from '#server/db/pool.ts'
import type { PercentageTaxSales } from '#shared/sales/percentage-tax.ts'

/**
 * SQL that is true for documents without VAT amounts. A clinic without VAT charges percentage tax also for sales to
 * holders of Senior Citizen and PWD cards (RMC 38-2012), so such sales are divided by the tax class of the service too.
 */
export const isWithoutVat = sql<boolean>`documents.mode <> 'invoice_vat' and documents.vatable_centavos = 0
        and documents.vat_centavos = 0 and documents.zero_rated_centavos = 0 and documents.less_vat_centavos = 0`

/**
 * SQL that is true if the document was sold by a clinic without VAT registration. The lines of such a clinic have no
 * `tax_class`, or the class `exempt` if the clinic charges excise. A document that has only services that are exempt in
 * the catalogue looks the same from clinics with and without VAT; the result is then false, and the printed taxes are
 * right in both cases.
 */
export const isSoldWithoutVat = (documentId: string) => sql<boolean>`exists (select from documents
        where id = ${documentId} and ${isWithoutVat} and exists (select from document_lines
          where document_id = documents.id
            and (tax_class is null or (tax_class = 'exempt' and catalogue_tax_class <> 'exempt'))))`

/**
 * SQL for the taxable and exempt sales in the lines of a table expression with the columns of `document_lines`. The
 * result is null if an earlier version stored a line without its tax class. Only clinics with VAT registration have
 * zero-rated sales. In clinics that pay percentage tax, all sales except exempt ones are taxable.
 */
export const percentageTaxSalesIn = (lines: RawBuilder<unknown>) => sql<PercentageTaxSales | null>`(
        select case when bool_and(catalogue_tax_class is not null) then json_build_object(
          'taxable', coalesce(sum(paid) filter (where catalogue_tax_class <> 'exempt'), 0),
          'exempt', coalesce(sum(paid) filter (where catalogue_tax_class = 'exempt'), 0)) end
        from (select catalogue_tax_class, line_total_centavos - order_discount_centavos as paid from ${lines}) sold)`

type ShiftRow = Required<PercentageTaxSales> & { shift_id: string; is_known: boolean }

/**
 * Reads the sales on invoices without VAT and sales slips in these shifts. Returns a function that adds up, for some of
 * the shifts, the sales subject to percentage tax and the exempt sales. Lines that an earlier version stored without a
 * tax class are added up as `undivided`. The function returns null if no line has a tax class.
 */
export async function percentageTaxOfShifts(tx: ReadTx, shiftIds: readonly string[]) {
  const { rows } = await sql<ShiftRow>`select shift_id, bool_or(catalogue_tax_class is not null) as is_known,
      coalesce(sum(paid) filter (where catalogue_tax_class <> 'exempt'), 0)::bigint as taxable,
      coalesce(sum(paid) filter (where catalogue_tax_class = 'exempt'), 0)::bigint as exempt,
      coalesce(sum(paid) filter (where catalogue_tax_class is null), 0)::bigint as undivided
    from documents cross join lateral (
      select catalogue_tax_class, line_total_centavos - order_discount_centavos as paid
      from document_lines where document_id = documents.id offset 0) line
    where shift_id = any(${shiftIds}::uuid[]) and mode in ('invoice_non_vat', 'small_sale')
    group by 1`.execute(tx)
  return (ids: readonly string[]): PercentageTaxSales | null => {
    const found = rows.filter(({ shift_id }) => ids.includes(shift_id))
    if (!found.some(({ is_known }) => is_known)) return null
    const sum = (key: keyof PercentageTaxSales) => found.reduce((all, row) => all + row[key], 0)
    const undivided = sum('undivided')
    return { taxable: sum('taxable'), exempt: sum('exempt'), ...(undivided !== 0 && { undivided }) }
  }
}
