import { MAIN_BRANCH_ID } from '#server/db/main-branch.ts'
import { sentenceOf } from '#shared/events.ts'
import { addDays, instantOf, manilaDate } from '#shared/lib/manila-time.ts'
import type { Centavos } from '#shared/lib/money.ts'
import { searchable } from '#shared/lib/names.ts'
import { CARD_LENGTH, CARD_LETTERS, cardEnding, checkLetterOf } from '#shared/prepaid/card-number.ts'
import type { PrepaidKind } from '#shared/prepaid/contract.ts'
import { referenceKey } from '#shared/sales/payment.ts'
import { logEvent } from '../demo-log.ts'
import type { DemoRows } from '../demo-rows.ts'
import { idAt } from '../id-at.ts'
import { cashierAt, type DemoClient, type DemoStaff } from '../make-people.ts'
import { seededRandom, type Random } from '../random.ts'
import { sampleGiftCards } from './till-content.ts'

type Actor = DemoStaff['admin']
type Options = { now: Date; staff: DemoStaff; clients: readonly DemoClient[] }
type Account = DemoRows['prepaid_accounts'][number]
type Payment = DemoRows['payments'][number]
type NewAccount = { kind: PrepaidKind; clientId: string | null; recipient: string | null; message?: string | null }

/** Adds a prepaid account (gift card or store credit) with a balance of zero. */
export function openAccount(
  rows: DemoRows,
  random: Random,
  at: Date,
  { kind, clientId, ...texts }: NewAccount,
): Account {
  const letters = Array.from({ length: CARD_LENGTH - 1 }, () => random.pick([...CARD_LETTERS])).join('')
  const account = {
    id: idAt(random, at),
    branch_id: MAIN_BRANCH_ID,
    kind,
    card_number: letters + checkLetterOf(letters),
    client_id: clientId,
    recipient_name: texts.recipient,
    message: texts.message ?? null,
    opened_at: at,
  }
  rows.prepaid_accounts.push(account)
  return account
}

/** Adds an entry without a document to a prepaid account. The database sets the entry's position and balance. */
const addEntry = (rows: DemoRows, { id }: Account, kind: 'sold' | 'void', amount: Centavos, at: Date) =>
  rows.prepaid_entries.push({
    account_id: id,
    kind,
    amount_centavos: amount,
    entered_on: manilaDate(at),
    position: 0,
    balance_centavos: 0,
  })

/** Changes a document's payment from another method to the prepaid account, and corrects the document's log entry. */
function payFrom(rows: DemoRows, payment: Payment, { id, card_number }: Account): void {
  Object.assign(payment, {
    method: 'prepaid',
    reference_number: cardEnding(card_number),
    reference_key: null,
    prepaid_account_id: id,
  } satisfies Partial<Payment>)
  const entry = rows.events.find(({ subject_id }) => subject_id === payment.document_id)!
  const parameters = { ...(entry.parameters as object), method: 'prepaid' }
  const event = { type: entry.type, parameters, changes: [] } as unknown as Parameters<typeof sentenceOf>[0]
  Object.assign(entry, { parameters, search_text: searchable(entry.user_name, sentenceOf(event)) })
}

const isWallet = ({ method }: Payment) => method !== 'cash' && method !== 'card' && method !== 'prepaid'

/**
 * Returns the sales or refunds that were paid by a single wallet payment and were neither voided nor refunded, with
 * this payment.
 */
function paidByWallet(rows: DemoRows, kind: 'sale' | 'refund') {
  const takenBack = new Set(rows.documents.map(({ refers_to }) => refers_to))
  const payments = new Map<string, Payment[]>()
  for (const payment of rows.payments)
    payments.set(payment.document_id, [...(payments.get(payment.document_id) ?? []), payment])
  return rows.documents.flatMap((document) => {
    const [payment, ...others] = payments.get(document.id) ?? []
    const isMeant = document.kind === kind && !takenBack.has(document.id) && others.length === 0
    return isMeant && payment && isWallet(payment) ? [{ document, payment }] : []
  })
}

/** Sells one gift card. Gift cards were sold before the clinic had cash control, so they belong to no shift. */
function sellCard(
  rows: DemoRows,
  random: Random,
  at: Date,
  sample: (typeof sampleGiftCards)[number],
  options: Options,
) {
  const { staff, clients } = options
  const by = cashierAt(staff, at)
  const buyer = clients[sample.buyer]!
  const { amount, method, recipient, message } = sample
  const account = openAccount(rows, random, at, { kind: 'gift_card', clientId: buyer.clientId, recipient, message })
  const { id, card_number } = account
  const reference_number = `${sample.letters}-${random.whole(10_000_000, 99_999_999)}`
  const number = rows.prepaid_sales.length + 1
  addEntry(rows, account, 'sold', amount, at)
  rows.prepaid_sales.push({
    account_id: id,
    branch_id: MAIN_BRANCH_ID,
    number,
    business_date: manilaDate(at),
    sold_at: at,
    cashier_id: by.id,
    cashier_name: by.name,
    buyer_name: buyer.name,
    method,
    amount_centavos: amount,
    received_centavos: amount,
    reference_number,
    reference_key: referenceKey(reference_number),
  })
  const parameters = { number, ending: cardEnding(card_number), amount_centavos: amount }
  const type = 'prepaid.card.sold'
  logEvent(rows, random, { at, by }, { type, subjectId: id, parameters: { ...parameters, buyer: buyer.name } })
  return { account, parameters }
}

/** Adds the void of a sample gift card, dated one day after the card was sold. */
function voidCard(
  rows: DemoRows,
  random: Random,
  sold: ReturnType<typeof sellCard>,
  reason: string,
  at: Date,
  by: Actor,
) {
  const { id } = sold.account
  const amount = sold.parameters.amount_centavos
  addEntry(rows, sold.account, 'void', -amount, at)
  const voided_by = { voided_by: by.id, voided_by_name: by.name }
  rows.prepaid_voids.push({ account_id: id, reason, voided_at: at, ...voided_by })
  const parameters = { ...sold.parameters, reason }
  logEvent(rows, random, { at, by }, { type: 'prepaid.card.voided', subjectId: id, parameters })
}

/**
 * Adds gift cards that are unused, used in part and voided, and the store credit of a client. A sale that was paid by
 * wallet is changed to be paid with a gift card, and a refund to be paid as store credit.
 */
export function makeGiftCards(rows: DemoRows, options: Options): void {
  const random = seededRandom(136)
  const { now, staff } = options
  for (const sample of sampleGiftCards) {
    const date = addDays(manilaDate(now), -sample.daysAgo)
    const at = instantOf(date, '11:20:00')
    const sold = sellCard(rows, random, at, sample, options)
    if (sample.voidReason) {
      const voidedAt = instantOf(addDays(date, 1), '10:30:00')
      voidCard(rows, random, sold, sample.voidReason, voidedAt, staff.admin)
    }
    if (!sample.isUsed) continue
    const paid = paidByWallet(rows, 'sale').find(
      ({ document, payment }) => new Date(document.sold_at) > at && payment.amount_centavos < sample.amount,
    )
    if (paid) payFrom(rows, paid.payment, sold.account)
  }
  const [refund] = paidByWallet(rows, 'refund')
  if (!refund) return
  const { document, payment } = refund
  const at = new Date(document.sold_at)
  const recipient =
    rows.document_customers.find(({ document_id }) => document_id === document.id)?.customer_name ?? null
  payFrom(
    rows,
    payment,
    openAccount(rows, random, at, { kind: 'store_credit', clientId: document.client_id ?? null, recipient }),
  )
}
