import { addressKey } from '#server/auth/address-key.ts'
import { clinicProfile } from '#server/clinic/service.ts'
import { hashAddress } from '#server/db/address-hash.ts'
import { AppError } from '#server/lib/app-error.ts'
import type { Context, ReadContext } from '#server/lib/context.ts'
import type { FirstVisitLimits } from '#server/lib/http/limits.ts'
import { proveClient } from '#server/people/change-client.ts'
import { appointmentMessages as s } from '#shared/appointments/messages.ts'
import { refusalMessages } from '#shared/appointments/refusal-messages.ts'
import { hasBegun, minuteOfDate, slotInstant } from '#shared/appointments/slots.ts'
import { SLOT_TIMES } from '#shared/clinic/opening-hours.ts'
import type { CivilDate, CivilTime } from '#shared/lib/manila-time.ts'
import { isWithinOpening, USUAL_NEEDS, type BranchDay } from '#shared/resources/free-starts.ts'
import type { Booker } from './bookable-time.ts'
import { keepHeldVisits, lockAddress } from './queries.ts'
import { countHeldFrom, countHeldOn } from './views.ts'

/** What unproven people may hold, and whether the clinic can send what confirms an e-mail or a number. */
export type FirstVisitOptions = FirstVisitLimits & { canConfirm?: boolean }

/** What stands with the visit of an unproven person until the clinic answers. */
export type Hold = { lapses_at: Date; address_hash: Buffer | null }

const HOUR_MS = 3_600_000

export const clinicPhone = async ({ tx, branchId }: ReadContext): Promise<string> =>
  (await clinicProfile(tx, branchId)).phone

/** The visits of half an hour that can still begin on a date, in all rooms together. */
export function bookableVisits({ opening, resources }: BranchDay, date: CivilDate, now: Date): number {
  const starts = SLOT_TIMES.filter(
    (time) => isWithinOpening(opening, USUAL_NEEDS, minuteOfDate(time)) && !hasBegun(date, time, now),
  )
  return starts.length * resources.filter(({ kind }) => kind === 'room').length
}

type Visit = { appointment_date: CivilDate; appointment_time: CivilTime; day: BranchDay }

/** The caller holds the date alone, so that two who count at the same time take turns. Throws a 409. */
async function requireShareOfDay(
  context: Context,
  { appointment_date: date, day }: Visit,
  { shareOfDay }: FirstVisitLimits,
): Promise<void> {
  const { tx, branchId, now } = context
  const share = Math.max(1, Math.ceil(bookableVisits(day, date, now) * shareOfDay))
  if ((await countHeldOn(tx, branchId, date)) < share) return
  throw new AppError('conflict', s.firstVisitsOfDayFull(await clinicPhone(context)))
}

/** What a stranger can do besides calling, where the clinic can send a link or a code. */
export const orConfirm = (sentence: string, { canConfirm }: FirstVisitOptions): string =>
  canConfirm ? `${sentence} ${refusalMessages.orConfirm}` : sentence

/** Holds the address until the end of the transaction and refuses what is beyond its share. Throws a 409. */
async function requireShareOfAddress(context: Context, limits: FirstVisitOptions): Promise<Buffer> {
  const { tx, request } = context
  const hash = await hashAddress(tx, addressKey(request.address))
  await lockAddress(tx, hash)
  if ((await countHeldFrom(tx, hash)) >= limits.openPerAddress)
    throw new AppError('conflict', orConfirm(s.firstVisitsOfAddressFull(await clinicPhone(context)), limits))
  return hash
}

/**
 * The first visit of a person whom the clinic does not know yet: until when it is held, and from where it was booked; null of anybody else.
 * Throws a 409 when such visits fill their share of the day or come too many from one address. The date is held alone.
 * Whoever has confirmed an e-mail or a number is counted by themselves, and not by the network that they share with others.
 */
export async function holdFirstVisit(
  context: Context,
  visit: Visit & { by: Booker; is_verified: boolean },
  limits: FirstVisitOptions,
): Promise<Hold | null> {
  if (visit.by !== 'unproven') return null
  await requireShareOfDay(context, visit, limits)
  const address_hash = visit.is_verified ? null : await requireShareOfAddress(context, limits)
  const begins = slotInstant(visit.appointment_date, visit.appointment_time).getTime()
  const lapses_at = new Date(Math.min(begins, context.now.getTime() + limits.heldHours * HOUR_MS))
  return { lapses_at, address_hash }
}

/**
 * The clinic has confirmed a visit of this person, booked one for them or sold to them: none of their visits lapses any
 * more, and nothing is kept of the addresses that booked them. Part of the change that proves it.
 */
export async function markProven(context: Context, clientId: string): Promise<void> {
  if (await proveClient(context, clientId)) await keepHeldVisits(context.tx, clientId)
}
