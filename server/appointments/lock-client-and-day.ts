import { clinicPhone } from '#server/clinic/clinic-profile.ts'
import { runPipelined } from '#server/db/pipeline.ts'
import type { Tx } from '#server/db/pool.ts'
import { countTry } from '#server/db/rate-limits.ts'
import { AppError, invalid } from '#server/lib/app-error.ts'
import type { Context, Principal } from '#server/lib/context.ts'
import type { Limits } from '#server/lib/http/limits.ts'
import type { ClientOf } from '#server/people/find-person.ts'
import { lockClientForUpdate } from '#server/people/merge-records.ts'
import type { appointmentsContract } from '#shared/appointments/contract.ts'
import { appointmentMessages as s } from '#shared/appointments/messages.ts'
import type { Parsed } from '#shared/lib/endpoint.ts'
import { lockBookableDay, type Booker } from './bookable-time.ts'
import { countOpenBookings } from './client-views.ts'
import type { DayOfVisit } from './day-views.ts'
import { withConfirmHint, type FirstVisitOptions } from './first-visit.ts'

export type Booking = Parsed<typeof appointmentsContract.book>['body']
export type BookingLimits = Pick<Limits, 'openBookingsPerClient' | 'bookingsPerClient'> & {
  firstVisits: FirstVisitOptions
}

/**
 * `beginsNow` is true if staff book the current quarter hour for a client who is present and needs no message about it.
 */
export type BookOptions = {
  beginsNow: boolean
  /** True for a visit of which the client already knows, so that nobody is notified. */
  isQuiet?: boolean
  /** True if the clinic has chosen the practitioner of the booking, for a client who asked for anyone. */
  isForAnyone?: boolean
}

/** True for staff, who may book for any client. Clients can book only for themselves. */
export const canBookForOthers = (user: Principal): boolean => user.permissions.has('appointments.manage')

/**
 * Locks the client's record and then the date until the transaction ends, so that bookings of one client run one after
 * the other, and returns both. Clients must be within their limits, which are counted between the two locks. Staff have
 * no limits, so both locks are requested in one round trip.
 */
export async function lockClientAndDay(
  context: Context<Principal>,
  booking: Booking,
  limits: BookingLimits,
  { beginsNow }: BookOptions,
): Promise<{ booker: Booker; client: ClientOf; day: DayOfVisit }> {
  const { tx, user } = context
  const lockDay = (booker: Booker) => lockBookableDay(context, { ...booking, beginsNow }, booker)
  if (canBookForOthers(user)) {
    const [client, day] = await runPipelined([lockClient(tx, booking.user_id), lockDay('staff')])
    return { booker: 'staff', client, day }
  }
  const client = await lockClient(tx, user.id)
  await requireWithinLimits(context, client, limits)
  const booker = client.proven_at === null ? 'unknown' : 'client'
  return { booker, client, day: await lockDay(booker) }
}

/** Locks the client's record. If it was merged into another record meanwhile, that other record is locked. */
async function lockClient(tx: Tx, userId: string | undefined): Promise<ClientOf> {
  const client = userId && (await lockClientForUpdate(tx, userId))
  if (!client) throw invalid('user_id', s.invalidCustomer)
  return client
}

/**
 * Enforces the limits of open bookings and bookings per hour. The row that counts the tries stays locked until the
 * transaction ends.
 */
async function requireWithinLimits(context: Context, client: ClientOf, limits: BookingLimits): Promise<void> {
  const { tx, now } = context
  const tries = await countTry(tx, 'booking', client.id, limits.bookingsPerClient, now)
  if (tries > limits.bookingsPerClient.tries)
    throw new AppError('too_many', s.tooManyInAnHour, { retryAfter: limits.bookingsPerClient.windowSeconds })
  const open = await countOpenBookings(tx, client.client_id, now)
  const isFirstVisit = client.proven_at === null && !client.is_verified
  if (isFirstVisit && open >= limits.firstVisits.openPerClient)
    throw new AppError(
      'conflict',
      await withConfirmHint(context, s.firstVisitOpen(await clinicPhone(context)), limits.firstVisits),
    )
  if (open >= limits.openBookingsPerClient) throw new AppError('conflict', s.tooManyOpen)
}
