import { documentNumber } from '#shared/clinic/document-name.ts'
import { formatInstant, formatShortDate } from '#shared/lib/manila-time.ts'
import { formatPeso, toCentavos } from '#shared/lib/money.ts'
import { formatNumber } from '#shared/lib/numbers.ts'
import type { Receipt } from './contract.ts'
import type { SoldPayment } from './line.ts'
import { formatDiscountReason, isMoney } from './payment.ts'
import { withheldIn } from './withheld.ts'
import { belowSums, buyerPairs, cardsOn, invoiceHead, namesCustomer, numberLabel } from './paper/invoice-text.ts'
import { reprintOf } from './paper/reprint.ts'
import type { PaperFields } from './paper/paper-fields.ts'
import { paperMessages, receiptMessages as s } from './paper/messages.ts'
import { methodMessages } from './messages.ts'
import type { PaperItem, PaperPair, PaperText } from './paper/paper.ts'

export type { PaperWidth } from './paper/paper.ts'

/** The file name `20261121-094207_receipt.pdf`, from the Manila time of the sale. */
export const receiptFileName = (soldAt: string): string =>
  `${soldAt.slice(0, 19).replaceAll(/[-:]/g, '').replace('T', '-')}_receipt.pdf`

const peso = (pesos: number) => formatPeso(toCentavos(pesos))

const item = (name: string, quantity: number, price: number, isAddOn: boolean): PaperItem => ({
  name,
  // A service of which only an add-on is refunded has quantity 0 and no amount.
  detail: quantity === 0 ? '' : `${formatNumber(quantity)} × ${peso(price)}`,
  amount: quantity === 0 ? '' : formatPeso(toCentavos(price) * quantity),
  isAddOn,
})

type Off = { discount?: number | undefined; less_vat?: number | undefined; discount_reason?: string | undefined }

/**
 * Formats a discount as a negative amount. On a refund or void the discount is positive, because it reverses the one of
 * the sale.
 */
const off = (pesos: number) => peso(0 - pesos)

/** Adds a line's discounts below it, so that the printed lines add up to the subtotal. */
function withDeductions(line: PaperItem, { discount = 0, less_vat = 0, discount_reason }: Off): PaperItem {
  const label = discount_reason
    ? paperMessages.lessDiscountFor(formatDiscountReason(discount_reason))
    : paperMessages.lessDiscount
  const deductions = [
    ...(less_vat === 0 ? [] : [{ label: paperMessages.lessVat, value: off(less_vat) }]),
    ...(discount === 0 ? [] : [{ label, value: off(discount) }]),
  ]
  return deductions.length === 0 ? line : { ...line, deductions }
}

/** Adds the holder’s name to a line that a Senior or PWD card discounts, if the document has several cards. */
function withHolder(line: PaperItem, position: number | undefined, paper: PaperFields): PaperItem {
  const cards = cardsOn(paper)
  const card = cards.length > 1 && cards.find((one) => one.position === position)
  return card ? { ...line, detail: paperMessages.piecesOf(line.detail, card.name) } : line
}

/** The only line of an invoice that covers sales slips: their number and amount. */
const coveredItem = (receipt: Receipt, covers: NonNullable<PaperFields['covers']>): PaperItem => ({
  name: paperMessages.smallSalesOf(formatShortDate(receipt.business_date)),
  detail: covers
    .map(({ terminal, count, first, last }) =>
      paperMessages.coveredSlips(
        paperMessages.numbersFromTo(documentNumber(first), documentNumber(last)),
        terminal,
        count,
      ),
    )
    .join(', '),
  amount: peso(receipt.subtotal),
  isAddOn: false,
})

const itemsOf = (receipt: Receipt, paper: PaperFields): PaperItem[] =>
  paper.covers ? [coveredItem(receipt, paper.covers)] : linesOf(receipt, paper)

const linesOf = (receipt: Receipt, paper: PaperFields): PaperItem[] =>
  receipt.treatments.flatMap((line) => [
    withDeductions(withHolder(item(line.service_name, line.quantity, line.price, false), line.card, paper), line),
    ...line.addOns.map((addOn) =>
      withDeductions(item(addOn.addOn_name, addOn.quantity, addOn.addOn_price, true), addOn),
    ),
  ])

/** The lines for one of several payments or refunds. */
const pairsOfPayment = ({ method, amount, reference_number: reference }: SoldPayment): PaperPair[] => [
  { label: s.paidBy(methodMessages.methods[method]), value: peso(Math.abs(amount)) },
  ...(reference ? [{ label: s.reference, value: reference }] : []),
]

/**
 * Takes the tax that the buyer withholds off the total and adds the amount that is left to pay, because the clinic does
 * not receive the tax.
 */
function withheldPairs(payments: readonly SoldPayment[], due: number): PaperPair[] {
  if (payments.length === 0) return []
  return [
    ...payments.flatMap(({ amount, reference_number: reference }) => [
      { label: s.withheld, value: off(amount) },
      ...(reference ? [{ label: s.withheldReference, value: reference }] : []),
    ]),
    { label: s.due, value: peso(due), isTotal: true },
  ]
}

/**
 * The sums of an invoice that covers sales slips. The slips were paid one by one, so the invoice has no discount,
 * received cash or change.
 */
const sumsOfCover = ({ total_after_discount, payments }: Receipt): PaperPair[] => [
  { label: s.total, value: peso(total_after_discount), isTotal: true },
  ...payments.flatMap(pairsOfPayment),
]

function sumsOf(receipt: Receipt): PaperPair[] {
  if (receipt.paper?.covers) return sumsOfCover(receipt)
  const { discount, discount_reason: reason, discount_id_number: idNumber, reference_number: reference } = receipt
  const money = receipt.payments.filter(({ method }) => isMoney(method))
  const withheld = withheldIn(receipt.payments)
  const due = (toCentavos(receipt.total_after_discount) - toCentavos(withheld)) / 100
  return [
    { label: s.subtotal, value: peso(receipt.subtotal) },
    {
      label: discount !== 0 && reason ? s.discountFor(formatDiscountReason(reason)) : s.discount,
      value: off(discount),
    },
    ...(idNumber ? [{ label: s.idNumber, value: idNumber }] : []),
    { label: s.total, value: peso(receipt.total_after_discount), isTotal: true },
    ...withheldPairs(
      receipt.payments.filter(({ method }) => !isMoney(method)),
      due,
    ),
    ...(money.length > 1
      ? money.flatMap(pairsOfPayment)
      : [
          { label: s.method, value: methodMessages.methods[receipt.payment_method] },
          ...(reference ? [{ label: s.reference, value: reference }] : []),
        ]),
    ...(receipt.state === 'void' || receipt.state === 'refund'
      ? [{ label: s.givenBack, value: peso(-due) }]
      : [
          { label: s.received, value: formatPeso(toCentavos(receipt.received_money) - toCentavos(withheld)) },
          { label: s.change, value: peso(receipt.exchange_money) },
        ]),
  ]
}

/** The defaults for a receipt that has no printed fields (`paper`). */
const plain: PaperFields = {
  mode: 'acknowledgement',
  kind: 'sale',
  registration: null,
  buyer: null,
  booklet_number: null,
  taxes: null,
  card: null,
}

const headings: Record<Receipt['state'], string> = {
  sale: s.heading,
  voided: s.heading,
  void: s.voidHeading,
  refund: s.refundHeading,
}

function headOf(receipt: Receipt, paper: PaperFields) {
  const { clinic } = receipt
  const acknowledged = headings[receipt.state]
  return (
    invoiceHead(receipt, paper) ?? {
      clinic: clinic.name,
      clinicLines: [clinic.address, clinic.phone, clinic.tin && s.tin(clinic.tin)].filter((line) => line !== ''),
      heading: paper.mode === 'booklet' ? paperMessages.slipHeadings[paper.kind] : acknowledged,
    }
  )
}

/** The label for the number of the voided or refunded sale. */
const backLabel = (paper: PaperFields, acknowledged: string, named: (what: string) => string) =>
  paper.mode === 'acknowledgement' ? acknowledged : named(paperMessages.takesBack[paper.mode])

function factsOf(receipt: Receipt, paper: PaperFields): PaperPair[] {
  const label = numberLabel(paper)
  const reason = receipt.void_reason ?? receipt.refund_reason
  return [
    ...(label === null ? [] : [{ label, value: documentNumber(receipt.receipt_number) }]),
    { label: s.date, value: formatInstant(receipt.transaction_date) },
    ...(paper.registration ? [{ label: paperMessages.terminal, value: paper.registration.terminal }] : []),
    { label: s.cashier, value: receipt.cashier_name },
    ...(namesCustomer(paper) ? [{ label: s.customer, value: receipt.customer_name }] : []),
    ...buyerPairs(paper, receipt.customer_name),
    ...(receipt.voids_receipt_number === null
      ? []
      : [
          {
            label: backLabel(paper, s.voids, paperMessages.voidsNumber),
            value: documentNumber(receipt.voids_receipt_number),
          },
        ]),
    ...(receipt.refunds_receipt_number === null
      ? []
      : [
          {
            label: backLabel(paper, s.refunds, paperMessages.refundsNumber),
            value: documentNumber(receipt.refunds_receipt_number),
          },
        ]),
    ...(paper.covered_by ? [{ label: paperMessages.coveredBy, value: paper.covered_by }] : []),
    ...(reason === null ? [] : [{ label: s.voidReason, value: reason }]),
    ...(receipt.approved_by === null ? [] : [{ label: s.approvedBy, value: receipt.approved_by }]),
  ]
}

/**
 * The printed text of a receipt. A copy after the first print says REPRINT; `at` is the recorded time of this copy,
 * null in a preview.
 */
export function receiptText(receipt: Receipt, at: Date | null): PaperText {
  const paper = receipt.paper ?? plain
  return {
    ...headOf(receipt, paper),
    mark: receipt.state === 'voided' ? s.voided : null,
    reprint: reprintOf(receipt.print_count, at),
    facts: factsOf(receipt, paper),
    items: itemsOf(receipt, paper),
    sums: sumsOf(receipt),
    ...belowSums(paper, receipt.total_after_discount),
    foot: receipt.clinic.receipt_foot,
  }
}
