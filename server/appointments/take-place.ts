import { writeAuditLog } from '#server/history-logs/write-audit-log.ts'
import { AppError, invalid } from '#server/lib/app-error.ts'
import type { Context, Principal } from '#server/lib/context.ts'
import { occupy, occupyOver } from '#server/resources/public.ts'
import { appointmentMessages as s, termsMessages } from '#shared/appointments/messages.ts'
import type { CivilDate, CivilTime } from '#shared/lib/manila-time.ts'
import { chainWithPractitioner, chainWithRoom, type Chain } from '#shared/resources/free-chains.ts'
import type { Place, PlacedUse } from './bookable-time.ts'

/** The requested practitioner and room; any free one if left out. */
export type Wish = { practitioner_id?: string | undefined; room_id?: string | undefined }

/** What a visit needs, with the requested person and room; null when one of them is not for its services. */
export function needsWith(chain: Chain, { practitioner_id, room_id }: Wish): Chain | null {
  const withPerson = chainWithPractitioner(chain, practitioner_id)
  return withPerson && chainWithRoom(withPerson, room_id)
}

/** The error when `needsWith` returns null: at the field of the person, else of the room. */
export const notForService = ({ practitioner_id }: Wish, chain: Chain): AppError =>
  chainWithPractitioner(chain, practitioner_id) === null
    ? invalid('practitioner_id', termsMessages.notTheirService)
    : invalid('room_id', termsMessages.notTheirRoom)

/**
 * Reserves the resources of a place and returns them. Resources in `over` may belong to others too; any other conflict
 * is a 409.
 */
export async function takePlace({ tx }: Context, id: string, place: Place): Promise<readonly PlacedUse[]> {
  if (place.over.length === 0) return occupy(tx, { appointmentId: id }, place)
  const [set = []] = place.sets
  const over = place.over.map((conflict) => conflict.id)
  if (!(await occupyOver(tx, id, { ...place, set, over }))) throw new AppError('slot_taken', s.slotTaken)
  return set
}

type Overbooked = { id: string; name: string; appointment_date: CivilDate; appointment_time: CivilTime }

/** Logs which conflicts a visit was booked over; writes nothing if there were none. */
export async function logOverbooking(context: Context<Principal>, visit: Overbooked, { over }: Place): Promise<void> {
  if (over.length === 0) return
  const { name: client, appointment_date, appointment_time } = visit
  await writeAuditLog(context, {
    type: 'appointments.appointment.overbooked',
    subjectId: visit.id,
    parameters: { client, appointment_date, appointment_time, over: over.map(({ name }) => name) },
    changes: [{ field: 'overbook_reason' }],
  })
}
