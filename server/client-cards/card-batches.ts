import type { Tx } from '#server/db/pool.ts'
import type { CivilDate } from '#shared/lib/manila-time.ts'
import * as queries from './queries.ts'

type ListedCard = { clientId: string; birthDate: CivilDate | null; address: string | null }

/** Gives new clients their cards; a client without birthday and address gets none. The caller logs it. */
export async function addCards(tx: Tx, now: Date, cards: readonly ListedCard[]): Promise<void> {
  const filled = cards.filter(({ birthDate, address }) => birthDate !== null || address !== null)
  if (filled.length === 0) return
  await queries.insertCards(
    tx,
    filled.map(({ clientId, birthDate, address }) => ({
      client_id: clientId,
      birth_date: birthDate,
      address,
      saved_at: now,
      version: 1,
    })),
  )
}

/** Deletes the cards of clients who are deleted; cards that somebody has saved since stay, and so do their clients. */
export const deleteUnchangedCards = (tx: Tx, clientIds: readonly string[]): Promise<unknown> =>
  queries.deleteUnchangedCards(tx, clientIds)
