import type { z } from 'zod'
import { appointmentEvents } from './appointments/events.ts'
import { approvalEvents } from './approvals/events.ts'
import { authEvents } from './auth/events.ts'
import { backupEvents } from './backup/events.ts'
import { cashEvents } from './cash/events.ts'
import { clientEvents } from './clients/events.ts'
import { clinicEvents } from './clinic/events.ts'
import { closedDatesEvents } from './closed-dates/events.ts'
import { mergeEvents } from './merges/events.ts'
import { messageEvents } from './messages/events.ts'
import { privacyEvents } from './privacy/events.ts'
import { profileEvents } from './profile/events.ts'
import { pushEvents } from './push/events.ts'
import { reportEvents } from './reports/events.ts'
import { resourceEvents } from './resources/events.ts'
import { salesEvents } from './sales/events.ts'
import { userEvents } from './users/events.ts'
import { waitlistEvents } from './waitlist/events.ts'
import { walkInEvents } from './walk-ins/events.ts'
import { websiteEvents } from './website/events.ts'
import { catalogueEvents } from './catalogue/events.ts'
import { historyLogEvents, LEGACY_NOTE, legacyEvents } from './history-logs/events.ts'
import { inventoryEvents } from './inventory/events.ts'
import type { ChangesOf, EventType } from './lib/event-type.ts'

/** Every type of event. Only these can be written, and each has a sentence. */
export const eventTypes = {
  ...legacyEvents,
  ...historyLogEvents,
  ...clinicEvents,
  ...privacyEvents,
  ...userEvents,
  ...authEvents,
  ...approvalEvents,
  ...catalogueEvents,
  ...inventoryEvents,
  ...resourceEvents,
  ...closedDatesEvents,
  ...clientEvents,
  ...appointmentEvents,
  ...pushEvents,
  ...waitlistEvents,
  ...walkInEvents,
  ...salesEvents,
  ...cashEvents,
  ...mergeEvents,
  ...messageEvents,
  ...websiteEvents,
  ...reportEvents,
  ...profileEvents,
  ...backupEvents,
} satisfies Record<string, EventType>

type Types = typeof eventTypes
type EventName = keyof Types
/** Old rows are read as notes; new ones are never written. */
type Written = Exclude<EventName, typeof LEGACY_NOTE>

/** A type without fields has no changes. */
type Changes<E extends EventType> = string extends keyof E['fields']
  ? { changes?: undefined }
  : { changes: ChangesOf<E> }

/** An event to log: its type, its subject, its parameters and the changes. */
export type AuditEvent = {
  [T in Written]: {
    type: T
    subjectId: string | null
    parameters: z.input<Types[T]['parameters']>
  } & Changes<Types[T]>
}[Written]
