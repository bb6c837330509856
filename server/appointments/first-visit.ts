import { addressKey } from '#server/auth/address-key.ts'
import { clinicPhone } from '#server/clinic/clinic-profile.ts'
import { hashAddress } from '#server/db/address-hash.ts'
import { AppError } from '#server/lib/app-error.ts'
import type { Context } from '#server/lib/context.ts'
import type { FirstVisitLimits } from '#server/lib/http/limits.ts'
import { proveClient } from '#server/people/change-client.ts'
import { appointmentMessages as s, refusalMessages } from '#shared/appointments/messages.ts'
import { slotInstant } from '#shared/appointments/slots.ts'
import type { CivilDate, CivilTime } from '#shared/lib/manila-time.ts'
import type { Booker, Place } from './bookable-time.ts'
import { placeWithinShare } from './share/unknown-share.ts'
import { keepHeldVisits, lockAddress } from './queries.ts'
import { countHeldFrom } from './views.ts'

/**
 * The limits for unknown clients, and whether the clinic can send links or codes that confirm an e-mail or a number.
 */
export type FirstVisitOptions = FirstVisitLimits & { canConfirm?: boolean }

/** What is stored with an unknown client's visit until the clinic answers it. */
export type Hold = { lapses_at: Date; address_hash: Buffer | null }

const HOUR_MS = 3_600_000

/** Adds the hint that an unknown client can also confirm an e-mail or number, if the clinic can send links or codes. */
export const orConfirm = (sentence: string, { canConfirm }: FirstVisitOptions): string =>
  canConfirm ? `${sentence} ${refusalMessages.orConfirm}` : sentence

/** Locks the address until the transaction ends. Throws a 409 when too many visits were booked from it. */
async function requireShareOfAddress(context: Context, limits: FirstVisitOptions): Promise<Buffer> {
  const { tx, request } = context
  const hash = await hashAddress(tx, addressKey(request.address))
  await lockAddress(tx, hash)
  if ((await countHeldFrom(tx, hash)) >= limits.openPerAddress)
    throw new AppError('conflict', orConfirm(s.firstVisitsOfAddressFull(await clinicPhone(context)), limits))
  return hash
}

/**
 * For an unknown client's first visit: when the unconfirmed booking expires, and the address it came from; null for
 * anybody else. Throws a 409 when too many such visits come from one address. People with a confirmed e-mail or number
 * are counted individually, because others may share their network.
 */
export async function holdFirstVisit(
  context: Context,
  visit: { appointment_date: CivilDate; appointment_time: CivilTime; by: Booker; is_verified: boolean },
  limits: FirstVisitOptions,
): Promise<Hold | null> {
  if (visit.by !== 'unproven') return null
  const address_hash = visit.is_verified ? null : await requireShareOfAddress(context, limits)
  const begins = slotInstant(visit.appointment_date, visit.appointment_time).getTime()
  const lapses_at = new Date(Math.min(begins, context.now.getTime() + limits.heldHours * HOUR_MS))
  return { lapses_at, address_hash }
}

/** Slots for a visit that leave half of the day to known clients. Throws a 409 when there are none. */
export async function requireShareOfDay(
  context: Context,
  place: Place,
  visit: { appointment_date: CivilDate; appointment_time: CivilTime; by: Booker },
): Promise<Place> {
  if (visit.by !== 'unproven') return place
  const within = await placeWithinShare(context, place, visit)
  if (within === null) throw new AppError('conflict', s.keptForKnownClients(await clinicPhone(context)))
  return within
}

/**
 * Marks the client as known, because the clinic has confirmed, booked or sold a visit. The client's first visits no
 * longer expire, and the stored addresses are deleted. Runs in the transaction of that change.
 */
export async function markProven(context: Context, clientId: string): Promise<void> {
  if (await proveClient(context, clientId)) await keepHeldVisits(context.tx, clientId)
}
