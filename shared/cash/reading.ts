import type { Centavos } from '#shared/lib/money.ts'
import { DOCUMENT_KINDS, type DocumentKind } from '#shared/clinic/documents.ts'
import { expectedCash, type DrawerFlow } from './drawer.ts'

/** What the documents of one shift come to. Documents that take something back have negative amounts. */
export type ShiftSums = {
  documents: { kind: DocumentKind; count: number; from: number; to: number; subtotal: Centavos; total: Centavos }[]
  /** Of sales. */
  discounts: { reason: string | null; count: number; amount: Centavos }[]
  payments: { kind: DocumentKind; method: string; count: number; amount: Centavos }[]
}

export const noSums: ShiftSums = { documents: [], discounts: [], payments: [] }

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

/** The figures of a reading in centavos. Their format has a number, so that later ones can hold more (taxes). */
export type ReadingFigures = {
  format: 1
  documents: { kind: DocumentKind; count: number; from: number; to: number }[]
  /** What was rung up, before discounts, also of sales that were taken back. */
  gross: Centavos
  discounts: { reason: string | null; count: number; amount: Centavos }[]
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

/** The figures of some shifts of one terminal, in the order in which they were opened. */
export function readingFigures(shifts: readonly (ShiftDrawer & { sums: ShiftSums })[]): ReadingFigures {
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
    format: 1,
    documents: DOCUMENT_KINDS.filter((kind) => ofKind(kind).length > 0).map((kind) => ({
      kind,
      count: sum(ofKind(kind), ({ count }) => count),
      from: Math.min(...ofKind(kind).map(({ from }) => from)),
      to: Math.max(...ofKind(kind).map(({ to }) => to)),
    })),
    gross: sum(ofKind('sale'), ({ subtotal }) => subtotal),
    discounts: together(
      shifts.flatMap(({ sums }) => sums.discounts),
      ({ reason }) => reason,
    ).map(({ name, ...group }) => ({ reason: name, ...group })),
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
