import { writeAuditLog } from '#server/history-logs/write-audit-log.ts'
import { AppError } from '#server/lib/app-error.ts'
import type { Context, Principal } from '#server/lib/context.ts'
import { requireVersion } from '#server/lib/http/request-context.ts'
import { setNote } from '#server/people/change-client.ts'
import { findNote, lockPerson } from '#server/people/find-person.ts'
import type { ClientNote } from '#shared/clients/contract.ts'
import { clientMessages as s } from '#shared/clients/messages.ts'
import { requireClient } from './client-records.ts'

/**
 * Writes, changes or deletes the staff's note about a client. The history log says that the note changed, never its
 * text. Throws a 404 for an unknown client and a 409 for a stale form.
 */
export async function changeNote(
  context: Context<Principal>,
  clientId: string,
  note: string | null,
): Promise<ClientNote> {
  const { tx } = context
  const client = await requireClient(tx, clientId)
  if (!(await lockPerson(tx, client.user_id))) throw new AppError('not_found', s.notFoundTitle)
  const before = await findNote(tx, clientId)
  if (before.text === note) return before
  requireVersion(context, before)
  await setNote(tx, clientId, note)
  await writeAuditLog(context, {
    type: 'clients.note.changed',
    subjectId: clientId,
    parameters: { name: client.name },
    changes: [{ field: 'note' }],
  })
  return findNote(tx, clientId)
}
