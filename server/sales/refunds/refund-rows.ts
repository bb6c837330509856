import type { Refunded } from '#shared/sales/refunds/refund.ts'
import { noTaxSums } from '#shared/sales/tax.ts'
import { treatmentText } from '#shared/sales/treatment-text.ts'
import { linesOfRows, taxColumns } from '#server/sales/documents/document-rows.ts'
import type { LineRow } from '#server/sales/queries.ts'
import type { LineLeft, RefundedLine } from './refundable.ts'

const NOTHING_REFUNDED: Refunded = {
  quantity: 0,
  discount: 0,
  lessVat: 0,
  orderDiscount: 0,
  lineTotal: 0,
  paid: 0,
  tax: noTaxSums,
}

/** The refunded part of a sale's line, still with positive amounts. */
const refundedRow = (row: LineRow, back: Refunded): LineRow => ({
  ...row,
  quantity: back.quantity,
  discount_centavos: back.discount,
  less_vat_centavos: back.lessVat,
  line_total_centavos: back.lineTotal,
  order_discount_centavos: back.orderDiscount,
  ...taxColumns(back.tax),
})

/**
 * The refunded rows at the positions of their lines. An add-on keeps its service above it, with quantity 0 if the
 * service itself is not refunded.
 */
function refundedRows(lines: readonly LineLeft[], refunded: readonly RefundedLine[]): LineRow[] {
  const parents = new Set(refunded.map(({ row }) => row.parent_position))
  return lines.flatMap(({ row }) => {
    const chosen = refunded.find((line) => line.row.position === row.position)
    if (chosen) return [refundedRow(row, chosen.back)]
    return parents.has(row.position) ? [refundedRow(row, NOTHING_REFUNDED)] : []
  })
}

/** The lines of a refund and the totals of its document, still with positive amounts. */
export function refundRows(lines: readonly LineLeft[], refunded: readonly RefundedLine[]) {
  const rows = refundedRows(lines, refunded)
  const sum = (of: (row: LineRow) => number) => rows.reduce((all, row) => all + of(row), 0)
  const subtotal = sum((row) => row.line_total_centavos)
  const discount = sum((row) => row.order_discount_centavos)
  const totals = {
    item_count: sum((row) => row.quantity),
    line_discount_centavos: sum((row) => row.discount_centavos),
    less_vat_centavos: sum((row) => row.less_vat_centavos),
    subtotal_centavos: subtotal,
    discount_centavos: discount,
    total_centavos: subtotal - discount,
    vatable_centavos: sum((row) => row.vatable_centavos),
    vat_centavos: sum((row) => row.vat_centavos),
    exempt_centavos: sum((row) => row.exempt_centavos),
    zero_rated_centavos: sum((row) => row.zero_rated_centavos),
    excise_centavos: sum((row) => row.excise_centavos),
    treatment_text: treatmentText(linesOfRows(rows)),
  }
  return { lines: rows, totals }
}
