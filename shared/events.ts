import type { z } from 'zod'
import { apiKeyEvents } from './api-keys/events.ts'
import { webhookEvents } from './webhooks/events.ts'
import { appointmentEvents } from './appointments/events.ts'
import { approvalEvents } from './approvals/events.ts'
import { authEvents } from './auth/events.ts'
import { backupEvents } from './backup/events.ts'
import { cashEvents } from './cash/events.ts'
import { alertEvents } from './alerts/events.ts'
import { chartEvents } from './charts/events.ts'
import { formTemplateEvents } from './forms/events.ts'
import { clientCardEvents } from './client-cards/events.ts'
import { treatmentPlanEvents } from './treatment-plans/events.ts'
import { chartPhotoEvents } from './chart-photos/events.ts'
import { clientEvents } from './clients/events.ts'
import { clinicEvents } from './clinic/events.ts'
import { clinicImportEvents } from './clinic-imports/events.ts'
import { closedDatesEvents } from './closed-dates/events.ts'
import { signingEvents } from './forms/signing-events.ts'
import { importEvents } from './imports/events.ts'
import { mergeEvents } from './merges/events.ts'
import { messageEvents } from './messages/events.ts'
import { overviewEvents } from './overview/events.ts'
import { depositEvents } from './deposits/events.ts'
import { prepaidEvents } from './prepaid/events.ts'
import { privacyEvents } from './privacy/events.ts'
import { profileEvents } from './profile/events.ts'
import { pushEvents } from './push/events.ts'
import { reportEvents } from './reports/events.ts'
import { resourceEvents } from './resources/events.ts'
import { salesEvents } from './sales/events.ts'
import { treatmentNoteEvents } from './treatment-notes/events.ts'
import { userEvents } from './users/events.ts'
import { waitlistEvents } from './waitlist/events.ts'
import { walkInEvents } from './walk-ins/events.ts'
import { websiteEvents } from './website/events.ts'
import { catalogueEvents } from './catalogue/events.ts'
import { exportEvents } from './exports/events.ts'
import { historyLogEvents, LEGACY_NOTE, legacyEvents } from './history-logs/events.ts'
import { inventoryEvents } from './inventory/events.ts'
import {
  type ChangesOf,
  type EventType,
  formatChanges,
  formatValue,
  nameOfField,
  type Change,
} from './lib/event-type.ts'

/** Every type of event that the history log can contain, each with the sentence that people read there. */
export const eventTypes = {
  ...legacyEvents,
  ...exportEvents,
  ...historyLogEvents,
  ...clinicEvents,
  ...clinicImportEvents,
  ...privacyEvents,
  ...userEvents,
  ...authEvents,
  ...apiKeyEvents,
  ...webhookEvents,
  ...approvalEvents,
  ...catalogueEvents,
  ...inventoryEvents,
  ...resourceEvents,
  ...closedDatesEvents,
  ...clientEvents,
  ...chartEvents,
  ...formTemplateEvents,
  ...treatmentNoteEvents,
  ...clientCardEvents,
  ...alertEvents,
  ...treatmentPlanEvents,
  ...appointmentEvents,
  ...signingEvents,
  ...pushEvents,
  ...waitlistEvents,
  ...walkInEvents,
  ...chartPhotoEvents,
  ...salesEvents,
  ...prepaidEvents,
  ...depositEvents,
  ...cashEvents,
  ...mergeEvents,
  ...messageEvents,
  ...overviewEvents,
  ...websiteEvents,
  ...reportEvents,
  ...importEvents,
  ...profileEvents,
  ...backupEvents,
} satisfies Record<string, EventType>

type Types = typeof eventTypes
type EventName = keyof Types
/** The types of events that can be written. `LEGACY_NOTE` exists only in rows from before events had types. */
type Written = Exclude<EventName, typeof LEGACY_NOTE>

/** The changes of an event; an event type without fields has none. */
type Changes<E extends EventType> = string extends keyof E['fields']
  ? { changes?: undefined }
  : { changes: ChangesOf<E> }

/** An event to log: its type, the record that it is about, its parameters and the changed fields. */
export type AuditEvent = {
  [T in Written]: {
    type: T
    subjectId: string | null
    parameters: z.input<Types[T]['parameters']>
  } & Changes<Types[T]>
}[Written]

/** The stored parts of an event from which its sentence is made. */
type StoredEvent = { type: string; parameters: unknown; changes: readonly Change[] }

/** A change as people read it. An empty value is null; both values are missing if the log does not store them. */
type DescribedChange = {
  field: string
  label: string
  /** True when the event's sentence already mentions this change. */
  told: boolean
  from?: string | null
  to?: string | null
}

// Removes line breaks, so that a name cannot look like a second entry.
const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim()

const typeOf = (name: string): EventType | undefined =>
  Object.hasOwn(eventTypes, name) ? eventTypes[name as keyof typeof eventTypes] : undefined

/** The sentence of an event. An unknown type, from another version of the app, is shown as its name. */
export function sentenceOf(event: StoredEvent): string {
  const type = typeOf(event.type)
  const parameters = type?.parameters.safeParse(event.parameters)
  if (!type || !parameters?.success) return event.type
  return oneLine(type.sentence(parameters.data as never, formatChanges(type, event.changes)))
}

export const changesOf = (event: StoredEvent): DescribedChange[] =>
  event.changes.map((change) => {
    const field = typeOf(event.type)?.fields[change.field] ?? {
      label: nameOfField(change.field),
      value: 'hidden' as const,
    }
    const named = { field: change.field, label: field.label, told: field.value === 'told' }
    if (field.value === 'hidden' || change.to === undefined) return named
    const [from, to] = [change.from, change.to].map((value) => formatValue(value, field))
    return { ...named, from: from ?? null, to: to ?? null }
  })
