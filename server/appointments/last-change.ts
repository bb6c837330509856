import { z } from 'zod'
import type { Context, Principal } from '#server/lib/context.ts'
import { occupationOf } from '#server/resources/public.ts'
import { UNDO_MINUTES } from '#shared/appointments/attendance.ts'
import { APPOINTMENT_STATUSES } from '#shared/appointments/status.ts'
import type { AppointmentRow } from './views.ts'

const instant = z.iso.datetime({ offset: true }).transform((text) => new Date(text))

/** The time and slots, buffers included, that a visit had before the change. */
const releasedSlots = z.object({
  starts_at: instant,
  ends_at: instant,
  arrived_at: instant.nullable(),
  uses: z.array(z.object({ id: z.uuid(), from: instant, to: instant })),
  /** The resources whose taken time was booked over. `overbook_reason` is the reason that staff gave. */
  over: z.array(z.uuid()).default([]),
  overbook_reason: z.string().nullable().default(null),
  /** The practitioner before the change. It is also null in changes that were stored before this field existed. */
  practitioner_id: z.uuid().nullable().default(null),
  /** The practitioners of the services after the first, before the change. */
  further_practitioners: z.array(z.uuid().nullable()).default([]),
})

/** The stored format from before a visit could have several services: one time for all resources. */
const slotsOfOneTime = z
  .object({ from: z.string(), to: z.string(), resource_ids: z.array(z.uuid()) })
  .transform(({ from, to, resource_ids }) => ({ uses: resource_ids.map((id) => ({ id, from, to })) }))

/**
 * Accepts slots in the old format, with one time for all resources, and in the current format, with a time for each.
 */
const storedSlots = z.preprocess((stored) => {
  const old = slotsOfOneTime.safeParse(stored)
  return old.success ? { ...(stored as object), ...old.data } : stored
}, releasedSlots)

const lastChange = z.object({
  by: z.uuid(),
  at: instant,
  /** The visit's version after this change; any later change raises it. */
  version: z.number().int(),
  /** The visit's previous status. */
  from: z.enum(APPOINTMENT_STATUSES),
  was_paid: z.boolean(),
  /** When the unconfirmed first visit would have expired. */
  lapses_at: instant.nullable(),
  /** The visit's previous services, if the change replaced them. */
  services: z
    .array(
      z.object({
        service_id: z.uuid(),
        treatment_id: z.uuid(),
        minutes: z.number(),
        practitioner_id: z.uuid().nullable(),
      }),
    )
    .nullable()
    .default(null),
  /** The time and slots that the visit had before; null when the change did not move the visit. */
  place: storedSlots.nullable(),
})

/** A status change by staff, with all that is needed to undo it. */
export type LastChange = z.output<typeof lastChange>

/** Returns the last status change by staff, or null if there is none. */
export const readChange = ({ last_change }: Pick<AppointmentRow, 'last_change'>): LastChange | null =>
  last_change === null ? null : lastChange.parse(last_change)

/** True when the visit has not been changed again since this change. */
export const isLatest = (change: LastChange, { version }: Pick<AppointmentRow, 'version'>): boolean =>
  change.version === version

/** Returns the time until which a change can be undone. */
export const undoableUntil = ({ at }: LastChange): Date => new Date(at.getTime() + UNDO_MINUTES * 60_000)

async function readSlots({ tx }: Context, row: AppointmentRow) {
  const { id, starts_at, ends_at, arrived_at, practitioner_id, overbook_reason } = row
  const occupied = await occupationOf(tx, id)
  const further_practitioners = (row.further ?? []).map((service) => service.practitioner_id)
  return occupied
    ? { starts_at, ends_at, arrived_at, practitioner_id, further_practitioners, overbook_reason, ...occupied }
    : null
}

/** Returns the services of a visit as they were booked, with practitioner and length. */
export function bookedServicesOf(row: AppointmentRow): NonNullable<LastChange['services']> {
  const further = (row.further ?? []).map(
    ({ service_id, treatment_id, duration_minutes: minutes, practitioner_id }) => ({
      service_id,
      treatment_id,
      minutes,
      practitioner_id,
    }),
  )
  const others = further.reduce((sum, { minutes }) => sum + minutes, 0)
  const minutes = (row.ends_at.getTime() - row.starts_at.getTime()) / 60_000 - others
  const { service_id, treatment_id, practitioner_id } = row
  return [{ service_id, treatment_id, minutes, practitioner_id }, ...further]
}

/**
 * What a change does besides the status: whether the visit releases its slots (`leaves`), and whether its services are
 * replaced.
 */
type ChangeOptions = { leaves: boolean; ofServices?: boolean }

/**
 * Describes a change by staff as text for the column `last_change`, with the slots that the visit releases. Returns
 * null for a change by a client.
 */
export async function describeChange(
  context: Context<Principal>,
  row: AppointmentRow,
  { leaves, ofServices = false }: ChangeOptions,
): Promise<string | null> {
  const { user, now } = context
  if (!user.permissions.has('appointments.manage') && !user.permissions.has('visits.own')) return null
  const change: LastChange = {
    by: user.id,
    at: now,
    version: row.version + 1,
    from: row.status,
    was_paid: row.paid_appointment_id !== null,
    lapses_at: row.lapses_at,
    services: ofServices ? bookedServicesOf(row) : null,
    place: leaves ? await readSlots(context, row) : null,
  }
  return JSON.stringify(change)
}
