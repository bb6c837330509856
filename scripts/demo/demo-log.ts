import type { LogType } from '#shared/history-logs/contract.ts'
import { searchable } from '#shared/lib/names.ts'
import type { DemoRows } from './demo-rows.ts'
import { idAt } from './id-at.ts'
import type { Random } from './random.ts'

export type Actor = { id: string; name: string; role: string }
export type DemoEvent = {
  at: Date
  by: Actor
  type: LogType
  action: string
  subject: string
  subjectId: string
  changed?: string[]
}

/** The log row of an event, with the fields that the server's own log writes. */
export function logEvent(rows: DemoRows, random: Random, event: DemoEvent): void {
  rows.history_logs.push({
    id: idAt(random, event.at),
    happened_at: event.at,
    user_id: event.by.id,
    user_name: event.by.name,
    user_role: event.by.role,
    action: event.action,
    type: event.type,
    subject: event.subject,
    subject_id: event.subjectId,
    changed_fields: event.changed ?? [],
    search_text: searchable(event.by.name, event.action),
  })
}
