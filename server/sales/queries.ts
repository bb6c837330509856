import { sql, type Insertable, type Selectable } from 'kysely'
import { executeAhead } from '#server/db/pipeline.ts'
import type { Tx } from '#server/db/pool.ts'
import { oneOf, prepared, rowsOf } from '#server/db/prepared.ts'
import type {
  BookletNumbers,
  DocumentBuyers,
  DocumentCards,
  DocumentCustomers,
  DocumentLines,
  Documents,
  Payments,
  ReceiptPrints,
} from '#server/db/schema.ts'

/** Which shift a document belongs to is found by the database as it is written. */
export type DocumentRow = Omit<Selectable<Documents>, 'shift_id' | 'terminal_id' | 'approval_id'> & {
  approval_id?: string | null
}
export type LineRow = Selectable<DocumentLines>
export type PaymentRow = Selectable<Payments>

export type DocumentParts = {
  customer: Insertable<DocumentCustomers>
  lines: LineRow[]
  payments: PaymentRow[]
  /** To whom the invoice is made out; null where nobody asked for it. */
  buyer?: Insertable<DocumentBuyers> | null
  /** The handwritten invoice, where its number came with the sale. */
  booklet?: Insertable<BookletNumbers> | null
  /** Under which lines are discounted. */
  card?: Insertable<DocumentCards> | null
}

/** Payments with a reference number that may stand on one sale alone. */
const hasTurn = ({ method, reference_key }: PaymentRow) => reference_key !== null && method !== 'card'

/** How many sales with this reference number were voided: while one is not, the turn is taken. */
const turnOf = ({ method, reference_key }: PaymentRow) =>
  sql<number>`(select count(*) from payments used
    join documents voids on voids.refers_to = used.document_id and voids.kind = 'void'
    where used.method = ${method} and used.reference_key = ${reference_key})`

/**
 * What belongs to a document, in one statement; the document's own row follows. False when a payment has a reference
 * number that was used before for its method; waits for a document that is just using it.
 */
export async function insertParts(tx: Tx, parts: DocumentParts): Promise<boolean> {
  const { buyer, booklet, card, payments, ...always } = parts
  const present = { ...(buyer && { buyer }), ...(booklet && { booklet }), ...(card && { card }) }
  const turns = payments.map((payment) => (hasTurn(payment) ? 'turn' : 'none'))
  const paid = await rowsOf(tx, insertedParts({ ...always, payments, ...present }, turns.join()))
  return paid.length === payments.length
}

const insertedParts = prepared((db, parts: DocumentParts, variant) => {
  const { customer, lines, payments, buyer = null, booklet = null, card = null } = parts
  const turns = variant.split(',')
  const always = db
    .with('customer', (query) => query.insertInto('document_customers').values(customer))
    .with('lines', (query) => query.insertInto('document_lines').values(lines))
  // Most documents have none of these; the type of what a part of a statement answers does not matter.
  type Always = typeof always
  const withBuyer = buyer
    ? (always.with('buyer', (q) => q.insertInto('document_buyers').values(buyer)) as Always)
    : always
  const withBooklet = booklet
    ? (withBuyer.with('booklet', (q) => q.insertInto('booklet_numbers').values(booklet)) as Always)
    : withBuyer
  const withAll = card
    ? (withBooklet.with('card', (q) => q.insertInto('document_cards').values(card)) as Always)
    : withBooklet
  return withAll
    .insertInto('payments')
    .values(
      payments.map((payment, i) => ({
        ...payment,
        reference_turn: turns[i] === 'turn' ? turnOf(payment) : sql.lit(0),
      })),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['method', 'reference_key', 'reference_turn'])
        .where('reference_key', 'is not', null)
        .where('method', '<>', sql.lit('card'))
        .doNothing(),
    )
    .returning('position')
})

/** Fails on `booklet_numbers__once` when another sale has the number, on `booklet_numbers__open_shift` after its shift. */
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
type Bought = { customer_name: string; email: string | null; contact_number: string | null }

/** Who bought a sale, on the document that takes it back. */
export const customerOf = (
  documentId: string,
  { customer_name, email, contact_number }: Bought,
  searchText: string,
): Insertable<DocumentCustomers> => ({
  document_id: documentId,
  customer_name,
  email,
  contact_number,
  search_text: searchText,
})

/** Holds a document until the transaction ends: of two who take it back, the second sees what the first took. */
export const lockDocument = (tx: Tx, id: string) =>
  tx.selectFrom('documents').select('id').where('id', '=', id).forNoKeyUpdate().executeTakeFirst()

/** Fails on `appointment_payments__once` when the appointment was paid meanwhile. */
export const insertAppointmentPayment = (tx: Tx, row: { appointment_id: string; sale_id: string }): Promise<void> =>
  executeAhead(tx, tx.insertInto('appointment_payments').values(row).compile())

/** The appointment that a sale paid can be paid again; returns it. */
export const deleteAppointmentPayment = (tx: Tx, saleId: string) =>
  tx.deleteFrom('appointment_payments').where('sale_id', '=', saleId).returning('appointment_id').executeTakeFirst()

/**
 * Takes the next number of the branch's series (1 of a new one), adds its total to its day and writes its row: one
 * statement, the last but for the log, because every other document waits for the counter until this one is committed. Returns the number.
 * Where cash control is on, it joins the open shift of the terminal; fails on `documents__open_shift` without one.
 */
export async function insertDocument(
  tx: Tx,
  row: Omit<DocumentRow, 'number'>,
  terminalId: string | null = null,
): Promise<number> {
  const document = { ...row, terminal_id: terminalId }
  return (await oneOf(tx, insertedDocument({ document, change: { sale: 1, void: -1, refund: 0 }[row.kind] ?? 0 })))
    .number
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
    .returning('number'),
)

export const insertPrint = (tx: Tx, row: Insertable<ReceiptPrints>) =>
  tx.insertInto('receipt_prints').values(row).execute()

/** Takes phone and e-mail of a client off their receipts; the name stays. */
export async function eraseContactOf(tx: Tx, clientId: string): Promise<void> {
  await tx
    .updateTable('document_customers')
    .set({ email: null, contact_number: null })
    .where('document_id', 'in', ({ selectFrom }) =>
      selectFrom('documents').select('id').where('client_id', '=', clientId),
    )
    .execute()
}

/**
 * Moves documents from one client's record to another's, all of them or only some; returns their ids. What stands on them
 * stays: the database lets nothing else of a document change, and this only along a merge.
 */
export async function moveDocuments(
  tx: Tx,
  { from, to, only }: { from: string; to: string; only?: readonly string[] },
): Promise<string[]> {
  let moved = tx.updateTable('documents').set({ client_id: to }).where('client_id', '=', from)
  // A void belongs to whom its sale belongs.
  if (only) moved = moved.where(sql<boolean>`id = any(${only}::uuid[]) or refers_to = any(${only}::uuid[])`)
  return (await moved.returning('id').execute()).map((row) => row.id)
}
