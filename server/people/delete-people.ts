import type { Tx } from '#server/db/pool.ts'
import * as queries from './queries.ts'
import * as views from './batch-views.ts'

/** Why a client who was added by mistake cannot be deleted. */
type ReasonToKeep = 'changed' | 'used' | 'account'

type ClientState = Awaited<ReturnType<typeof views.lockClientStates>>[number]

function reasonToKeep(state: ClientState, unchangedSince: Date): ReasonToKeep | null {
  if (state.has_password) return 'account'
  if (state.services_availed > 0 || state.last_visit !== null || state.merged_into !== null) return 'used'
  return state.updated_at > unchangedSince || state.note_version > 1 || state.photo_path !== null ? 'changed' : null
}

/**
 * Locks clients, and returns for each the reason why the client cannot be deleted; null if there is none. Unknown ids
 * are left out.
 */
export async function findReasonsToKeep(
  tx: Tx,
  clientIds: readonly string[],
  unchangedSince: Date,
): Promise<Map<string, { personId: string; reason: ReasonToKeep | null }>> {
  if (clientIds.length === 0) return new Map()
  const states = await views.lockClientStates(tx, clientIds)
  return new Map(
    states.map((state) => [
      state.client_id,
      { personId: state.person_id, reason: reasonToKeep(state, unchangedSince) },
    ]),
  )
}

/**
 * Deletes people with their accounts and client records, as if they had never been added. The caller logs the deletion.
 * Throws PostgreSQL's error if another record refers to one of them.
 */
export const deletePeople = (tx: Tx, personIds: readonly string[]): Promise<void> =>
  personIds.length === 0 ? Promise.resolve() : queries.deletePeople(tx, personIds)
