import { sql, type SelectQueryBuilder } from 'kysely'
import { containsWords, likePattern, matchesPersonSearch } from '#server/db/search-conditions.ts'
import type { ReadTx } from '#server/db/pool.ts'
import type { DB } from '#server/db/schema.ts'
import { parsePesos } from '#shared/lib/money.ts'
import { phoneSearchDigits } from '#shared/lib/phone.ts'
import { methodNamed, referenceKey } from '#shared/sales/payment.ts'

/**
 * The number in a search such as `2080`, `002080`, `#2080`, `Receipt 002080`, `Slip void 002080` or `VAT invoice 002080
 * (Front desk)`, which are ways in which documents and screens show it.
 */
const numberIn = (search: string) =>
  /^(?:(?:(?:non-)?vat\s+)?(?:receipt|(?:(?:order|sales)\s+)?slip|invoice)(?:\s+(?:void|refund))?\s*)?#?\s*0*(\d{1,15})(?:\s*\([^)]*\))?$/i.exec(
    search,
  )?.[1]

/** A search text shorter than this would match too many reference numbers, so it is not compared with them. */
const SHORTEST_REFERENCE = 4
/** A search text with fewer digits than this is more likely an amount or a receipt number than a phone number. */
const SHORTEST_PHONE = 7

/** A query that finds document ids. Queries over different tables have this type, so that they can be united. */
type Found = SelectQueryBuilder<DB, never, { document_id: string }>

/** Finds sales by words of the customer's name, the treatments' names or the receipt number. */
function byText(tx: ReadTx, search: string): Found {
  const receipt = numberIn(search)
  // Leading zeros are ignored, so that `002080` finds the same as `2080`.
  const words = receipt && /^\d+$/.test(search) ? receipt : search
  return tx
    .selectFrom('document_customers')
    .select('document_id')
    .where(containsWords(sql.ref('search_text'), words))
}

const documents = (tx: ReadTx) => tx.selectFrom('documents as found').select('found.id as document_id')

function byReceipt(tx: ReadTx, search: string) {
  const receipt = numberIn(search)
  if (!receipt) return undefined
  return documents(tx)
    .innerJoin('document_counters', (join) =>
      join
        .onRef('document_counters.branch_id', '=', 'found.branch_id')
        .onRef('document_counters.series', '=', 'found.series'),
    )
    .where('found.number', '=', Number(receipt))
}

/** Finds the sales slips that are covered by an invoice with the searched number. */
function byCover(tx: ReadTx, search: string) {
  const receipt = numberIn(search)
  if (!receipt) return undefined
  return tx
    .selectFrom('invoice_covers')
    .innerJoin('cover_invoices', 'cover_invoices.id', 'invoice_covers.cover_id')
    .select('sale_id as document_id')
    .where('cover_invoices.number', '=', Number(receipt))
}

/** Finds the sale whose handwritten invoice has the searched number. */
const byBooklet = (tx: ReadTx, search: string) =>
  tx.selectFrom('booklet_numbers').select('document_id').where('number', '=', search.trim())

/** Finds documents, also voids and refunds, by their total, such as `1200`, `1,200.50` or `₱1,200`. */
function byAmount(tx: ReadTx, search: string) {
  const amount = parsePesos(search.replace(/^₱\s*/, ''))
  return amount ? documents(tx).where('found.total_centavos', 'in', [amount, -amount]) : undefined
}

function byMethod(tx: ReadTx, search: string) {
  const method = methodNamed(search)
  return method && tx.selectFrom('payments').select('document_id').where('method', '=', method)
}

/**
 * Selects documents with a payment whose reference number contains the searched text, without regard to spaces and
 * punctuation. Undefined if the searched text is too short for a reference number.
 */
function byReference(tx: ReadTx, search: string) {
  const key = referenceKey(search)
  if (key.length < SHORTEST_REFERENCE) return undefined
  return tx
    .selectFrom('payments')
    .select('document_id')
    .where(sql<boolean>`reference_key like ${likePattern(key)}`)
}

/** Finds documents by the phone number that their client has now; the number may be typed in any format. */
function byPhone(tx: ReadTx, search: string) {
  if ((phoneSearchDigits(search)?.length ?? 0) < SHORTEST_PHONE) return undefined
  return documents(tx)
    .innerJoin('clients', 'clients.id', 'found.client_id')
    .innerJoin('users', 'users.id', 'clients.person_id')
    .where(matchesPersonSearch(search))
}

/**
 * The ids of documents that match a search by words of customer and treatments, receipt or invoice number, amount,
 * method, reference or phone number. The query is a union, because `or` over several tables would scan all documents.
 */
export function documentsFound(tx: ReadTx, search: string): Found {
  const others = [byReceipt, byCover, byBooklet, byAmount, byMethod, byReference, byPhone].map((by) => by(tx, search))
  return others.reduce<Found>((found, other) => (other ? found.unionAll(other) : found), byText(tx, search))
}

/**
 * The newest documents with this number or reference number. Documents with the number come before those with the
 * reference.
 */
export function receiptsFound(tx: ReadTx, search: string, most: number) {
  const receipt = byReceipt(tx, search)
  const reference = byReference(tx, search)
  const ids = [receipt, reference].filter((found) => found !== undefined)
  const found = ids.length === 0 ? sql`select null::uuid` : sql.join(ids, sql` union `)
  return sql`select documents.id, documents.number as receipt_number, documents.business_date, documents.total_centavos,
      json_build_object('mode', mode, 'kind', kind, 'terminal', registration ->> 'terminal') as receipt_series,
      coalesce(document_customers.customer_name, '') as customer_name,
      (select string_agg(reference_number, ', ' order by position) from payments where payments.document_id = documents.id) as reference_number
    from documents left join document_customers on document_customers.document_id = documents.id
    where documents.id in (${found})
    order by documents.number = ${Number(numberIn(search) ?? -1)} desc, documents.sold_at desc, documents.id
    limit ${most}`
}
