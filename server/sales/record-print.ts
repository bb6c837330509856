import { writeAuditLog } from '#server/history-logs/write-audit-log.ts'
import type { Context, Principal } from '#server/lib/context.ts'
import { newId } from '#server/lib/new-id.ts'
import { loggedSeries } from './document-rows.ts'
import { requireDocument } from './find-sale.ts'
import { insertPrint } from './queries.ts'

/** Records that a receipt was printed or saved. Throws a 404 for an unknown one. */
export async function recordPrint(context: Context<Principal>, id: string, kind: 'print' | 'pdf'): Promise<void> {
  const { tx, user, now } = context
  const document = await requireDocument(tx, id)
  await insertPrint(tx, { id: newId(), document_id: id, kind, printed_by: user.id, printed_at: now })
  const type = kind === 'print' ? 'sales.receipt.printed' : 'sales.receipt.saved'
  await writeAuditLog(context, {
    type,
    subjectId: id,
    parameters: { receipt: document.number, ...loggedSeries(document, 'series') },
  })
}
