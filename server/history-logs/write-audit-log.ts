import { historyLogMessages } from '#shared/history-logs/messages.ts'
import { isLoggedWithoutValue } from '#server/db/personal-data/statements.ts'
import type { Tx } from '#server/db/pool.ts'
import type { Context } from '#server/lib/context.ts'
import { newId } from '#server/lib/new-id.ts'
import { sentenceOf, eventTypes, type AuditEvent } from '#shared/events.ts'
import type { Change, EventKind } from '#shared/lib/event-type.ts'
import { searchable } from '#shared/lib/names.ts'
import * as queries from './queries.ts'

/**
 * The person who caused an event, with their name and role at that time. `id` is the person’s id: they may have no
 * account.
 */
type Actor = { id: string; name: string; role: string }

type EventRow = {
  type: string
  kind: EventKind
  subject: string
  subjectId: string | null
  parameters: object
  changes: readonly Change[]
}
type Writer = { now: Date; requestId: string | null; user: Actor | null }

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim()

/**
 * Drops the values of fields whose content the log must not contain according to the list of personal data. The names
 * of the fields stay.
 */
const withoutHidden = ({ changes, ...event }: EventRow): EventRow => ({
  ...event,
  changes: changes.map((change) =>
    isLoggedWithoutValue(event.subject, change.field) ? { field: change.field } : change,
  ),
})

/**
 * Stores an event. Searches find its actor and its sentence in today's wording; the displayed sentence is written anew
 * whenever the log is read.
 */
export async function insertEvent(tx: Tx, row: EventRow, { now, requestId, user: by }: Writer): Promise<void> {
  const event = withoutHidden(row)
  const name = oneLine(by?.name ?? historyLogMessages.system)
  await queries.insertEvent(tx, {
    id: newId(),
    happened_at: now,
    user_id: by?.id ?? null,
    user_name: name,
    user_role: by?.role ?? 'system',
    type: event.type,
    kind: event.kind,
    subject: event.subject,
    subject_id: event.subjectId,
    parameters: JSON.stringify(event.parameters),
    changes: JSON.stringify(event.changes),
    request_id: requestId,
    search_text: searchable(name, sentenceOf(event)),
  })
}

function rowOf(event: AuditEvent): EventRow {
  const { kind, subject } = eventTypes[event.type]
  const { type, subjectId, parameters, changes = [] } = event
  return { type, kind, subject, subjectId, parameters, changes }
}

/**
 * Logs an event in the transaction of its change. `by` is the actor if that is not the person of the request (a log-in,
 * a registration).
 */
export const writeAuditLog = (
  { tx, now, request, user }: Context,
  event: AuditEvent,
  by: Actor | null = user,
): Promise<void> => insertEvent(tx, rowOf(event), { now, requestId: request.id, user: by })

/** Logs an event without a request: a failed backup, a restore. */
export const writeSystemLog = (tx: Tx, now: Date, event: AuditEvent): Promise<void> =>
  insertEvent(tx, rowOf(event), { now, requestId: null, user: null })
