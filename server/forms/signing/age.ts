import { cardsOf } from '#server/db/card-facts.ts'
import type { ReadTx } from '#server/db/pool.ts'
import type { CivilDate } from '#shared/lib/manila-time.ts'
import * as views from './views.ts'

/**
 * The birth date on the client card, or else on the Senior Citizen or PWD card; null when the clinic does not know it.
 */
export async function findBirthDate(tx: ReadTx, clientId: string): Promise<CivilDate | null> {
  const cards = await cardsOf(tx, clientId)
  const told = cards.find(({ birth_date }) => birth_date !== null)?.birth_date
  return told ?? (await views.birthDateOf(tx, clientId))?.birth_date ?? null
}
