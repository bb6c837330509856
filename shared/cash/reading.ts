import type { Centavos } from '#shared/lib/money.ts'
import { DOCUMENT_KINDS, DOCUMENT_MODES, type DocumentKind, type DocumentMode } from '#shared/clinic/documents.ts'
import { noTaxSums, type TaxSums } from '#shared/sales/tax.ts'
import {
  cashSums,
  drawerOf,
  drawersTogether,
  earlierCash,
  earlierDrawer,
  opposite,
  sum,
  type CashSums,
  type Drawer,
  type EarlierDrawer,
  type PaymentSum,
  type ShiftDrawer,
} from './shift-drawer.ts'
import { addSums, type TillActionSums } from './till-actions.ts'

/** Kinds of discounts, in the order in which readings print them. */
export const DISCOUNT_KINDS = ['line', 'order', 'senior', 'pwd', 'less_vat'] as const
export type DiscountKind = (typeof DISCOUNT_KINDS)[number]

/** The paid amounts by tax, and sales without a tax class. All amounts but the excise add up to the net sales. */
export type ReadingTaxes = TaxSums & { untaxed: Centavos }

type Numbers = { kind: DocumentKind; count: number; from: number; to: number }
type Discounted = { reason: string | null; count: number; amount: Centavos }

type Seller = { name: string; count: number }

/** The sums of one shift's documents. Voids and refunds have negative amounts. */
export type ShiftSums = {
  /** The documents of each series. A series has one mode and one kind of document. */
  documents: (Numbers & { mode: DocumentMode; subtotal: Centavos; total: Centavos })[]
  /** The discounts of sales by kind and reason. Those of voids and refunds are not included. */
  discounts: (Discounted & { kind: DiscountKind })[]
  /** The discounts of sales by reason only, as readings of format 1 list them. */
  discountsByReason: Discounted[]
  payments: PaymentSum[]
  /** The people who sold in the shift, each with the number of sales. */
  sellers: Seller[]
  taxes: ReadingTaxes
  /** The taxes as readings of formats 2 and 3 store them: sales of each tax class less their excise. */
  taxesLessExcise: ReadingTaxes
}

const noTaxes: ReadingTaxes = { ...noTaxSums, untaxed: 0 }

export const noSums: ShiftSums = {
  documents: [],
  discounts: [],
  discountsByReason: [],
  payments: [],
  sellers: [],
  taxes: noTaxes,
  taxesLessExcise: noTaxes,
}

type ShiftTimes = Pick<ShiftDrawer, 'cashier_name' | 'opened_at' | 'closed_at'>

/** The figures of readings in all formats. `OfShift` is the drawer of a shift, which differs between formats. */
type CommonFigures<OfShift> = {
  /** Total before discounts, including sales that were voided or refunded. */
  gross: Centavos
  voids: { count: number; amount: Centavos }
  refunds: { count: number; amount: Centavos }
  /** The net sales: gross less discounts, voids and refunds. */
  net: Centavos
  /** The amount of each payment method, less voids and refunds. */
  methods: { method: string; count: number; amount: Centavos }[]
  shifts: (OfShift & ShiftTimes)[]
}

/** The figures of readings in formats 1 and 2, in which `drawer` adds up the floats and counts of all shifts. */
type EarlierFigures = CommonFigures<EarlierDrawer> & { drawer: EarlierDrawer }

/** The figures of a reading in format 1, which had no taxes. */
type Figures1 = EarlierFigures & { format: 1; documents: Numbers[]; discounts: Discounted[] }

type TaxFigures = {
  documents: (Numbers & { mode: DocumentMode })[]
  discounts: (Discounted & { kind: DiscountKind })[]
  /** The taxes in the net; voids and refunds are subtracted. */
  taxes: ReadingTaxes
}

/** The figures of a reading in format 2, the first with taxes. */
type Figures2 = EarlierFigures & TaxFigures & { format: 2 }

/** The figures of a reading in format 3, the first with drops to the bank. */
type Figures3 = CommonFigures<Drawer> & TaxFigures & { format: 3; cash: CashSums }

/** The figures of a reading in format 4, the first in which sales include their excise. */
type Figures4 = CommonFigures<Drawer> & TaxFigures & { format: 4; cash: CashSums }

/** Who opened and closed a shift, who sold in it, and what its till reported. */
type ShiftPeople = Pick<ShiftDrawer, 'opened_by' | 'closed_by' | 'actions'> & { sellers: Seller[] }

/**
 * The figures of a reading in format 5, the first with people and till actions of each shift; `actions` has the sums.
 */
type Figures5 = CommonFigures<Drawer & ShiftPeople> &
  TaxFigures & { format: 5; cash: CashSums; actions: TillActionSums }

/** The figures of a reading in centavos, in the format in which it was stored. */
export type ReadingFigures = Figures1 | Figures2 | Figures3 | Figures4 | Figures5
type ReadingFormat = ReadingFigures['format']

/**
 * By how much a document changes the number of payments of its method. A refund changes it by 0, because the sale
 * remains.
 */
const weights: Record<DocumentKind, number> = { sale: 1, void: -1, refund: 0 }

type Grouped = { count: number; amount: Centavos }

/** Adds up the counts and amounts of items with the same name; the result is sorted by name. */
function together<Item extends Grouped>(items: readonly Item[], nameOf: (item: Item) => string | null) {
  const groups = new Map<string | null, Grouped>()
  for (const item of items) {
    const group = groups.get(nameOf(item)) ?? { count: 0, amount: 0 }
    groups.set(nameOf(item), { count: group.count + item.count, amount: group.amount + item.amount })
  }
  return [...groups]
    .sort(([a], [b]) => (a ?? '').localeCompare(b ?? '', 'en'))
    .map(([name, group]) => ({ name, ...group }))
}

const byReason = (discounts: readonly Discounted[]): Discounted[] =>
  together(discounts, ({ reason }) => reason).map(({ name, ...group }) => ({ reason: name, ...group }))

type Shift = ShiftDrawer & { sums: ShiftSums }

const numbersOf = (documents: ShiftSums['documents'], kind: DocumentKind): Numbers => ({
  kind,
  count: sum(documents, ({ count }) => count),
  from: Math.min(...documents.map(({ from }) => from)),
  to: Math.max(...documents.map(({ to }) => to)),
})

function commonFigures<OfShift>(
  shifts: readonly Shift[],
  drawerInFormat: (drawer: Drawer, shift: Shift) => OfShift,
): CommonFigures<OfShift> {
  const documents = shifts.flatMap(({ sums }) => sums.documents)
  const ofKind = (kind: DocumentKind) => documents.filter((document) => document.kind === kind)
  const back = (kind: DocumentKind) => ({
    count: sum(ofKind(kind), ({ count }) => count),
    amount: opposite(sum(ofKind(kind), ({ total }) => total)),
  })
  const payments = shifts.flatMap(({ sums }) => sums.payments)
  const drawers = shifts.map((shift) => ({
    cashier_name: shift.cashier_name,
    opened_at: shift.opened_at,
    closed_at: shift.closed_at,
    ...drawerInFormat(drawerOf(shift, shift.sums), shift),
  }))
  return {
    gross: sum(ofKind('sale'), ({ subtotal }) => subtotal),
    voids: back('void'),
    refunds: back('refund'),
    net: sum(documents, ({ total }) => total),
    methods: together(
      payments.map(({ kind, ...payment }) => ({ ...payment, count: weights[kind] * payment.count })),
      ({ method }) => method,
    ).map(({ name, ...group }) => ({ method: name!, ...group })),
    shifts: drawers,
  }
}

function figures1(shifts: readonly Shift[]): Figures1 {
  const documents = shifts.flatMap(({ sums }) => sums.documents)
  const ofKind = (kind: DocumentKind) => documents.filter((document) => document.kind === kind)
  const common = commonFigures(shifts, earlierDrawer)
  return {
    ...common,
    format: 1,
    drawer: drawersTogether(common.shifts),
    documents: DOCUMENT_KINDS.filter((kind) => ofKind(kind).length > 0).map((kind) => numbersOf(ofKind(kind), kind)),
    discounts: byReason(shifts.flatMap(({ sums }) => sums.discountsByReason)),
  }
}

function taxFigures(shifts: readonly Shift[], key: 'taxes' | 'taxesLessExcise'): TaxFigures {
  const documents = shifts.flatMap(({ sums }) => sums.documents)
  const discounts = shifts.flatMap(({ sums }) => sums.discounts)
  const taxes = (name: keyof ReadingTaxes) => sum(shifts, ({ sums }) => sums[key][name])
  return {
    documents: DOCUMENT_MODES.flatMap((mode) =>
      DOCUMENT_KINDS.flatMap((kind) => {
        const series = documents.filter((document) => document.mode === mode && document.kind === kind)
        return series.length === 0 ? [] : [{ mode, ...numbersOf(series, kind) }]
      }),
    ),
    discounts: DISCOUNT_KINDS.flatMap((kind) =>
      byReason(discounts.filter((discount) => discount.kind === kind)).map((group) => ({ kind, ...group })),
    ),
    taxes: {
      vatable: taxes('vatable'),
      vat: taxes('vat'),
      exempt: taxes('exempt'),
      zeroRated: taxes('zeroRated'),
      excise: taxes('excise'),
      untaxed: taxes('untaxed'),
    },
  }
}

function figures2(shifts: readonly Shift[]): Figures2 {
  const common = commonFigures(shifts, earlierDrawer)
  return { ...common, format: 2, ...taxFigures(shifts, 'taxesLessExcise'), drawer: drawersTogether(common.shifts) }
}

function figuresWithCash(shifts: readonly Shift[], taxes: 'taxes' | 'taxesLessExcise') {
  const common = commonFigures(shifts, (drawer) => drawer)
  return { ...common, ...taxFigures(shifts, taxes), cash: cashSums(common.shifts) }
}

const figures3 = (shifts: readonly Shift[]): Figures3 => ({ ...figuresWithCash(shifts, 'taxesLessExcise'), format: 3 })
const figures4 = (shifts: readonly Shift[]): Figures4 => ({ ...figuresWithCash(shifts, 'taxes'), format: 4 })

function figures5(shifts: readonly Shift[]): Figures5 {
  const common = commonFigures(shifts, (drawer, { opened_by, closed_by, actions, sums }) => ({
    ...drawer,
    opened_by,
    closed_by,
    sellers: [...sums.sellers].sort((a, b) => a.name.localeCompare(b.name, 'en')),
    actions,
  }))
  return {
    ...common,
    ...taxFigures(shifts, 'taxes'),
    cash: cashSums(common.shifts),
    format: 5,
    actions: addSums(shifts.map(({ actions }) => actions)),
  }
}

const formats = { 1: figures1, 2: figures2, 3: figures3, 4: figures4, 5: figures5 } satisfies Record<
  ReadingFormat,
  (shifts: readonly Shift[]) => ReadingFigures
>

/** True for a format in which this version reads readings. */
export const isReadingFormat = (format: unknown): format is ReadingFormat => Object.hasOwn(formats, String(format))

/** The figures of a terminal's shifts in the order of opening. An old reading is computed again in its own format. */
export const readingFigures = <Format extends ReadingFormat = 5>(
  shifts: readonly Shift[],
  format: Format = 5 as Format,
): ReturnType<(typeof formats)[Format]> => formats[format](shifts) as ReturnType<(typeof formats)[Format]>

/** The cash sums of a reading in any format. Readings of formats 1 and 2 have no sum of drops to the bank. */
export const cashOf = (figures: ReadingFigures): Omit<CashSums, 'drops'> & Partial<CashSums> =>
  'cash' in figures ? figures.cash : earlierCash(figures.shifts)
