import type { Centavos } from '#shared/lib/money.ts'
import { DOCUMENT_KINDS, DOCUMENT_MODES, type DocumentKind, type DocumentMode } from '#shared/clinic/documents.ts'
import { noTaxSums, type TaxSums } from '#shared/sales/tax.ts'
import { expectedCash, type DrawerFlow } from './drawer.ts'

/** Why less was paid than was rung up, in the order of the paper. */
export const DISCOUNT_KINDS = ['line', 'order', 'senior', 'pwd', 'less_vat'] as const
export type DiscountKind = (typeof DISCOUNT_KINDS)[number]

/** What was paid, by tax, and what was sold without any tax class: the six together are the net. */
export type ReadingTaxes = TaxSums & { untaxed: Centavos }

type Numbers = { kind: DocumentKind; count: number; from: number; to: number }
type Discounted = { reason: string | null; count: number; amount: Centavos }

/** What the documents of one shift come to. Documents that take something back have negative amounts. */
export type ShiftSums = {
  /** By their series: what was issued in one mode as one kind. */
  documents: (Numbers & { mode: DocumentMode; subtotal: Centavos; total: Centavos })[]
  /** Of sales. */
  discounts: (Discounted & { kind: DiscountKind })[]
  /** The same by their reasons alone, as readings of format 1 list them. */
  discountsByReason: Discounted[]
  payments: { kind: DocumentKind; method: string; count: number; amount: Centavos }[]
  taxes: ReadingTaxes
}

const noTaxes: ReadingTaxes = { ...noTaxSums, untaxed: 0 }

export const noSums: ShiftSums = { documents: [], discounts: [], discountsByReason: [], payments: [], taxes: noTaxes }

/** A shift as readings take it: its drawer, and what was counted when it was closed. */
export type ShiftDrawer = {
  cashier_name: string
  opened_at: string
  closed_at: string | null
  float: Centavos
  pay_in: Centavos
  pay_out: Centavos
  counted: Centavos | null
}

type Drawer = DrawerFlow & { expected: Centavos; counted: Centavos | null; difference: Centavos | null }

type CommonFigures = {
  /** What was rung up, before discounts, also of sales that were taken back. */
  gross: Centavos
  voids: { count: number; amount: Centavos }
  refunds: { count: number; amount: Centavos }
  /** What is left: gross less discounts, voids and refunds. */
  net: Centavos
  /** What each method brought, less what was given back. */
  methods: { method: string; count: number; amount: Centavos }[]
  shifts: (Drawer & { cashier_name: string; opened_at: string; closed_at: string | null })[]
  /** The sums over the shifts. */
  drawer: Drawer
}

/** As readings were written before they held taxes. */
type Figures1 = CommonFigures & { format: 1; documents: Numbers[]; discounts: Discounted[] }

type Figures2 = CommonFigures & {
  format: 2
  documents: (Numbers & { mode: DocumentMode })[]
  discounts: (Discounted & { kind: DiscountKind })[]
  /** Of what is left, the net: voids and refunds are taken off them. */
  taxes: ReadingTaxes
}

/** The figures of a reading in centavos, in the format that it was written in. */
export type ReadingFigures = Figures1 | Figures2
type ReadingFormat = ReadingFigures['format']

/** What a Z-reading says besides: of which terminal and day, its number, and all that was ever rung up there. */
export type ZContent = ReadingFigures & {
  terminal: { id: string; name: string }
  business_date: string
  number: number
  closed_by: string
  closed_at: string
  previous_grand_total: Centavos
  grand_total: Centavos
}

const sum = <Item>(items: readonly Item[], of: (item: Item) => number) =>
  items.reduce((total, item) => total + of(item), 0)

/** How a payment counts among those of its method: a refund of some pieces takes back no sale. */
const weights: Record<DocumentKind, number> = { sale: 1, void: -1, refund: 0 }

/** Zero has no other side. */
const opposite = (amount: number) => (amount === 0 ? 0 : -amount)

const isCash = ({ method }: { method: string }) => method === 'cash'

/** The drawer of a shift with what its documents put in and took out. */
export function drawerOf(shift: ShiftDrawer, { payments }: ShiftSums): Drawer {
  const cash = payments.filter(isCash)
  const flow = {
    float: shift.float,
    pay_in: shift.pay_in,
    pay_out: shift.pay_out,
    cash_sales: sum(cash, ({ kind, amount }) => (kind === 'sale' ? amount : 0)),
    cash_back: opposite(sum(cash, ({ kind, amount }) => (kind === 'sale' ? 0 : amount))),
  }
  const expected = expectedCash(flow)
  return {
    ...flow,
    expected,
    counted: shift.counted,
    difference: shift.counted === null ? null : shift.counted - expected,
  }
}

function drawersTogether(drawers: readonly Drawer[]): Drawer {
  const of = (name: keyof DrawerFlow | 'expected') => sum(drawers, (drawer) => drawer[name])
  const counted = drawers.some((drawer) => drawer.counted === null) ? null : sum(drawers, (one) => one.counted ?? 0)
  const expected = of('expected')
  return {
    float: of('float'),
    pay_in: of('pay_in'),
    pay_out: of('pay_out'),
    cash_sales: of('cash_sales'),
    cash_back: of('cash_back'),
    expected,
    counted,
    difference: counted === null ? null : counted - expected,
  }
}

type Grouped = { count: number; amount: Centavos }

/** Adds up what has the same name; in the order of the names. */
function together<Item extends Grouped>(items: readonly Item[], nameOf: (item: Item) => string | null) {
  const groups = new Map<string | null, Grouped>()
  for (const item of items) {
    const group = groups.get(nameOf(item)) ?? { count: 0, amount: 0 }
    groups.set(nameOf(item), { count: group.count + item.count, amount: group.amount + item.amount })
  }
  return [...groups].sort(([a], [b]) => (a ?? '').localeCompare(b ?? '')).map(([name, group]) => ({ name, ...group }))
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

function commonFigures(shifts: readonly Shift[]): CommonFigures {
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
    ...drawerOf(shift, shift.sums),
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
    drawer: drawersTogether(drawers),
  }
}

function figures1(shifts: readonly Shift[]): Figures1 {
  const documents = shifts.flatMap(({ sums }) => sums.documents)
  const ofKind = (kind: DocumentKind) => documents.filter((document) => document.kind === kind)
  return {
    ...commonFigures(shifts),
    format: 1,
    documents: DOCUMENT_KINDS.filter((kind) => ofKind(kind).length > 0).map((kind) => numbersOf(ofKind(kind), kind)),
    discounts: byReason(shifts.flatMap(({ sums }) => sums.discountsByReason)),
  }
}

function figures2(shifts: readonly Shift[]): Figures2 {
  const documents = shifts.flatMap(({ sums }) => sums.documents)
  const discounts = shifts.flatMap(({ sums }) => sums.discounts)
  const taxes = (name: keyof ReadingTaxes) => sum(shifts, ({ sums }) => sums.taxes[name])
  return {
    ...commonFigures(shifts),
    format: 2,
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

/**
 * The figures of some shifts of one terminal, in the order in which they were opened. New readings have the latest format;
 * an earlier one is worked out again as it was written.
 */
export const readingFigures = (shifts: readonly Shift[], format: ReadingFormat = 2): ReadingFigures =>
  format === 1 ? figures1(shifts) : figures2(shifts)
