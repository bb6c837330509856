import type { Tx } from '#server/db/pool.ts'
import { eraseCardsOf } from './cards/card-queries.ts'
import { eraseContactOf } from './queries.ts'

/** Deletes a client's phone and e-mail from receipts and the saved card, when the account is closed. */
export async function eraseContact(tx: Tx, clientId: string): Promise<void> {
  await eraseCardsOf(tx, clientId)
  await eraseContactOf(tx, clientId)
}
