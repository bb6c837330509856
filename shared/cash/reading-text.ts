import { formatInstant, formatInstantTime, formatShortDate } from '#shared/lib/manila-time.ts'
import { formatPeso, toCentavos } from '#shared/lib/money.ts'
import { formatDiscountReason, methodName } from '#shared/sales/payment.ts'
import { documentNumber } from '#shared/clinic/document-name.ts'
import { paperMessages } from '#shared/sales/paper/messages.ts'
import type { PaperPair, PaperPart, PaperText } from '#shared/sales/paper/paper.ts'
import type { Reading } from './contract.ts'
import { readingsMessages as s } from './messages.ts'

const peso = (pesos: number) => formatPeso(toCentavos(pesos))
const taken = (pesos: number) => peso(0 - pesos)

/** The label of a discount. Card discounts and VAT that card holders did not pay are labelled by their reason alone. */
function discountLabel({ kind, reason, count }: Reading['discounts'][number]): string {
  const named = reason === null ? s.noReason : formatDiscountReason(reason)
  if (kind === null) return s.discount(named, count)
  if (kind === 'line' || kind === 'order') return s.discounts[kind](named, count)
  return s.counted(named, count)
}

const salesOf = (reading: Reading): PaperPair[] => [
  { label: s.gross, value: peso(reading.gross) },
  ...reading.discounts.map((discount) => ({ label: discountLabel(discount), value: taken(discount.amount) })),
  { label: s.voids(reading.voids.count), value: taken(reading.voids.amount) },
  ...(reading.refunds.count > 0
    ? [{ label: s.refunds(reading.refunds.count), value: taken(reading.refunds.amount) }]
    : []),
  { label: s.net, value: peso(reading.net), isTotal: true },
]

/** Lists the net by tax. Excise and untaxed sales are listed only if there are any. */
function taxParts({ taxes, net }: Reading): PaperPart[] {
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
        ...where(paperMessages.excise, taxes.excise),
        ...where(s.untaxed, taxes.untaxed),
        { label: s.net, value: peso(net), isTotal: true },
      ],
    },
  ]
}

const pairsOfDrawer = (drawer: Reading['drawer']): PaperPair[] => [
  { label: s.float, value: peso(drawer.float) },
  { label: s.payIn, value: peso(drawer.pay_in) },
  { label: s.payOut, value: taken(drawer.pay_out) },
  { label: s.cashSales, value: peso(drawer.cash_sales) },
  { label: s.cashBack, value: taken(drawer.cash_back) },
  ...(drawer.expected === null ? [] : [{ label: s.expected, value: peso(drawer.expected) }]),
  ...(drawer.counted === null ? [] : [{ label: s.inDrawer, value: peso(drawer.counted) }]),
  ...(drawer.difference === null ? [] : [{ label: s.difference, value: peso(drawer.difference), isTotal: true }]),
]

/** Lists the drawer of each shift if there are several shifts. */
const shiftParts = ({ shifts }: Reading): PaperPart[] =>
  shifts.length < 2
    ? []
    : shifts.map(({ cashier_name, opened_at, closed_at, ...drawer }, index) => ({
        heading: s.shiftNumber(index + 1, cashier_name),
        pairs: [
          { label: s.opened, value: formatInstantTime(opened_at) },
          { label: s.closed, value: closed_at === null ? s.stillOpen : formatInstantTime(closed_at) },
          ...pairsOfDrawer(drawer),
        ],
      }))

function factsOf(reading: Reading): PaperPair[] {
  const [only] = reading.shifts.length === 1 ? reading.shifts : []
  return [
    ...(reading.number === null ? [] : [{ label: s.number, value: documentNumber(reading.number) }]),
    { label: s.terminal, value: reading.terminal_name },
    { label: s.date, value: formatShortDate(reading.business_date) },
    ...(only
      ? [
          { label: s.cashier, value: only.cashier_name },
          { label: s.opened, value: formatInstant(only.opened_at) },
          { label: s.closed, value: only.closed_at === null ? s.stillOpen : formatInstant(only.closed_at) },
        ]
      : []),
    { label: s.madeAt, value: formatInstant(reading.made_at) },
    { label: s.madeBy, value: reading.made_by },
  ]
}

function partsOf(reading: Reading): PaperPart[] {
  const documents = reading.documents.map(({ mode, kind, count, from, to }) => ({
    label: s.counted(s.kinds[mode ?? 'acknowledgement'][kind], count),
    value: s.numbers(documentNumber(from), documentNumber(to)),
  }))
  const methods = reading.methods.map(({ method, count, amount }) => ({
    label: s.counted(methodName(method), count),
    value: peso(amount),
  }))
  const orNone = (pairs: PaperPair[]) => (pairs.length > 0 ? pairs : [{ label: s.none, value: '' }])
  return [
    { heading: s.documents, pairs: orNone(documents) },
    { heading: s.sales, pairs: salesOf(reading) },
    ...taxParts(reading),
    { heading: s.methods, pairs: orNone(methods) },
    ...shiftParts(reading),
    { heading: s.drawer, pairs: pairsOfDrawer(reading.drawer) },
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
export function readingFileName({ kind, number, business_date, terminal_name }: Reading): string {
  const terminal = terminal_name
    .normalize('NFD')
    .replaceAll(/[^a-zA-Z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .toLowerCase()
  return `${[kind, number === null ? business_date : documentNumber(number), terminal].filter(Boolean).join('-')}.pdf`
}

/** The printed text of a reading. `at` is the time of this copy; a copy after the first print says REPRINT. */
export function readingText(reading: Reading, at: Date): PaperText {
  const { clinic } = reading
  return {
    clinic: clinic.name,
    clinicLines: [clinic.address, clinic.phone, clinic.tin && s.tin(clinic.tin)].filter((line) => line !== ''),
    heading: s.headings[reading.kind],
    reprint: reading.print_count > 0 ? s.reprint(reading.print_count, formatInstant(at)) : null,
    mark: null,
    facts: factsOf(reading),
    items: [],
    sums: [],
    parts: partsOf(reading),
    smallPrint: reading.hash === null ? [] : [s.hash(reading.hash.slice(0, 16))],
    foot: s.notInvoice,
  }
}
