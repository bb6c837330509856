import { sql, type Insertable, type Selectable } from 'kysely'
import { executeAhead } from '#server/db/pipeline.ts'
import type { Tx } from '#server/db/pool.ts'
import { oneOf, prepared, rowsOf } from '#server/db/prepared.ts'
import type {
  BookletNumbers,
  ClientCards,
  DocumentBuyers,
  DocumentCards,
  DocumentCustomers,
  DocumentLines,
  Documents,
  Payments,
  ReceiptPrints,
} from '#server/db/schema.ts'
import { isReferenceUnique } from '#shared/sales/payment.ts'

/** A row of `documents` without the shift and terminal, which the database sets on insert. */
export type DocumentRow = Omit<Selectable<Documents>, 'shift_id' | 'terminal_id'>
/** A written document with the terminal that the database has set. */
export type IssuedRow = DocumentRow & Pick<Selectable<Documents>, 'terminal_id'>
export type LineRow = Selectable<DocumentLines>
export type PaymentRow = Selectable<Payments>

export type DocumentParts = {
  customer: Insertable<DocumentCustomers>
  lines: LineRow[]
  payments: PaymentRow[]
  /** The buyer on the invoice; null if none was requested. */
  buyer?: Insertable<DocumentBuyers> | null
  /** The handwritten invoice, if its number was entered with the sale. */
  booklet?: Insertable<BookletNumbers> | null
  /** The Senior Citizen and PWD cards for which lines of the document are discounted. */
  cards?: Insertable<DocumentCards>[]
}

/** True for a payment whose reference number may be used by one sale only. */
const hasUniqueReference = ({ method, reference_key }: PaymentRow) =>
  reference_key !== null && isReferenceUnique(method)

/**
 * The number of voided sales with this reference number. It is a part of the unique key, so that a reference number can
 * be used again only after its sale was voided.
 */
const voidedUsesOf = ({ method, reference_key }: PaymentRow) =>
  sql<number>`(select count(*) from payments used
    join documents voids on voids.refers_to = used.document_id and voids.kind = 'void'
    where used.method = ${method} and used.reference_key = ${reference_key})`

/**
 * Writes the parts of a document in one statement, before the row of the document itself. Returns false when a
 * reference number was already used with the same method; waits for a concurrent transaction that uses it.
 */
export async function insertParts(
  tx: Tx,
  { buyer, booklet, cards = [], ...required }: DocumentParts,
): Promise<boolean> {
  const optional = { ...(buyer && { buyer }), ...(booklet && { booklet }), ...(cards.length > 0 && { cards }) }
  const references = required.payments.map((payment) => (hasUniqueReference(payment) ? 'unique' : 'free'))
  const inserted = await rowsOf(tx, insertedParts({ ...required, ...optional }, references.join()))
  return inserted.length === required.payments.length
}

const insertedParts = prepared((db, parts: DocumentParts, variant) => {
  const { customer, lines, payments, buyer = null, booklet = null, cards = [] } = parts
  const references = variant.split(',')
  const required = db
    .with('customer', (query) => query.insertInto('document_customers').values(customer))
    .with('lines', (query) => query.insertInto('document_lines').values(lines))
  // Most documents have no buyer, booklet number or cards, so each of these parts is added only if it exists. The cast
  // to `Required` is safe, because nobody reads the result types of the parts.
  type Required = typeof required
  const withBuyer = buyer
    ? (required.with('buyer', (q) => q.insertInto('document_buyers').values(buyer)) as Required)
    : required
  const withBooklet = booklet
    ? (withBuyer.with('booklet', (q) => q.insertInto('booklet_numbers').values(booklet)) as Required)
    : withBuyer
  const withAll =
    cards.length > 0
      ? (withBooklet.with('card', (q) => q.insertInto('document_cards').values(cards)) as Required)
      : withBooklet
  return withAll
    .insertInto('payments')
    .values(
      payments.map((payment, i) => ({
        ...payment,
        reference_turn: references[i] === 'unique' ? voidedUsesOf(payment) : sql.lit(0),
      })),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['method', 'reference_key', 'reference_turn'])
        .where('reference_key', 'is not', null)
        .where('method', '<>', sql.lit('card'))
        .where('method', '<>', sql.lit('withheld'))
        .doNothing(),
    )
    .returning('position')
})

/**
 * Stores the number of a sale's handwritten invoice. Violates `booklet_numbers__once` when another sale has the number,
 * and `booklet_numbers__open_shift` after the shift was closed.
 */
export const saveBookletNumber = (tx: Tx, row: Insertable<BookletNumbers>) =>
  tx
    .insertInto('booklet_numbers')
    .values(row)
    .onConflict((conflict) =>
      conflict.column('document_id').doUpdateSet({
        number: row.number,
        entered_at: row.entered_at,
        entered_by: row.entered_by,
      }),
    )
    .execute()
/** Locks a document until the transaction ends, so that of two concurrent refunds the second sees the first. */
export const lockDocument = (tx: Tx, id: string) =>
  tx.selectFrom('documents').select('id').where('id', '=', id).forNoKeyUpdate().executeTakeFirst()

/**
 * Records that a sale paid an appointment. Violates `appointment_payments__once` when the appointment was paid
 * meanwhile.
 */
export const insertAppointmentPayment = (tx: Tx, row: { appointment_id: string; sale_id: string }): Promise<void> =>
  executeAhead(tx, tx.insertInto('appointment_payments').values(row).compile())

/** Makes the appointment that a sale has paid payable again, and returns the appointment. */
export const deleteAppointmentPayment = (tx: Tx, saleId: string) =>
  tx.deleteFrom('appointment_payments').where('sale_id', '=', saleId).returning('appointment_id').executeTakeFirst()

/**
 * Takes the next number of the branch's series (1 for a new one), adds the total to the day and writes the document, in
 * one statement. Only the log entry is written after this statement, because all other documents wait for the counter
 * until this commit. Returns the number and the terminal. With cash control the document joins the terminal's open
 * shift; violates `documents__open_shift` without one.
 */
export async function insertDocument(
  tx: Tx,
  row: Omit<DocumentRow, 'number'>,
  terminalId: string | null = null,
): Promise<Pick<IssuedRow, 'number' | 'terminal_id'>> {
  const document = { ...row, terminal_id: terminalId }
  return oneOf(tx, insertedDocument({ document, change: { sale: 1, void: -1, refund: 0 }[row.kind] ?? 0 }))
}

type Unnumbered = Omit<DocumentRow, 'number'> & { terminal_id: string | null }

const insertedDocument = prepared((db, { document: row, change }: { document: Unnumbered; change: number }) =>
  db
    .with('counter', (query) =>
      query
        .insertInto('document_counters')
        .values({ branch_id: row.branch_id, series: row.series, last_number: 1 })
        .onConflict((conflict) =>
          conflict
            .columns(['branch_id', 'series'])
            .doUpdateSet({ last_number: sql<number>`document_counters.last_number + 1` }),
        )
        .returning('last_number'),
    )
    .with('day', (query) =>
      query
        .insertInto('daily_sales')
        .values({
          branch_id: row.branch_id,
          business_date: row.business_date,
          total_centavos: row.total_centavos,
          transaction_count: change,
        })
        .onConflict((conflict) =>
          conflict.columns(['branch_id', 'business_date']).doUpdateSet({
            total_centavos: sql<number>`daily_sales.total_centavos + excluded.total_centavos`,
            transaction_count: sql<number>`daily_sales.transaction_count + excluded.transaction_count`,
          }),
        ),
    )
    .insertInto('documents')
    .values((from) => ({ ...row, number: from.selectFrom('counter').select('last_number') }))
    .returning(['number', 'terminal_id']),
)

/**
 * Records a print of a document, numbered after its earlier prints; the caller must have locked the document. Returns
 * the number.
 */
export const insertPrint = async (tx: Tx, row: Omit<Insertable<ReceiptPrints>, 'reprint'>): Promise<number> =>
  (
    await tx
      .insertInto('receipt_prints')
      .values({
        ...row,
        reprint: sql<number>`(select count(*) from receipt_prints where document_id = ${row.document_id})`,
      })
      .returning('reprint')
      .executeTakeFirstOrThrow()
  ).reprint

type RememberedCard = Pick<Insertable<ClientCards>, 'kind' | 'id_number' | 'name' | 'birth_date' | 'tin'> & {
  now: Date
}

/** Saves a client's latest Senior Citizen or PWD card, which the till fills in at the next visit. */
export const rememberCard = (tx: Tx, clientId: string, { now, ...card }: RememberedCard) =>
  tx
    .insertInto('client_cards')
    .values({ client_id: clientId, ...card, seen_at: now })
    .onConflict((conflict) => conflict.column('client_id').doUpdateSet({ ...card, seen_at: now }))
    .execute()
