import type { StoredCard } from '#server/db/card-facts.ts'
import type { Tx } from '#server/db/pool.ts'
import type { CardFacts } from '#shared/client-cards/contract.ts'
import { presentCard, tagSpelling } from './client-card.ts'
import * as queries from './queries.ts'

/** The fields of a client card that were empty and that an import has filled from its table. */
export type FilledCard = Partial<CardFacts>

const isFilled = (value: CardFacts[keyof CardFacts]) => (Array.isArray(value) ? value.length > 0 : value !== null)

/**
 * Gives new clients their client cards; a client whose card would be empty gets none. The caller writes the log entry.
 */
export async function addCards(
  tx: Tx,
  now: Date,
  cards: readonly { clientId: string; card: CardFacts }[],
): Promise<void> {
  const filled = cards.filter(({ card }) => Object.values(card).some(isFilled))
  const spell = await tagSpelling(
    tx,
    filled.flatMap(({ card }) => card.tags),
  )
  await queries.insertCards(
    tx,
    filled.map(({ clientId, card }) => ({
      client_id: clientId,
      ...card,
      tags: spell(card.tags),
      saved_at: now,
      version: 1,
    })),
  )
}

/**
 * The fields that the imported table has and the client card lacks. A card with an emergency contact keeps that
 * contact's number, even an empty one, because the number in the table may be of another contact.
 */
function missingFields(card: StoredCard, listed: CardFacts): FilledCard {
  const fields = (Object.keys(listed) as (keyof CardFacts)[]).filter(
    (field) =>
      isFilled(listed[field]) &&
      !isFilled(card[field]) &&
      !(field === 'emergency_number' && isFilled(card.emergency_name)),
  )
  return Object.fromEntries(fields.map((field) => [field, listed[field]]))
}

/**
 * Fills the empty fields of a client card from an imported table, and returns them; filled fields do not change. The
 * caller locks the client and writes the log entry. `keepsVersion` is for a client whom the same import has added:
 * nobody has their form open, and undoing the import deletes only cards of the first version.
 */
export async function fillCard(
  tx: Tx,
  clientId: string,
  listed: CardFacts,
  { now, keepsVersion }: { now: Date; keepsVersion: boolean },
): Promise<FilledCard> {
  const { birth_date_of_id: _, version, ...card } = await presentCard(tx, clientId)
  const missing = missingFields({ ...card, version }, listed)
  if (Object.keys(missing).length === 0) return {}
  const filled = missing.tags ? { ...missing, tags: (await tagSpelling(tx, missing.tags))(missing.tags) } : missing
  const next = keepsVersion && version > 0 ? version : version + 1
  await queries.upsertCard(tx, { client_id: clientId, ...card, ...filled, saved_at: now, version: next })
  return filled
}

/** Empties the fields that `fillCard` has filled. Returns false, and changes nothing, if one was changed since. */
export async function removeFilledCard(tx: Tx, clientId: string, filled: FilledCard, now: Date): Promise<boolean> {
  const { birth_date_of_id: _, version, ...card } = await presentCard(tx, clientId)
  const fields = Object.keys(filled) as (keyof CardFacts)[]
  if (fields.some((field) => JSON.stringify(card[field]) !== JSON.stringify(filled[field]))) return false
  const emptied = Object.fromEntries(fields.map((field) => [field, field === 'tags' ? [] : null]))
  await queries.upsertCard(tx, { client_id: clientId, ...card, ...emptied, saved_at: now, version: version + 1 })
  return true
}

/**
 * Deletes the client cards of clients whom an undone import deletes, except cards that somebody has saved since the
 * import.
 */
export const deleteUnchangedCards = (tx: Tx, clientIds: readonly string[]): Promise<unknown> =>
  queries.deleteUnchangedCards(tx, clientIds)
