import type { Reading } from '#shared/cash/contract.ts'
import { cashOf, type ReadingFigures } from '#shared/cash/reading.ts'
import type { SmallSales, ZContent } from '#shared/cash/z-content.ts'
import { TILL_ACTION_KINDS, type TillActionSums } from '#shared/cash/till-actions.ts'
import { toPesos } from '#shared/lib/money.ts'
import type { CardSales } from '#shared/prepaid/card-sales.ts'

const pesosOrNull = (centavos: number | null) => (centavos === null ? null : toPesos(centavos))

const inPesos = <G extends { amount: number }>(group: G) => ({ ...group, amount: toPesos(group.amount) })

type Cash = ReturnType<typeof cashOf>

const presentActions = (sums: TillActionSums) => TILL_ACTION_KINDS.map((kind) => ({ kind, ...inPesos(sums[kind]) }))

/**
 * The people who opened a shift, sold in it and closed it, and its till actions; null in readings of formats that
 * lacked these data.
 */
const presentPeople = (shift: ReadingFigures['shifts'][number]) =>
  'actions' in shift
    ? {
        opened_by: shift.opened_by,
        closed_by: shift.closed_by,
        sellers: shift.sellers,
        actions: presentActions(shift.actions),
      }
    : { opened_by: null, closed_by: null, sellers: null, actions: null }

const presentCash = ({ pay_in, pay_out, drops, cash_sales, cash_back, difference }: Cash) => ({
  pay_in: toPesos(pay_in),
  pay_out: toPesos(pay_out),
  drops: pesosOrNull(drops ?? null),
  cash_sales: toPesos(cash_sales),
  cash_back: toPesos(cash_back),
  difference: pesosOrNull(difference),
})

const presentDrawer = (drawer: Cash & { float: number; expected: number; counted: number | null }) => ({
  ...presentCash(drawer),
  float: toPesos(drawer.float),
  expected: toPesos(drawer.expected),
  counted: pesosOrNull(drawer.counted),
})

/**
 * Returns the totals of floats and counts in readings of formats 1 and 2, which are wrong if the reading has several
 * shifts. Returns null for a single shift and for later formats, which have no such totals.
 */
function wrongTotalsOf(figures: ReadingFigures): Reading['wrong_totals'] {
  if ('cash' in figures || figures.shifts.length < 2) return null
  const { float, expected, counted } = figures.drawer
  return { float: toPesos(float), expected: toPesos(expected), counted: pesosOrNull(counted) }
}

/** Fields that differ between the formats of readings: format 1 had no document modes, kinds of discounts or taxes. */
function presentFormat(figures: ReadingFigures): Pick<Reading, 'documents' | 'discounts' | 'taxes'> {
  if (figures.format === 1)
    return {
      documents: figures.documents.map((documents) => ({ ...documents, mode: null })),
      discounts: figures.discounts.map((discount) => ({ ...inPesos(discount), kind: null })),
      taxes: null,
    }
  const { vatable, vat, exempt, zeroRated, excise, untaxed } = figures.taxes
  return {
    documents: figures.documents,
    discounts: figures.discounts.map(inPesos),
    taxes: {
      vatable: toPesos(vatable),
      vat: toPesos(vat),
      exempt: toPesos(exempt),
      zero_rated: toPesos(zeroRated),
      excise: toPesos(excise),
      untaxed: toPesos(untaxed),
      includes_excise: figures.format >= 4,
    },
  }
}

/** The small sales of a day in the API's format, with amounts in pesos. */
export const presentSmallSales = ({ count, amount, limit, cover }: SmallSales): Reading['small_sales'] => ({
  count,
  amount: toPesos(amount),
  limit: toPesos(limit),
  cover: cover && inPesos(cover),
})

/**
 * The sold and voided gift cards and packages of a reading in the API's format. If `isBlind`, for a cashier who has not
 * counted the drawer yet, amounts of cash are left out, because they would reveal the cash in the drawer.
 */
export const presentCardSales = (sales: readonly CardSales[], isBlind = false): Reading['card_sales'] =>
  sales.map((one) => ({ ...one, amount: isBlind && one.method === 'cash' ? null : toPesos(one.amount) }))

/**
 * The figures of a reading in the API's format, in pesos. `cardSellers` says for each shift who sold gift cards and
 * packages; readings of earlier versions lack it.
 */
export const presentFigures = (figures: ReadingFigures, cardSellers: ZContent['card_sellers']) => ({
  ...presentFormat(figures),
  gross: toPesos(figures.gross),
  voids: inPesos(figures.voids),
  refunds: inPesos(figures.refunds),
  net: toPesos(figures.net),
  methods: figures.methods.map(inPesos),
  shifts: figures.shifts.map((shift, index) => ({
    cashier_name: shift.cashier_name,
    opened_at: shift.opened_at,
    closed_at: shift.closed_at,
    ...presentDrawer(shift),
    ...presentPeople(shift),
    card_sellers: cardSellers?.[index] ?? null,
  })),
  actions: 'actions' in figures ? presentActions(figures.actions) : null,
  cash: presentCash(cashOf(figures)),
  wrong_totals: wrongTotalsOf(figures),
})

type Figures = ReturnType<typeof presentFigures>
type Blind = Pick<Reading, 'gross' | 'voids' | 'refunds' | 'net' | 'taxes' | 'methods' | 'shifts' | 'cash'>

const noCash = { pay_in: null, pay_out: null, drops: null, cash_sales: null, cash_back: null, difference: null }
const noDrawer = { ...noCash, float: null, expected: null, counted: null }

/**
 * Removes every amount from which the cash in the drawer could be computed, because the cashier counts it before
 * seeing any. Numbers of documents, discounts, and the amounts of other payment methods stay.
 */
export const withoutCash = (figures: Figures): Figures | (Omit<Figures, keyof Blind> & Blind) => ({
  ...figures,
  gross: null,
  voids: { ...figures.voids, amount: null },
  refunds: { ...figures.refunds, amount: null },
  net: null,
  taxes: null,
  methods: figures.methods.map((group) => (group.method === 'cash' ? { ...group, amount: null } : group)),
  shifts: figures.shifts.map((shift) => ({ ...shift, ...noDrawer })),
  cash: noCash,
})
