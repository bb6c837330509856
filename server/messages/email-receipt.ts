import { writeAuditLog } from '#server/history-logs/write-audit-log.ts'
import { AppError } from '#server/lib/app-error.ts'
import type { Context, Principal } from '#server/lib/context.ts'
import { enqueueMessage } from '#server/messages/outbox/outbox.ts'
import { findPerson, findPersonOfClient } from '#server/people/find-person.ts'
import { loggedSeries } from '#server/sales/document-rows.ts'
import { requireDocument } from '#server/sales/find-sale.ts'
import { messagesMessages } from '#shared/messages/messages.ts'
import { receiptMailMessages as s } from '#shared/messages/receipt-mail-messages.ts'
import { occasionOf } from './compose/compose-paper.ts'
import type { Reach } from './settings.ts'
import { isOn } from './compose/templates.ts'

/** A second press within this time is the same wish, in milliseconds. */
const SAME_WISH_MS = 10_000

/**
 * Sends the receipt of a document to its customer, at the address on file. Throws 404 for an unknown document, 409 when
 * there is no server or no address, and when the clinic has switched it off. Answers the sentence that is shown.
 */
export async function emailReceipt(context: Context<Principal>, id: string, reach: Reach): Promise<string> {
  const { tx, now, branchId } = context
  const document = await requireDocument(tx, id)
  if (reach.email === null) throw new AppError('conflict', messagesMessages.noServer.email)
  const occasion = occasionOf(document.kind)
  if (!(await isOn(tx, branchId, occasion, 'email'))) throw new AppError('conflict', s.off[occasion])
  const client = document.client_id === null ? undefined : await findPersonOfClient(tx, document.client_id)
  const person = client && (await findPerson(tx, client.person_id))
  if (!person?.email) throw new AppError('conflict', s.customerNeedsEmail)
  // The receipts of one person may be asked for at the same moment.
  const version = Math.floor(now.getTime() / SAME_WISH_MS) * 1_000_000 + (document.number % 1_000_000)
  enqueueMessage(context, { occasion, subjectId: person.id, version, parameters: { document_id: id } })
  await writeAuditLog(context, {
    type: 'messages.receipt.sent',
    subjectId: id,
    parameters: { receipt_number: document.number, ...loggedSeries(document, 'series'), name: person.name },
  })
  return s.receiptQueued(person.name)
}
