import { documentNumber } from '#shared/clinic/document-name.ts'
import { isInvoiceMode, isRegisteredMode, type DocumentMode } from '#shared/clinic/documents.ts'
import { formatShortDate } from '#shared/lib/manila-time.ts'
import { formatPeso, toCentavos } from '#shared/lib/money.ts'
import type { Receipt } from '#shared/sales/contract.ts'
import type { PaperFields } from './paper-fields.ts'
import type { PaperPair, PaperPart, PaperText } from './paper.ts'
import { paperMessages as s } from './messages.ts'

// This module writes the parts of a printed document that depend on its mode; an acknowledgement has none of them.

const peso = (pesos: number) => formatPeso(toCentavos(pesos))

/** Formats a TIN with its branch code as `123-456-789-00000`. */
const fullTin = (tin: string, branch: string): string => {
  const digits = tin.replaceAll(/\D/g, '')
  return `${digits.slice(0, 3)}-${digits.slice(3, 6)}-${digits.slice(6, 9)}-${branch}`
}

type Clinic = { address: string; phone: string; tin: string }
type Registered = Pick<PaperFields, 'mode' | 'registration'>

/** The registration of the clinic and its machine, as invoices and readings print it; null without a registration. */
export function registeredHead(
  clinic: Clinic,
  { mode, registration }: Registered,
): Pick<PaperText, 'clinic' | 'clinicLines'> | null {
  if (!registration) return null
  const tin = fullTin(clinic.tin, registration.tin_branch)
  return {
    clinic: registration.trade_name,
    clinicLines: [
      registration.registered_name,
      clinic.address,
      clinic.phone,
      mode === 'invoice_vat' ? s.vatTin(tin) : s.nonVatTin(tin),
      s.machine(registration.machine_number),
      s.serial(registration.serial_number),
    ].filter((line) => line !== ''),
  }
}

type Head = Pick<PaperText, 'clinic' | 'clinicLines' | 'heading' | 'number'>

/** The top of an invoice or sales slip: the registration under which it was issued, and its number in large type. */
export function invoiceHead({ clinic, receipt_number }: Receipt, paper: PaperFields): Head | null {
  const head = registeredHead(clinic, paper)
  return (
    head && {
      ...head,
      heading: (paper.mode === 'small_sale' ? s.salesSlipHeadings : s.invoiceHeadings)[paper.kind],
      number: s.numbered(documentNumber(receipt_number)),
    }
  )
}

/** The label of the document's number; null on invoices and sales slips, which print the number at their top. */
export function numberLabel({ mode, kind }: PaperFields): string | null {
  if (isRegisteredMode(mode)) return null
  return mode === 'booklet' ? s.slipNumbers[kind] : s.receiptNumber
}

/** A label with its value or, if the value is not known, with an empty line to write it on. */
const lineToFill = (label: string, value: string): PaperPair =>
  value === '' ? { label, value, isBlank: true } : { label, value }

/** The buyer on an invoice is the customer, unless another buyer was entered. */
const buyerOf = ({ buyer }: PaperFields, customer: string) => buyer ?? { name: customer, address: '', tin: '' }

/**
 * True when the printed document has a line with the customer's name: when another buyer was entered, or on a document
 * that is no invoice and so names no buyer.
 */
export const namesCustomer = ({ mode, buyer }: PaperFields): boolean => buyer !== null || !isInvoiceMode(mode)

/**
 * The buyer of a document, with space for a missing address or TIN on invoices (RR 16-2018), and the number of the
 * handwritten invoice in booklet mode.
 */
export function buyerPairs(paper: PaperFields, customer: string): PaperPair[] {
  const buyer = buyerOf(paper, customer)
  const pairs = [lineToFill(s.soldTo, buyer.name), lineToFill(s.address, buyer.address), lineToFill(s.tin, buyer.tin)]
  const shown = isInvoiceMode(paper.mode) ? pairs : pairs.filter(({ isBlank }) => paper.buyer !== null && !isBlank)
  const { booklet_number: number } = paper
  return number === null ? shown : [...shown, { label: s.bookletNumber, value: number }]
}

/** The lines of sales subject to percentage tax and of exempt sales, as documents and readings print them. */
export const percentageTaxPairs = ({
  taxable,
  exempt,
  undivided,
}: NonNullable<PaperFields['percentage_tax']>): PaperPair[] => [
  { label: s.percentageTaxed, value: peso(taxable) },
  { label: s.exemptSales, value: peso(exempt) },
  ...(undivided === undefined ? [] : [{ label: s.undividedSales, value: peso(undivided) }]),
]

/**
 * The taxes on an invoice. Without VAT registration these are the sales subject to percentage tax and the exempt sales;
 * an invoice from before Mutya stored the tax classes of such sales shows everything as exempt. An order slip has the
 * split that is written on the invoice by hand.
 */
function taxPart({ mode, taxes, percentage_tax }: PaperFields, total: number): PaperPart[] {
  const excise = taxes && taxes.excise !== 0 ? [{ label: s.excise, value: peso(taxes.excise) }] : []
  if (percentage_tax) return [{ heading: s.taxes, pairs: [...percentageTaxPairs(percentage_tax), ...excise] }]
  if (mode === 'invoice_non_vat')
    return [{ heading: s.taxes, pairs: [{ label: s.exempt, value: peso(taxes?.exempt ?? total) }, ...excise] }]
  if (mode === 'acknowledgement' || mode === 'small_sale' || !taxes) return []
  return [
    {
      heading: s.taxes,
      pairs: [
        { label: s.vatable, value: peso(taxes.vatable) },
        { label: s.vat, value: peso(taxes.vat) },
        { label: s.exempt, value: peso(taxes.exempt) },
        { label: s.zeroRated, value: peso(taxes.zero_rated) },
        ...excise,
      ],
    },
  ]
}

/** The Senior and PWD cards of a document in order. */
export const cardsOn = ({ card, cards }: Pick<PaperFields, 'card' | 'cards'>): NonNullable<PaperFields['cards']> =>
  cards ?? (card ? [{ ...card, position: 1 }] : [])

/** The Senior and PWD cards of a document; invoices have space for the TIN of a holder who gave none (RR 10-2015). */
const cardParts = (paper: PaperFields): PaperPart[] =>
  cardsOn(paper).map((card) => ({
    heading: s.cards[card.kind],
    pairs: [
      { label: s.idNumber, value: card.id_number },
      { label: s.cardName, value: card.name },
      ...(isInvoiceMode(paper.mode) || card.tin ? [lineToFill(s.tin, card.tin ?? '')] : []),
    ],
  }))

/**
 * Returns the text of a signature line for each holder of a Senior or PWD card; if there are several, the lines have
 * their names.
 */
function signatures(paper: PaperFields): string[] {
  const cards = cardsOn(paper)
  if (paper.kind !== 'sale') return []
  return cards.map(({ kind, name }) =>
    cards.length === 1 ? s.signature(s.cards[kind]) : s.signatureOf(s.cards[kind], name),
  )
}

/** The sentences that the law requires on a sale of each mode. */
const noticesOfSale: Record<DocumentMode, string[]> = {
  acknowledgement: [s.noInputTax],
  booklet: [s.notAnInvoice, s.noInputTax],
  invoice_vat: [],
  invoice_non_vat: [s.exemptNotice, s.noInputTax],
  small_sale: [s.notAnInvoice, s.noInputTax],
}

/**
 * The sentences that the law requires on a document. Only the invoice of a VAT-registered clinic is valid for claim of
 * input tax; the void or refund of such an invoice is no invoice, so it says that it is not valid.
 */
const noticesOf = ({ mode, kind }: PaperFields): string[] =>
  mode === 'invoice_vat' && kind !== 'sale' ? [s.noInputTax] : noticesOfSale[mode]

/** Formats a date of the registration; empty if an invoice in a preview has none yet. */
const dateText = (date: string) => (date === '' ? '' : formatShortDate(date))

type Registration = NonNullable<PaperFields['registration']>

/** The accreditation of the software, with its last day if the document has one. */
function accreditationText({ accreditation_number, accreditation_date, accreditation_until }: Registration): string {
  const date = dateText(accreditation_date)
  return accreditation_until
    ? s.accreditationUntil(accreditation_number, date, dateText(accreditation_until))
    : s.accreditation(accreditation_number, date)
}

/**
 * Name, address and TIN of the supplier of the software (RR 10-2015), as far as the document has them. The TIN is a
 * line of its own, as in the head, so that it is found at once.
 */
function supplierLines({ supplier_name, supplier_address, supplier_tin }: Registration): string[] {
  const place = [supplier_name, supplier_address].filter(Boolean).join(', ')
  return [...(place ? [s.supplier(place)] : []), ...(supplier_tin ? [s.supplierTin(supplier_tin)] : [])]
}

/** The permit of a registered clinic, and the accreditation and the supplier of its software. */
export const permits = ({ registration }: Pick<PaperFields, 'registration'>): string[] =>
  registration
    ? [
        s.permit(registration.permit_number, dateText(registration.permit_date)),
        accreditationText(registration),
        ...supplierLines(registration),
      ]
    : []

/** The lines below the totals: taxes, Senior and PWD cards, signatures, and legally required sentences. */
export const belowSums = (
  paper: PaperFields,
  total: number,
): Pick<PaperText, 'parts' | 'signatures' | 'notices' | 'smallPrint'> => ({
  parts: [...taxPart(paper, total), ...cardParts(paper)],
  signatures: signatures(paper),
  notices: noticesOf(paper),
  smallPrint: permits(paper),
})
