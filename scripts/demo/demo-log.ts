import { sentenceOf, eventTypes, type AuditEvent } from '#shared/events.ts'
import { searchable } from '#shared/lib/names.ts'
import type { DemoRows } from './demo-rows.ts'
import { idAt } from './id-at.ts'
import type { Random } from './random.ts'

export type Actor = { id: string; name: string; role: string }
type When = { at: Date; by: Actor }

/** Adds a log row for an event, with the same fields as the server writes. */
export function logEvent(rows: DemoRows, random: Random, { at, by }: When, event: AuditEvent): void {
  const { kind, subject } = eventTypes[event.type]
  const { type, parameters, changes = [] } = event
  rows.events.push({
    id: idAt(random, at),
    happened_at: at,
    user_id: by.id,
    user_name: by.name,
    user_role: by.role,
    type,
    kind,
    subject,
    subject_id: event.subjectId,
    parameters,
    changes,
    search_text: searchable(by.name, sentenceOf({ type, parameters, changes })),
  })
}
