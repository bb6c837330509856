import type { ReadTx } from '#server/db/pool.ts'
import { writeAuditLog } from '#server/history-logs/write-audit-log.ts'
import { AppError } from '#server/lib/app-error.ts'
import type { Context, Principal } from '#server/lib/context.ts'
import { newId } from '#server/lib/new-id.ts'
import { lockPerson } from '#server/people/find-person.ts'
import { isoInManila } from '#shared/lib/manila-time.ts'
import type { ClosureRequest } from '#shared/users/contract.ts'
import { closureRequestMessages as s } from '#shared/users/messages.ts'
import * as queries from './queries.ts'

/** The number of open requests to close an account. */
export const { countClosureRequests } = queries

type Stored = NonNullable<Awaited<ReturnType<typeof queries.latestClosureRequest>>>

const answerOf = (row: Stored): ClosureRequest => ({
  state: row.state,
  reason: row.reason,
  requested_at: isoInManila(row.requested_at),
  decided_at: row.decided_at && isoInManila(row.decided_at),
  answer: row.answer,
})

/** The newest request of a person to close the account; null if there is none. */
export async function latestClosureRequest(tx: ReadTx, userId: string): Promise<ClosureRequest | null> {
  const row = await queries.latestClosureRequest(tx, userId)
  return row ? answerOf(row) : null
}

/** True while the person has an open request to close the account. */
export const hasOpenClosureRequest = async (tx: ReadTx, personId: string): Promise<boolean> =>
  (await queries.openRequestsOf(tx, [personId])).length > 0

/** Opens the caller's request to close the account; the password was checked before. Throws a 409 when one is open. */
export async function openClosureRequest(context: Context<Principal>, reason: string | null): Promise<void> {
  const { tx, user, now } = context
  await queries.insertClosureRequest(tx, { id: newId(), user_id: user.id, reason, requested_at: now })
  await writeAuditLog(context, { type: 'users.closure.requested', subjectId: user.id, parameters: {} })
}

/** Withdraws the open request to close the account. Throws a 409 if there is none. */
export async function withdrawClosureRequest(context: Context<Principal>): Promise<void> {
  const { tx, user, now } = context
  // Locks the account as an admin's decision does, so that the two run one after the other.
  await lockPerson(tx, user.id)
  if (!(await queries.endClosureRequest(tx, user.id, { state: 'withdrawn', decided_at: now })))
    throw new AppError('state_moved', s.noneOpen)
  await writeAuditLog(context, { type: 'users.closure.withdrawn', subjectId: user.id, parameters: {} })
}
