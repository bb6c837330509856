import { AppError } from '#server/lib/app-error.ts'
import type { ReadContext } from '#server/lib/context.ts'
import { findClientOf } from '#server/people/find-person.ts'
import { documentName } from '#shared/clinic/document-name.ts'
import type { Answer, Parsed } from '#shared/lib/endpoint.ts'
import { isoInManila } from '#shared/lib/manila-time.ts'
import { toPesos } from '#shared/lib/money.ts'
import type { CardEntry, cardListContract, ListedCard } from '#shared/prepaid/card-list-contract.ts'
import { cardListMessages as s } from '#shared/prepaid/card-list-messages.ts'
import { cardEnding } from '#shared/prepaid/card-number.ts'
import type { ClientCredit } from '#shared/prepaid/contract.ts'
import * as lists from './card-list-views.ts'
import { cardById, creditOfClient } from './views.ts'

const presentListed = (row: lists.ListedCardRow): ListedCard => ({
  id: row.id,
  ending: cardEnding(row.card_number),
  kind: row.kind,
  holder_name: row.holder_name,
  recipient_name: row.recipient_name,
  amount: toPesos(row.amount_centavos),
  balance: toPesos(row.balance_centavos),
  opened_at: isoInManila(row.opened_at),
  state: row.state,
  method: row.method,
  can_be_voided: row.kind === 'gift_card' && row.state === 'unused',
})

type List = typeof cardListContract.list

/** A page of the gift cards and store credits with the sums of all that match the filter. */
export async function listCards(
  { tx, branchId }: ReadContext,
  { page, per_page, ...query }: Parsed<List>['querystring'],
): Promise<Answer<List>> {
  const filter = { branchId, ...query }
  const rows = await lists.cardsPage(tx, filter, { page, per_page })
  const { count, amount, balance } = await lists.sumsOfCards(tx, filter)
  return {
    data: rows.map(presentListed),
    total: count,
    page,
    per_page,
    summary: { amount: toPesos(amount), balance: toPesos(balance) },
  }
}

/** The store credit with money left of the client with this user; none for people who are not clients. */
export async function listCreditOfClient({ tx, branchId }: ReadContext, userId: string): Promise<ClientCredit[]> {
  const client = await findClientOf(tx, userId)
  const rows = client ? await creditOfClient(tx, branchId, client.client_id) : []
  return rows.map(({ id, card_number, balance_centavos, opened_at }) => ({
    id,
    ending: cardEnding(card_number),
    balance: toPesos(balance_centavos),
    opened_at: isoInManila(opened_at),
  }))
}

/** The document of an entry. The terminal has the name that it had when the document was issued. */
function documentOf({ document_id: id, number, mode, document_kind: kind, registration }: lists.CardEntryRow) {
  if (id === null || number === null || mode === null || kind === null) return null
  const { terminal = null } = (registration as { terminal?: string } | null) ?? {}
  return { id, number, name: documentName(number, { mode, kind, terminal }) }
}

/** Lists each change of the balance of a gift card or store credit. Throws a 404 for an unknown one. */
export async function listCardEntries({ tx, branchId }: ReadContext, id: string): Promise<CardEntry[]> {
  if (!(await cardById(tx, branchId, id))) throw new AppError('not_found', s.unknown)
  const entries = await lists.entriesOfCard(tx, id)
  return entries.map((entry) => ({
    date: entry.date,
    kind: entry.kind,
    document: documentOf(entry),
    amount: toPesos(entry.amount_centavos),
    balance: toPesos(entry.balance_centavos),
  }))
}
