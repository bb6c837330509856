import type { Centavos } from '#shared/lib/money.ts'
import type { DocumentKind } from '#shared/clinic/documents.ts'
import { expectedCash, type DrawerFlow } from './drawer.ts'
import type { TillActionSums } from './till-actions.ts'

/** The payments of a shift by kind of document and method. */
export type PaymentSum = { kind: DocumentKind; method: string; count: number; amount: Centavos }

/** A shift with the fields of a reading: its drawer and its closing count. */
export type ShiftDrawer = {
  cashier_name: string
  opened_at: string
  closed_at: string | null
  float: Centavos
  pay_in: Centavos
  pay_out: Centavos
  /** Cash that was taken out of the drawer to the bank. */
  drops: Centavos
  counted: Centavos | null
  opened_by: string
  closed_by: string | null
  actions: TillActionSums
}

export type Drawer = DrawerFlow & { expected: Centavos; counted: Centavos | null; difference: Centavos | null }

/** The drawer of a shift in readings of formats 1 and 2, which counted drops to the bank as paid out. */
export type EarlierDrawer = Omit<Drawer, 'drops'>

/**
 * The cash of several shifts. A float, an expected amount and a counted amount belong to one shift and are not added
 * up, because the next shift starts with the same money.
 */
export type CashSums = Omit<DrawerFlow, 'float'> & { difference: Centavos | null }

export const sum = <Item>(items: readonly Item[], of: (item: Item) => number) =>
  items.reduce((total, item) => total + of(item), 0)

/** The amount with the opposite sign; 0 never becomes `-0`. */
export const opposite = (amount: number) => (amount === 0 ? 0 : -amount)

const isCash = ({ method }: { method: string }) => method === 'cash'

/** The drawer of a shift with the cash of its documents. */
export function drawerOf(shift: ShiftDrawer, { payments }: { payments: readonly PaymentSum[] }): Drawer {
  const cash = payments.filter(isCash)
  const flow = {
    float: shift.float,
    pay_in: shift.pay_in,
    pay_out: shift.pay_out,
    drops: shift.drops,
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

/** Adds up the cash of several shifts. The difference is null as long as one of them is not counted. */
export function cashSums(drawers: readonly Drawer[]): CashSums {
  const of = (name: keyof Omit<DrawerFlow, 'float'>) => sum(drawers, (drawer) => drawer[name])
  return {
    pay_in: of('pay_in'),
    pay_out: of('pay_out'),
    drops: of('drops'),
    cash_sales: of('cash_sales'),
    cash_back: of('cash_back'),
    difference: drawers.some(({ difference }) => difference === null)
      ? null
      : sum(drawers, ({ difference }) => difference ?? 0),
  }
}

/** Converts the drawer of a shift to the form that readings of formats 1 and 2 contain. */
export const earlierDrawer = ({ drops, ...drawer }: Drawer): EarlierDrawer => ({
  ...drawer,
  pay_out: drawer.pay_out + drops,
})

/** Adds up the cash of several shifts for readings of formats 1 and 2, which have no sum of drops to the bank. */
export function earlierCash(drawers: readonly EarlierDrawer[]): Omit<CashSums, 'drops'> {
  const { drops: _, ...cash } = cashSums(drawers.map((drawer) => ({ ...drawer, drops: 0 })))
  return cash
}

/**
 * Adds up the drawers of all shifts as readings of formats 1 and 2 contain them: with the sums of floats and counts.
 */
export function drawersTogether(drawers: readonly EarlierDrawer[]): EarlierDrawer {
  const of = (name: 'float' | 'expected') => sum(drawers, (drawer) => drawer[name])
  const counted = drawers.some((drawer) => drawer.counted === null) ? null : sum(drawers, (one) => one.counted ?? 0)
  const { difference, ...flow } = earlierCash(drawers)
  return { float: of('float'), ...flow, expected: of('expected'), counted, difference }
}
