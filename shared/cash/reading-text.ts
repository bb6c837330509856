import { formatInstant, formatInstantTime, formatShortDate } from '#shared/lib/manila-time.ts'
import { formatPeso, toCentavos } from '#shared/lib/money.ts'
import { formatDiscountReason, methodName } from '#shared/sales/payment.ts'
import { documentNumber } from '#shared/clinic/document-name.ts'
import { percentageTaxPairs, permits, registeredHead } from '#shared/sales/paper/invoice-text.ts'
import { reprintOf } from '#shared/sales/paper/reprint.ts'
import { paperMessages } from '#shared/sales/paper/messages.ts'
import type { PaperPair, PaperPart, PaperText } from '#shared/sales/paper/paper.ts'
import type { Reading } from './contract.ts'
import { readingsMessages as s } from './reading-messages.ts'

const peso = (pesos: number) => formatPeso(toCentavos(pesos))
const taken = (pesos: number) => peso(0 - pesos)

/**
 * An amount with its label as a list of one pair. An X-reading before the cash count lacks the amount, and then the
 * list is empty.
 */
const known = (label: string, pesos: number | null, write = peso): PaperPair[] =>
  pesos === null ? [] : [{ label, value: write(pesos) }]

/**
 * The label of a number of items, such as voids, with their amount. An X-reading before the cash count lacks the
 * amount.
 */
const withAmount = (label: string, pesos: number | null, write = peso): PaperPair => ({
  label,
  value: pesos === null ? '' : write(pesos),
})

const asTotal = (pairs: PaperPair[]) => pairs.map((pair) => ({ ...pair, isTotal: true }))

/**
 * The label of a discount. Discounts of Senior Citizens and PWD, and VAT that they did not pay, are labelled by their
 * reason alone.
 */
function discountLabel({ kind, reason, count }: Reading['discounts'][number]): string {
  const named = reason === null ? s.noReason : formatDiscountReason(reason)
  if (kind === null) return s.discount(named, count)
  if (kind === 'line' || kind === 'order') return s.discounts[kind](named, count)
  return s.counted(named, count)
}

const salesOf = (reading: Reading): PaperPair[] => [
  ...known(s.gross, reading.gross),
  ...reading.discounts.map((discount) => ({ label: discountLabel(discount), value: taken(discount.amount) })),
  withAmount(s.voids(reading.voids.count), reading.voids.amount, taken),
  ...(reading.refunds.count > 0 ? [withAmount(s.refunds(reading.refunds.count), reading.refunds.amount, taken)] : []),
  ...asTotal(known(s.net, reading.net)),
]

/**
 * Lists the net sales by tax. Excise and untaxed sales are listed only if there are any. Sales on documents without VAT
 * count as VAT-exempt here; the next part of the reading divides them into those subject to percentage tax and exempt
 * ones.
 */
function taxParts({ taxes, net, percentage_tax: split }: Reading): PaperPart[] {
  if (taxes === null) return []
  const where = (label: string, amount: number): PaperPair[] => (amount === 0 ? [] : [{ label, value: peso(amount) }])
  return [
    {
      heading: paperMessages.taxes,
      pairs: [
        { label: paperMessages.vatable, value: peso(taxes.vatable) },
        { label: paperMessages.vat, value: peso(taxes.vat) },
        { label: paperMessages.exempt, value: peso(taxes.exempt) },
        { label: paperMessages.zeroRated, value: peso(taxes.zero_rated) },
        ...where(taxes.includes_excise ? paperMessages.excise : paperMessages.exciseApart, taxes.excise),
        ...where(s.untaxed, taxes.untaxed),
        ...asTotal(known(s.net, net)),
      ],
    },
    ...(split ? [{ heading: s.percentageTax, pairs: percentageTaxPairs(split) }] : []),
  ]
}

type Shift = Reading['shifts'][number]

const flowPairs = (cash: Reading['cash']): PaperPair[] => [
  ...known(s.payIn, cash.pay_in),
  ...known(s.payOut, cash.pay_out, taken),
  ...known(s.drops, cash.drops, taken),
  ...known(s.cashSales, cash.cash_sales),
  ...known(s.cashBack, cash.cash_back, taken),
]

const pairsOfDrawer = (shift: Shift): PaperPair[] => [
  ...known(s.float, shift.float),
  ...flowPairs(shift),
  ...known(s.expected, shift.expected),
  ...known(s.inDrawer, shift.counted),
  ...asTotal(known(s.difference, shift.difference)),
]

/** Lists when a shift was opened and closed. Readings since format 5 also list by whom. */
const timesOf = (shift: Shift, write: (instant: string) => string): PaperPair[] => [
  { label: s.opened, value: write(shift.opened_at) },
  ...(shift.opened_by === null ? [] : [{ label: s.openedBy, value: shift.opened_by }]),
  { label: s.closed, value: shift.closed_at === null ? s.stillOpen : write(shift.closed_at) },
  ...(shift.closed_by === null ? [] : [{ label: s.closedBy, value: shift.closed_by }]),
]

/** Lists who sold in a shift, and below who sold gift cards and packages and took deposits. */
const sellerPairs = ({ sellers, card_sellers }: Shift, label: (name: string) => string): PaperPair[] => [
  ...(sellers ?? []).map(({ name, count }) => ({ label: label(name), value: s.saleCount(count) })),
  ...(card_sellers ?? []).map(({ name, count }) => ({ label: label(name), value: s.paidAheadCount(count) })),
]

/** Lists the deleted lines, abandoned orders and openings of the drawer; an opening has no amount. */
const actionPairs = (actions: Reading['actions']): PaperPair[] =>
  (actions ?? []).map(({ kind, count, amount }) => ({
    label: s.actionKinds[kind](count),
    value: kind === 'drawer_opened' ? '' : peso(amount),
  }))

const partOf = (heading: string, pairs: PaperPair[]): PaperPart[] => (pairs.length === 0 ? [] : [{ heading, pairs }])

const shiftPart = (shift: Shift, index: number): PaperPart => ({
  heading: s.shiftNumber(index + 1, shift.cashier_name),
  pairs: [
    ...timesOf(shift, formatInstantTime),
    ...sellerPairs(shift, s.soldByOf),
    ...pairsOfDrawer(shift),
    // Of the till actions, a shift lists only the kinds that occurred in it. The sums of all shifts, below, list every
    // kind.
    ...actionPairs((shift.actions ?? []).filter(({ count }) => count > 0)),
  ],
})

/**
 * Corrects the wrong totals that an earlier version printed on a reading: each label names the wrong amount, and each
 * value is the right amount.
 */
function correction({ wrong_totals, shifts }: Reading): PaperPart[] {
  if (wrong_totals === null) return []
  const first = shifts[0]!
  const last = shifts.at(-1)!
  const pair = (label: string, wrong: number | null, right: number | null) =>
    wrong === null || right === null ? [] : [{ label: s.corrected(label, peso(wrong)), value: peso(right) }]
  return [
    {
      heading: s.correction,
      pairs: [
        ...pair(s.floatAtStart, wrong_totals.float, first.float),
        ...pair(s.expectedAtEnd, wrong_totals.expected, last.expected),
        ...pair(s.countedAtEnd, wrong_totals.counted, last.counted),
      ],
    },
  ]
}

/** Returns the drawer of the only shift, or the drawer of each of several shifts and then the sums of all shifts. */
function drawerParts(reading: Reading): PaperPart[] {
  const [only, ...others] = reading.shifts
  if (only && others.length === 0) {
    return [
      ...partOf(s.drawer, pairsOfDrawer(only)),
      ...partOf(
        s.soldBy,
        sellerPairs(only, (name) => name),
      ),
      ...partOf(s.actions, actionPairs(only.actions)),
    ]
  }
  return [
    ...reading.shifts.map(shiftPart),
    ...correction(reading),
    {
      heading: s.allShifts,
      pairs: [...flowPairs(reading.cash), ...asTotal(known(s.differences, reading.cash.difference))],
    },
    ...partOf(s.actionsOfAll, actionPairs(reading.actions)),
  ]
}

function factsOf(reading: Reading): PaperPair[] {
  const [only] = reading.shifts.length === 1 ? reading.shifts : []
  return [
    ...(reading.number === null ? [] : [{ label: s.number, value: documentNumber(reading.number) }]),
    { label: s.terminal, value: reading.terminal_name },
    { label: s.date, value: formatShortDate(reading.business_date) },
    ...(only ? [{ label: s.cashier, value: only.cashier_name }, ...timesOf(only, formatInstant)] : []),
    { label: s.madeAt, value: formatInstant(reading.made_at) },
    { label: s.madeBy, value: reading.made_by },
  ]
}

/** The sales slips of the day, and the invoice that covers them together with its number of slips and amount. */
function smallSalesPart({ small_sales }: Reading): PaperPart[] {
  if (!small_sales) return []
  const { count, amount, limit, cover } = small_sales
  const covered = cover
    ? [
        { label: s.coverNumber(documentNumber(cover.number)), value: peso(cover.amount) },
        { label: s.coverSlips(cover.count), value: '' },
      ]
    : [{ label: s.notCovered(peso(limit)), value: '' }]
  return [{ heading: s.smallSales, pairs: [{ label: s.slips(count), value: peso(amount) }, ...covered] }]
}

/** The gift cards that were sold and voided. They are no sales, so they are neither in the net nor in the payments. */
const cardPairs = ({ card_sales }: Reading): PaperPair[] =>
  card_sales.map(({ kind, method, count, amount }) =>
    kind === 'sold'
      ? withAmount(s.counted(methodName(method), count), amount)
      : withAmount(s.voidedCards(methodName(method), count), amount, taken),
  )

function partsOf(reading: Reading): PaperPart[] {
  const documents = reading.documents.map(({ mode, kind, count, from, to }) => ({
    label: s.counted(s.kinds[mode ?? 'acknowledgement'][kind], count),
    value: s.numbers(documentNumber(from), documentNumber(to)),
  }))
  const methodsOf = (isWithheld: boolean) =>
    reading.methods
      .filter(({ method }) => (method === 'withheld') === isWithheld)
      .map(({ method, count, amount }) => withAmount(s.counted(methodName(method), count), amount))
  const withheld = methodsOf(true)
  const orNone = (pairs: PaperPair[]) => (pairs.length > 0 ? pairs : [{ label: s.none, value: '' }])
  return [
    { heading: s.documents, pairs: orNone(documents) },
    ...smallSalesPart(reading),
    { heading: s.sales, pairs: salesOf(reading) },
    ...taxParts(reading),
    { heading: s.methods, pairs: orNone(methodsOf(false)) },
    // The clinic receives no money for withheld tax, so withheld tax is listed under a separate heading below the
    // payments.
    ...(withheld.length === 0 ? [] : [{ heading: s.withheld, pairs: withheld }]),
    ...partOf(s.cardSales, cardPairs(reading)),
    ...drawerParts(reading),
    ...(reading.grand_total === null
      ? []
      : [
          {
            heading: s.total,
            pairs: [
              { label: s.previousTotal, value: peso(reading.previous_grand_total ?? 0) },
              { label: s.grandTotal, value: peso(reading.grand_total), isTotal: true },
            ],
          },
        ]),
  ]
}

/** The file name of a reading: `Z-000012-front-desk.pdf`, `X-2026-11-21-front-desk.pdf` */
export function readingFileName(
  { kind, number, business_date, terminal_name }: Pick<Reading, 'kind' | 'number' | 'business_date' | 'terminal_name'>,
  ending: 'pdf' | 'txt' = 'pdf',
): string {
  const terminal = terminal_name
    .normalize('NFD')
    .replaceAll(/[^a-zA-Z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .toLowerCase()
  return `${[kind, number === null ? business_date : documentNumber(number), terminal].filter(Boolean).join('-')}.${ending}`
}

/** A hash in groups of 16 characters, so that it fits into the lines of every paper width. */
const inGroups = (hash: string) => hash.match(/.{1,16}/g)?.join(' ') ?? ''

/** The hash of a Z-reading and that of the reading before it, beside their names, so that the groups are aligned. */
const hashPart = ({ hash, previous_hash }: Reading): PaperPart[] =>
  hash === null
    ? []
    : [
        {
          heading: s.chain,
          pairs: [
            { label: s.hash, value: inGroups(hash) },
            ...(previous_hash ? [{ label: s.previousHash, value: inGroups(previous_hash) }] : []),
          ],
        },
      ]

/**
 * The printed text of a reading. A copy after the first print says REPRINT; `at` is the recorded time of this copy,
 * null in a preview.
 */
export function readingText(reading: Reading, at: Date | null): PaperText {
  const { clinic } = reading
  return {
    ...(registeredHead(clinic, clinic) ?? {
      clinic: clinic.name,
      clinicLines: [clinic.address, clinic.phone, clinic.tin && s.tin(clinic.tin)].filter((line) => line !== ''),
    }),
    heading: s.headings[reading.kind],
    reprint: reprintOf(reading.print_count, at),
    mark: null,
    facts: factsOf(reading),
    items: [],
    sums: [],
    parts: [...partsOf(reading), ...hashPart(reading)],
    smallPrint: permits(clinic),
    foot: s.notInvoice,
  }
}
