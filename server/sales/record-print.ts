import { record } from '#server/history-logs/service.ts'
import type { Context, Principal } from '#server/lib/context.ts'
import { newId } from '#server/lib/new-id.ts'
import { requireDocument } from './find-sale.ts'
import { insertPrint } from './queries.ts'

/** Keeps that a receipt came out of the printer or was saved. Throws 404 for one that is unknown. */
export async function recordPrint(context: Context<Principal>, id: string, kind: 'print' | 'pdf'): Promise<void> {
  const { tx, user, now } = context
  const document = await requireDocument(tx, id)
  await insertPrint(tx, { id: newId(), document_id: id, kind, printed_by: user.id, printed_at: now })
  const action = `${kind === 'print' ? 'Printed' : 'Saved'} receipt ${document.number}${kind === 'pdf' ? ' as PDF' : ''}`
  await record(context, { type: 'system', action, subject: 'sale', subjectId: id })
}
