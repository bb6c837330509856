import { writeAuditLog } from '#server/history-logs/write-audit-log.ts'
import { AppError, invalid } from '#server/lib/app-error.ts'
import type { Context, Principal } from '#server/lib/context.ts'
import { occupy, occupyOver } from '#server/resources/public.ts'
import { appointmentMessages as s } from '#shared/appointments/messages.ts'
import { termsMessages } from '#shared/appointments/terms-messages.ts'
import type { CivilDate, CivilTime } from '#shared/lib/manila-time.ts'
import { chainWithPractitioner, chainWithRoom, type Chain } from '#shared/resources/free-chains.ts'
import type { Place, PlacedUse } from './bookable-time.ts'

/** With whom and in which room a visit is wanted; what is left out, any that is free. */
export type Wish = { practitioner_id?: string | undefined; room_id?: string | undefined }

/** What a visit needs, with the person and the room that are wanted; null when one of them is not for its services. */
export function needsWith(chain: Chain, { practitioner_id, room_id }: Wish): Chain | null {
  const withPerson = chainWithPractitioner(chain, practitioner_id)
  return withPerson && chainWithRoom(withPerson, room_id)
}

/** The error of a wish that `needsWith` does not know: at the person, else at the room. */
export const notForService = ({ practitioner_id }: Wish, chain: Chain): AppError =>
  chainWithPractitioner(chain, practitioner_id) === null
    ? invalid('practitioner_id', termsMessages.notTheirService)
    : invalid('room_id', termsMessages.notTheirRoom)

/**
 * Occupies the resources of a place, and answers which. What staff book over may be held by others; whatever else was
 * taken a moment ago is a 409.
 */
export async function takePlace({ tx }: Context, id: string, place: Place): Promise<readonly PlacedUse[]> {
  if (place.over.length === 0) return occupy(tx, { appointmentId: id }, place)
  const [set = []] = place.sets
  const over = place.over.map((conflict) => conflict.id)
  if (!(await occupyOver(tx, id, { ...place, set, over }))) throw new AppError('slot_taken', s.slotTaken)
  return set
}

type Overbooked = { id: string; name: string; appointment_date: CivilDate; appointment_time: CivilTime }

/** Tells the log what a visit was booked over; nothing when it was not. */
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
