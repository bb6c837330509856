import { differencesByCashier } from '#server/cash/lists.ts'
import type { ReadTx } from '#server/db/pool.ts'
import * as books from '#server/sales/books/reports.ts'
import { documentName, type DocumentSeries } from '#shared/clinic/document-name.ts'
import { manilaTime } from '#shared/lib/manila-time.ts'
import { withTotals, type Cell, type ReportName, type ReportTable } from '#shared/reports/reports.ts'
import { reportMessages as s } from '#shared/reports/messages.ts'
import { formatDiscountReason, methodName } from '#shared/sales/payment.ts'
import { cardReason } from '#shared/sales/senior-pwd-card.ts'
import { invoiceMessages } from '#shared/sales/paper/messages.ts'

const lineCells = ({ quantity, gross, discounts, less_vat, net }: books.LineSums): Cell[] => [
  quantity,
  gross,
  discounts,
  less_vat,
  net,
]

/** The name of a document in reports: the number of its handwritten invoice if it has one, else its own name. */
const documentNameOf = (number: number, series: DocumentSeries, booklet: string | null): string =>
  booklet === null ? documentName(number, series) : invoiceMessages.invoiceNumber(booklet)

type ReadRows = (tx: ReadTx, range: books.ReportRange) => Promise<Cell[][]>

/** The rows of each report: cells in column order, amounts in centavos. */
const readers: Record<ReportName, ReadRows> = {
  'sales-by-day': async (tx, range) =>
    (await books.salesByDay(tx, range)).map(({ date, sales, gross, discounts, less_vat, voids, refunds, net }) => [
      date,
      sales,
      gross,
      discounts,
      less_vat,
      voids,
      refunds,
      net,
    ]),
  'sales-by-service': async (tx, range) =>
    (await books.salesByService(tx, range)).map((row) => [
      row.service,
      row.treatment ?? s.noTreatment,
      ...lineCells(row),
    ]),
  'sales-by-treatment': async (tx, range) =>
    (await books.salesByTreatment(tx, range)).map((row) => [row.treatment ?? s.noTreatment, ...lineCells(row)]),
  'sales-by-practitioner': async (tx, range) =>
    (await books.salesByPractitioner(tx, range)).map((row) => [
      row.practitioner ?? s.noPractitioner,
      ...lineCells(row),
    ]),
  'sales-by-method': async (tx, range) =>
    (await books.salesByMethod(tx, range)).map(({ method, payments, received, returned, net }) => [
      methodName(method),
      payments,
      received,
      returned,
      net,
    ]),
  'discounts-by-reason': async (tx, range) =>
    (await books.discountsByReason(tx, range)).map(({ reason, discounted, given, taken_back, discount }) => [
      reason === null ? s.noReason : formatDiscountReason(reason),
      discounted,
      given,
      taken_back,
      discount,
    ]),
  'tax-by-month': async (tx, range) =>
    (await books.taxByMonth(tx, range)).map(({ month, vatable, vat, exempt, zero_rated, excise, net }) => [
      month,
      vatable,
      vat,
      exempt,
      zero_rated,
      excise,
      net - vatable - vat - exempt - zero_rated,
      net,
    ]),
  'senior-pwd-book': async (tx, range) =>
    (await books.salesUnderCards(tx, range)).map((row) => [
      row.date,
      documentNameOf(row.number, row.series, row.booklet_number),
      row.holder,
      formatDiscountReason(cardReason(row.card)),
      row.id_number,
      row.gross,
      row.less_vat,
      row.discounts,
      row.net,
    ]),
  'voids-and-refunds': async (tx, range) =>
    (await books.documentsTakenBack(tx, range)).map((row) => [
      row.date,
      manilaTime(row.sold_at),
      documentNameOf(row.number, row.series, row.booklet_number),
      s.kinds[row.kind],
      documentNameOf(row.original, row.original_series, row.original_booklet),
      row.cashier,
      row.methods.map(methodName).join(', '),
      row.reason,
      row.amount,
    ]),
  'shifts-by-cashier': async (tx, { branchId, from, to }) =>
    (await differencesByCashier(tx, branchId, { from, to })).map(({ cashier_name, closed, short, over }) => [
      cashier_name,
      closed,
      short,
      over,
      over - short,
    ]),
}

/** A report over a range of business dates: rows and column totals, in centavos. */
export const readReport = async (tx: ReadTx, report: ReportName, range: books.ReportRange): Promise<ReportTable> =>
  withTotals(report, await readers[report](tx, range))
