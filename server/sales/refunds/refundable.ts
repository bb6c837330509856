import { AppError, invalid } from '#server/lib/app-error.ts'
import type { ReadTx } from '#server/db/pool.ts'
import { presentSales, requireDocument } from '#server/sales/find-sale.ts'
import type { LineRow } from '#server/sales/queries.ts'
import * as views from '#server/sales/views.ts'
import type { Answer, Parsed } from '#shared/lib/endpoint.ts'
import { toPesos } from '#shared/lib/money.ts'
import { saleMessages as s } from '#shared/sales/messages.ts'
import { refundOf, type Refundable } from '#shared/sales/refunds/refund.ts'
import type { refundContract } from '#shared/sales/refunds/refund-contract.ts'
import { holdersOf, refundedLines } from './refund-views.ts'
import { readMoneyLeft } from './withheld-back.ts'

/** A sale's line with what can still be refunded of it. */
export type LineLeft = { row: LineRow; left: Refundable }

const sum = (rows: readonly LineRow[], column: keyof LineRow) => rows.reduce((all, row) => all + Number(row[column]), 0)

/** What can still be refunded of a sale's lines after its refunds, whose amounts are negative. */
export function linesLeft(lines: readonly LineRow[], refunded: readonly LineRow[]): LineLeft[] {
  return lines.map((row) => {
    const rows = [row, ...refunded.filter(({ position }) => position === row.position)]
    const left = {
      quantity: sum(rows, 'quantity'),
      price: row.unit_price_centavos,
      discount: sum(rows, 'discount_centavos'),
      lessVat: sum(rows, 'less_vat_centavos'),
      orderDiscount: sum(rows, 'order_discount_centavos'),
      tax: {
        vatable: sum(rows, 'vatable_centavos'),
        vat: sum(rows, 'vat_centavos'),
        exempt: sum(rows, 'exempt_centavos'),
        zeroRated: sum(rows, 'zero_rated_centavos'),
        excise: sum(rows, 'excise_centavos'),
      },
    }
    return { row, left }
  })
}

/** Reads what can still be refunded of a sale, by line. Before a refund, the caller must lock the sale first. */
export async function readLinesLeft(tx: ReadTx, saleId: string): Promise<LineLeft[]> {
  const { lines } = (await views.partsOf(tx, [saleId]))(saleId)
  return linesLeft(lines, await refundedLines(tx, saleId))
}

/** What can still be refunded of a sale. Throws a 404 for an unknown one. */
export async function readRefundable(
  tx: ReadTx,
  id: string,
): Promise<Answer<typeof refundContract.refundable>['data']> {
  const document = await requireDocument(tx, id)
  const [sale] = await presentSales(tx, [document])
  const isOpen = document.kind === 'sale' && !document.is_voided
  const lines = isOpen ? await readLinesLeft(tx, id) : []
  const holders = await holdersOf(tx, id)
  const { total, withheld } = isOpen ? await readMoneyLeft(tx, id, lines) : { total: 0, withheld: [] }
  return {
    sale: sale!,
    lines: lines.map(({ row, left }) => ({
      position: row.position,
      name: row.name,
      is_add_on: row.kind === 'add_on',
      ...(row.kind === 'product' && { is_product: true as const }),
      ...(row.package_session_id !== null && { is_session: true as const }),
      holder: row.card_position === null ? null : (holders.get(row.card_position) ?? null),
      price: toPesos(row.unit_price_centavos),
      quantity_sold: row.quantity,
      quantity_left: left.quantity,
      discount_left: toPesos(left.discount),
      less_vat_left: toPesos(left.lessVat),
      order_discount_left: toPesos(left.orderDiscount),
    })),
    left: toPesos(total),
    withheld_left: toPesos(withheld.reduce((all, one) => all + one.amount, 0)),
  }
}

type Chosen = Parsed<typeof refundContract.refund>['body']['lines']
export type RefundedLine = LineLeft & { back: ReturnType<typeof refundOf> }

/**
 * The refunded parts of the chosen lines. Throws a 422 for lines that the sale does not have and a 409 for more than is
 * left.
 */
export function refundLines(lines: readonly LineLeft[], chosen: Chosen): RefundedLine[] {
  if (new Set(chosen.map(({ position }) => position)).size < chosen.length) throw invalid('lines', s.refundLineTwice)
  if (lines.every(({ left }) => left.quantity === 0)) throw new AppError('conflict', s.refundedWhole)
  return chosen
    .toSorted((a, b) => a.position - b.position)
    .map(({ position, quantity }) => {
      const line = lines.find(({ row }) => row.position === position)
      if (!line) throw invalid('lines', s.refundLineUnknown)
      if (quantity > line.left.quantity) {
        const wasRefunded = line.left.quantity < line.row.quantity
        throw new AppError('conflict', wasRefunded ? s.refundedMeanwhile : s.refundMoreThanSold(line.row.name))
      }
      return { ...line, back: refundOf(line.left, quantity) }
    })
}
