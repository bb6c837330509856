import { MAIN_BRANCH_ID } from '#server/db/main-branch.ts'
import type { Database } from '#server/db/pool.ts'
import { newId } from '#server/lib/new-id.ts'
import { chance } from '#server/test/chance.ts'
import type { TestCatalogue, TestUser } from '#server/test/factories.ts'
import { instantOf, type CivilDate } from '#shared/lib/manila-time.ts'
import { chargeOf, type ChargedLine } from '#shared/sales/charge.ts'
import type { SaleLine } from '#shared/sales/line.ts'
import { counterLine, counterPayment } from '#server/sales/documents/counter-document.ts'
import { lineRows, sumColumns } from '#server/sales/documents/document-rows.ts'
import {
  insertDocument,
  insertParts,
  type DocumentParts,
  type DocumentRow,
  type LineRow,
  type PaymentRow,
} from '#server/sales/queries.ts'
import { paymentRow } from '#server/sales/checkout/take-payments.ts'

const METHODS = ['cash', 'gcash', 'maya', 'bank_transfer'] as const
const REASONS = ['Promo', 'Staff', 'Other', null] as const
const TAX = { isVatRegistered: true, chargesExcise: true }

type Books = {
  cashier: TestUser
  /** The person who makes every third document; without this field all documents are the cashier's. */
  otherCashier?: TestUser
  catalogue: TestCatalogue
  dates: readonly CivilDate[]
  /** The number of sales; about every fifth is voided or refunded. */
  count: number
  seed: number
  /** The visit that the n-th sale pays, if any. */
  visitOf?: (n: number) => string | null
}

type Parts = Pick<DocumentParts, 'lines' | 'payments' | 'cards'>
type Head = Pick<DocumentRow, 'kind' | 'refers_to' | 'reason' | 'business_date' | 'discount_reason' | 'appointment_id'>

const sumOf = (lines: readonly LineRow[], key: keyof LineRow) => lines.reduce((sum, line) => sum + Number(line[key]), 0)

/** A document's totals, computed from its lines. */
const totalsOf = (lines: readonly LineRow[]) => ({
  item_count: sumOf(lines, 'quantity'),
  line_discount_centavos: sumOf(lines, 'discount_centavos'),
  less_vat_centavos: sumOf(lines, 'less_vat_centavos'),
  subtotal_centavos: sumOf(lines, 'line_total_centavos'),
  discount_centavos: sumOf(lines, 'order_discount_centavos'),
  total_centavos: sumOf(lines, 'line_total_centavos') - sumOf(lines, 'order_discount_centavos'),
  vatable_centavos: sumOf(lines, 'vatable_centavos'),
  vat_centavos: sumOf(lines, 'vat_centavos'),
  exempt_centavos: sumOf(lines, 'exempt_centavos'),
  zero_rated_centavos: sumOf(lines, 'zero_rated_centavos'),
  excise_centavos: sumOf(lines, 'excise_centavos'),
})

const noCustomer = { customer_name: 'Walk-in', search_text: '' }

/** Every third document is the other cashier's, and documents are spread over the hours of a day. */
function madeBy({ cashier, otherCashier = cashier }: Books, n: number, date: CivilDate) {
  const { id, name } = n % 3 === 2 ? otherCashier : cashier
  return {
    cashier_id: id,
    cashier_name: name,
    sold_at: instantOf(date, `${String(9 + (n % 10)).padStart(2, '0')}:30:00`),
  }
}

async function write(
  db: Database,
  made: ReturnType<typeof madeBy>,
  id: string,
  head: Head,
  { lines, payments, cards = [] }: Parts,
) {
  await db.transaction().execute(async (tx) => {
    await insertParts(tx, { customer: { document_id: id, ...noCustomer }, lines, payments, cards })
    await insertDocument(tx, {
      id,
      branch_id: MAIN_BRANCH_ID,
      series: 'receipt',
      mode: 'acknowledgement',
      registration: null,
      reported_at: null,
      ...made,
      client_id: null,
      is_walk_in: head.appointment_id === null,
      issuer_name: 'Mutya',
      issuer_address: '',
      issuer_phone: '',
      issuer_tin: '',
      receipt_foot: '',
      treatment_text: '',
      discount_id_number: null,
      approval_id: null,
      ...head,
      ...totalsOf(lines),
    })
  })
}

/** The ids of the products in the random sales, by name. The clinic's stock no longer has these products. */
const RANDOM_PRODUCTS = { Serum: newId(), Toner: newId(), Sunscreen: newId() }
const RETAIL = newId()

/**
 * Turns lines whose price in centavos is divisible by 5 into lines of a product. The choice uses no random number, so
 * all other lines of a seed are the same as without this step.
 */
function withProducts(line: SaleLine & ChargedLine): SaleLine & ChargedLine {
  if (line.price % 5 !== 0) return line
  const [name, id] = Object.entries(RANDOM_PRODUCTS)[line.price % 3]!
  return {
    ...line,
    kind: 'product',
    service_id: id,
    service_name: name,
    treatment_id: RETAIL,
    treatment_name: 'Retail',
    unitCost: line.price % 4 === 0 ? null : Math.floor(line.price / 3),
    taxed: { taxClass: line.taxed?.taxClass ?? 'vatable', isExcise: false },
    addOns: [],
  }
}

function randomLines({ catalogue }: Books, below: (most: number) => number): (SaleLine & ChargedLine)[] {
  const services = [
    [catalogue.serviceId, catalogue.treatmentId, 'Facials'],
    [catalogue.otherServiceId, catalogue.treatmentId, 'Facials'],
    [catalogue.otherTreatmentServiceId, catalogue.otherTreatmentId, 'Laser'],
  ] as const
  return Array.from({ length: 1 + below(3) }, () => {
    const [service_id, treatment_id, treatment_name] = services[below(3)]!
    const price = 10_000 + below(500_000)
    const quantity = 1 + below(2)
    const hasCard = below(6) === 0
    const reason = hasCard ? 'Senior Citizen' : REASONS[below(4)]!
    const addOn = {
      addOn_id: catalogue.addOnId,
      addOn_name: 'LED light',
      quantity: 1 + below(2),
      price: 5_000 + below(9_999),
    }
    return withProducts({
      service_id,
      treatment_id,
      treatment_name,
      service_name: 'Sold under a name of then',
      quantity,
      price,
      discount: below(3) === 0 ? below(price) : 0,
      hasCard,
      ...(hasCard && { card: 1 }),
      ...(reason && { discount_reason: reason }),
      taxed: { taxClass: (['vatable', 'exempt', 'zero-rated'] as const)[below(3)]!, isExcise: below(4) === 0 },
      addOns: below(3) === 0 ? [addOn] : [],
    })
  })
}

/** Up to three payments that add up to the total. */
function randomPayments(id: string, total: number, below: (most: number) => number): PaymentRow[] {
  const count = 1 + below(3)
  const payments: PaymentRow[] = []
  let left = total
  for (let position = 1; position <= count; position++) {
    const amount = position === count ? left : below(left + 1)
    left -= amount
    const method = METHODS[below(4)]!
    const reference = method === 'cash' || amount === 0 ? null : `${id}-${position}`
    payments.push({ ...paymentRow(id, { method, amount, received: amount, reference }), position })
  }
  return payments
}

/** A void of a sale, or a refund of the lines of one service. */
function takenBack(id: string, sale: Parts, isWhole: boolean): Parts {
  const lines = (isWhole ? sale.lines : sale.lines.filter((line) => (line.parent_position ?? line.position) === 1)).map(
    (line) => counterLine(id, line),
  )
  if (isWhole) return { lines, payments: sale.payments.map((payment) => counterPayment(id, payment)) }
  const { total_centavos } = totalsOf(lines)
  return {
    lines,
    payments: [paymentRow(id, { method: 'cash', amount: total_centavos, received: total_centavos, reference: null })],
  }
}

/**
 * For tests: fills the books with sales of several lines, with add-ons, discounts, Senior Citizen and PWD cards, taxes
 * and several payments, and voids or refunds some of them.
 */
export async function fillRandomBooks(db: Database, books: Books): Promise<void> {
  const below = chance(books.seed)
  for (let n = 0; n < books.count; n++) {
    const id = newId()
    const lines = randomLines(books, below)
    const charge = chargeOf(lines, { isOn: below(2) === 0, amount: below(200_000) }, below(4) === 0 ? undefined : TAX)
    const reason = REASONS[below(4)]!
    const day = below(books.dates.length)
    const head = {
      kind: 'sale' as const,
      refers_to: null,
      reason: null,
      business_date: books.dates[day]!,
      discount_reason: charge.discount > 0 ? reason : null,
      appointment_id: books.visitOf?.(n) ?? null,
    }
    const sale = {
      lines: lineRows(id, lines, charge),
      payments: randomPayments(id, sumColumns(charge).total_centavos, below),
    }
    const card = { document_id: id, kind: 'senior' as const, id_number: `SC-${n}`, name: `Holder ${n}` }
    await write(db, madeBy(books, n, head.business_date), id, head, {
      ...sale,
      cards: lines.some(({ hasCard }) => hasCard) ? [card] : [],
    })
    if (below(5) !== 0) continue
    const isVoid = below(2) === 0
    const backId = newId()
    const later = isVoid ? day : day + below(books.dates.length - day)
    const back = {
      ...head,
      kind: isVoid ? ('void' as const) : ('refund' as const),
      refers_to: id,
      reason: 'Rung up twice',
      business_date: books.dates[later]!,
    }
    await write(db, madeBy(books, n + 1, back.business_date), backId, back, takenBack(backId, sale, isVoid))
  }
}
