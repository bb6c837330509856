import type { DocumentKind, DocumentMode } from '#shared/clinic/documents.ts'
import type { CivilDate } from '#shared/lib/manila-time.ts'
import type { Centavos } from '#shared/lib/money.ts'
import type { TaxClass } from '#shared/lib/taxes.ts'
import type { PaymentMethod } from '#shared/sales/payment.ts'
import { paidFor, refundOf, type Refundable } from '#shared/sales/refunds/refund.ts'

// The ledger is a second set of books that the test keeps in memory while it simulates a week. The ledger records only
// what people did at the till, so any difference between it and the database, a reading or a report is a bug.

/** A terminal as the people at the desk know it. */
export type Till = {
  id: string
  name: string
  shift: Shift | null
  /** The dates that have shifts and no Z-reading. */
  unread: Set<CivilDate>
  /** The readings in their order, with the grand total after each. */
  readings: { date: CivilDate; grandTotal: Centavos }[]
}

export type Shift = {
  id: string
  till: Till
  date: CivilDate
  openedAt: Date
  /** The position of the shift's cashier among the clinic's cashiers. */
  cashier: number
  float: Centavos
  moved: Record<'in' | 'out' | 'drop', Centavos>
  closedAt: Date | null
  counted: Centavos | null
}

/**
 * A line of a document with its taxes, and the tax class that its service had when it was sold. Amounts of voids and
 * refunds are positive here.
 */
export type Row = { amounts: Refundable; taxClass: TaxClass | null; catalogueClass: TaxClass; card: number | null }
export type Paid = { method: PaymentMethod; amount: Centavos }

export type Entry = {
  id: string
  kind: DocumentKind
  number: number
  /** The sale that this document voids or refunds. */
  sale: Entry | null
  mode: DocumentMode
  date: CivilDate
  shift: Shift | null
  /** The terminal that the device has chosen, even while cash control is off. */
  till: Till
  cashier: string
  rows: Row[]
  /** What can still be refunded of each row of a sale. */
  left: Refundable[]
  /** The withheld tax of a sale that was not given back. */
  withheldLeft: Centavos
  paid: Paid[]
  isVoided: boolean
  booklet: string | null
  /** The number of the invoice that covers this sales slip; null if there is none. */
  cover: number | null
}

/** An invoice that covers sales slips. */
export type Cover = { till: Till; date: CivilDate; number: number; amount: Centavos }

export const lastReadOf = ({ readings }: Till): CivilDate | null => readings.at(-1)?.date ?? null
export const grandTotalOf = ({ readings }: Till): Centavos => readings.at(-1)?.grandTotal ?? 0

export const sumOf = <Item>(items: readonly Item[], amountOf: (item: Item) => number): number =>
  items.reduce((sum, item) => sum + amountOf(item), 0)

const signOf = ({ kind }: Entry) => (kind === 'sale' ? 1 : -1)

type Taxes = Record<'vatable' | 'vat' | 'exempt' | 'zero_rated' | 'excise' | 'untaxed', Centavos>
export type Figures = Record<'gross' | 'discounts' | 'less_vat' | 'total', Centavos> & Taxes

/** The figures of a document as reports show them: negative for voids and refunds, and sales with their excise. */
export function figuresOf(entry: Entry): Figures {
  const of = (amountOf: (row: Row) => number) => signOf(entry) * sumOf(entry.rows, amountOf) || 0
  const excise = (taxClass: TaxClass) => (row: Row) => (row.taxClass === taxClass ? row.amounts.tax.excise : 0)
  const total = of(({ amounts }) => paidFor(amounts))
  const vatable = of((row) => row.amounts.tax.vatable + excise('vatable')(row))
  const vat = of(({ amounts }) => amounts.tax.vat)
  const zero_rated = of((row) => row.amounts.tax.zeroRated + excise('zero-rated')(row))
  const exempt = of((row) => row.amounts.tax.exempt + excise('exempt')(row))
  const rest = total - vatable - vat - zero_rated - exempt
  const isNonVat = entry.mode === 'invoice_non_vat' || entry.mode === 'small_sale'
  return {
    gross: of(({ amounts }) => amounts.quantity * amounts.price),
    discounts: of(({ amounts }) => amounts.discount + amounts.orderDiscount),
    less_vat: of(({ amounts }) => amounts.lessVat),
    total,
    vatable,
    vat,
    zero_rated,
    exempt: exempt + (isNonVat ? rest : 0),
    excise: of(({ amounts }) => amounts.tax.excise),
    untaxed: isNonVat ? 0 : rest,
  }
}

export const totalOf = (entry: Entry): Centavos => figuresOf(entry).total

/** The payments of a document; negative for voids and refunds. */
export const paymentsOf = (entry: Entry): Paid[] =>
  entry.paid.map(({ method, amount }) => ({ method, amount: signOf(entry) * amount }))

export const cashOf = (paid: readonly Paid[]): Centavos =>
  sumOf(paid, ({ method, amount }) => (method === 'cash' ? amount : 0))

/** The cash that should be in a drawer. */
export const drawerOf = (shift: Shift, entries: readonly Entry[]): Centavos =>
  shift.float +
  shift.moved.in -
  shift.moved.out -
  shift.moved.drop +
  sumOf(
    entries.filter((entry) => entry.shift === shift),
    (entry) => cashOf(paymentsOf(entry)),
  )

export const withheldOf = (paid: readonly Paid[]): Centavos =>
  sumOf(paid, ({ method, amount }) => (method === 'withheld' ? amount : 0))

export const leftOf = ({ left }: Entry): Centavos => sumOf(left, paidFor)

/** The rows of a refund; `pieces` has the number of refunded pieces by the index of the sale's row. */
export const refundedRows = (sale: Entry, pieces: ReadonlyMap<number, number>): Row[] =>
  [...pieces].map(([index, quantity]) => {
    const { amounts: _, ...kept } = sale.rows[index]!
    return { ...kept, amounts: { price: sale.left[index]!.price, ...refundOf(sale.left[index]!, quantity) } }
  })

const minus = (left: Refundable, back: Refundable): Refundable => ({
  quantity: left.quantity - back.quantity,
  price: left.price,
  discount: left.discount - back.discount,
  lessVat: left.lessVat - back.lessVat,
  orderDiscount: left.orderDiscount - back.orderDiscount,
  tax: {
    vatable: left.tax.vatable - back.tax.vatable,
    vat: left.tax.vat - back.tax.vat,
    exempt: left.tax.exempt - back.tax.exempt,
    zeroRated: left.tax.zeroRated - back.tax.zeroRated,
    excise: left.tax.excise - back.tax.excise,
  },
})

/** Takes refunded pieces off what is left of their sale. */
export function takeOff(sale: Entry, pieces: ReadonlyMap<number, number>, rows: readonly Row[]): void {
  for (const [at, index] of [...pieces.keys()].entries()) sale.left[index] = minus(sale.left[index]!, rows[at]!.amounts)
}

/** The series in which a document is numbered. */
export function seriesOf({ mode, kind, till }: Pick<Entry, 'mode' | 'kind' | 'till'>): string {
  if (mode === 'acknowledgement') return 'receipt'
  return mode === 'booklet' ? `booklet.${kind}` : `${mode}.${kind}.${till.id}`
}
