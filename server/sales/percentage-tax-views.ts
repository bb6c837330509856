import { sql, type RawBuilder } from 'kysely'
import type { ReadTx } from '#server/db/pool.ts'
import type { PercentageTaxSales } from '#shared/sales/percentage-tax.ts'

/**
 * SQL for documents without VAT and its tax classes. A clinic without VAT charges percentage tax also for sales to
 * holders of Senior Citizen and PWD cards (RMC 38-2012), so their lines count by the tax class of the service too.
 */
export const isWithoutVat = sql<boolean>`documents.mode <> 'invoice_vat' and documents.vatable_centavos = 0
        and documents.vat_centavos = 0 and documents.zero_rated_centavos = 0 and documents.less_vat_centavos = 0`

/**
 * SQL that is true if a clinic without VAT registration sold the document. The column `tax_class` alone does not show
 * it: the lines of such a clinic have no `tax_class`, but if the clinic charges excise, they have the class `exempt`
 * whatever the class in the catalogue is. For exempt services both kinds of clinics store the same; the result is then
 * false, and the printed taxes are right for both.
 */
export const isSoldWithoutVat = (documentId: string) => sql<boolean>`exists (select from documents
        where id = ${documentId} and ${isWithoutVat} and exists (select from document_lines
          where document_id = documents.id
            and (tax_class is null or (tax_class = 'exempt' and catalogue_tax_class <> 'exempt'))))`

/**
 * SQL for the sales in the lines of a table expression that has the columns of `document_lines`; null if an earlier
 * version stored one of the lines, without its tax class. Zero-rated sales need VAT registration, so that without it
 * only exempt sales are not subject to the tax.
 */
export const percentageTaxSalesIn = (lines: RawBuilder<unknown>) => sql<PercentageTaxSales | null>`(
        select case when bool_and(catalogue_tax_class is not null) then json_build_object(
          'taxable', coalesce(sum(paid) filter (where catalogue_tax_class <> 'exempt'), 0),
          'exempt', coalesce(sum(paid) filter (where catalogue_tax_class = 'exempt'), 0)) end
        from (select catalogue_tax_class, line_total_centavos - order_discount_centavos as paid from ${lines}) sold)`

type ShiftRow = Required<PercentageTaxSales> & { shift_id: string; is_known: boolean }

/**
 * Reads the sales on invoices without VAT and sales slips in these shifts. Returns a function that adds them up for some
 * of the shifts: sales subject to percentage tax, and exempt sales. An earlier version stored lines without a tax class;
 * beside newer lines they are summed as undivided sales. The function returns null if no line has a tax class.
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
