import { documentNumber } from '#shared/clinic/document-name.ts'
import { isInvoiceMode } from '#shared/clinic/documents.ts'
import { formatInstant, formatShortDate } from '#shared/lib/manila-time.ts'
import { formatPeso, toCentavos } from '#shared/lib/money.ts'
import type { Receipt } from '#shared/sales/contract.ts'
import type { PaperFields } from './paper-fields.ts'
import type { PaperPair, PaperPart, PaperText } from './paper.ts'
import { paperMessages as s } from './messages.ts'

// This module writes the parts of a paper that depend on the document's mode; an acknowledgement has none of them.

const peso = (pesos: number) => formatPeso(toCentavos(pesos))

/** `123-456-789-00000` */
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

/** The head of an invoice: the registration under which it was issued, and its number in large type. */
export function invoiceHead({ clinic, receipt_number }: Receipt, paper: PaperFields): Head | null {
  const head = registeredHead(clinic, paper)
  return (
    head && {
      ...head,
      heading: s.invoiceHeadings[paper.kind],
      number: s.numbered(documentNumber(receipt_number)),
    }
  )
}

/** The label of the document's number; null on invoices, whose head has it. */
export function numberLabel({ mode, kind }: PaperFields): string | null {
  if (isInvoiceMode(mode)) return null
  return mode === 'booklet' ? s.slipNumbers[kind] : s.receiptNumber
}

/** The buyer of an invoice, and the number of the handwritten invoice in booklet mode. */
export const buyerPairs = ({ buyer, booklet_number }: PaperFields): PaperPair[] => [
  ...(buyer
    ? [
        { label: s.soldTo, value: buyer.name },
        ...(buyer.address === '' ? [] : [{ label: s.address, value: buyer.address }]),
        ...(buyer.tin === '' ? [] : [{ label: s.tin, value: buyer.tin }]),
      ]
    : []),
  ...(booklet_number === null ? [] : [{ label: s.bookletNumber, value: booklet_number }]),
]

/** The taxes on an invoice; for a clinic without VAT registration everything is exempt. */
function taxPart({ mode, taxes }: PaperFields, total: number): PaperPart[] {
  const excise = taxes && taxes.excise !== 0 ? [{ label: s.excise, value: peso(taxes.excise) }] : []
  if (mode === 'invoice_non_vat')
    return [{ heading: s.taxes, pairs: [{ label: s.exempt, value: peso(taxes?.exempt ?? total) }, ...excise] }]
  if (mode !== 'invoice_vat' || !taxes) return []
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

const cardPart = ({ card }: PaperFields): PaperPart[] =>
  card === null
    ? []
    : [
        {
          heading: s.cards[card.kind],
          pairs: [
            { label: s.idNumber, value: card.id_number },
            { label: s.cardName, value: card.name },
          ],
        },
      ]

const notices = ({ mode }: PaperFields): string[] => {
  if (mode === 'booklet') return [s.notAnInvoice]
  return mode === 'invoice_non_vat' ? [s.exemptNotice, s.noInputTax] : []
}

/** Formats a date; an invoice in a preview may have none yet. */
const dateText = (date: string) => (date === '' ? '' : formatShortDate(date))

/** The permit and the accreditation of a registered clinic. */
export const permits = ({ registration }: Pick<PaperFields, 'registration'>): string[] =>
  registration
    ? [
        s.permit(registration.permit_number, dateText(registration.permit_date)),
        s.accreditation(registration.accreditation_number, dateText(registration.accreditation_date)),
      ]
    : []

/** The lines below the totals: taxes, card, signature, and legally required sentences. */
export const belowSums = (
  paper: PaperFields,
  total: number,
): Pick<PaperText, 'parts' | 'signatures' | 'notices' | 'smallPrint'> => ({
  parts: [...taxPart(paper, total), ...cardPart(paper)],
  signatures: paper.card && paper.kind === 'sale' ? [s.signature(s.cards[paper.card.kind])] : [],
  notices: notices(paper),
  smallPrint: permits(paper),
})

/**
 * The reprint mark of every copy but the first: its number and the time at which the server recorded it. In a preview
 * `at` is null, because the copy is not recorded yet.
 */
export const reprintOf = (count: number, at: Date | null): string | null => {
  if (count === 0) return null
  return at === null ? s.reprint(count) : s.reprintAt(count, formatInstant(at))
}
