import { randomBytes } from 'node:crypto'
import { addressKey } from '#server/auth/address-key.ts'
import { cookieAttributes, type CookieOptions } from '#server/auth/cookies.ts'
import { clinicPhone } from '#server/clinic/clinic-profile.ts'
import { hashAddress } from '#server/db/address-hash.ts'
import { invalid } from '#server/lib/app-error.ts'
import type { Context } from '#server/lib/context.ts'
import { RESERVATION_COOKIE, hashReservationSecret } from '#server/lib/http/request-context.ts'
import type { HoldLimits } from '#server/lib/http/limits.ts'
import { newId } from '#server/lib/new-id.ts'
import { holds, occupy } from '#server/resources/public.ts'
import type { holdContract } from '#shared/appointments/availability-contract.ts'
import { appointmentMessages as s, termsMessages } from '#shared/appointments/messages.ts'
import type { Answer, Parsed } from '#shared/lib/endpoint.ts'
import { chainWithPractitioner } from '#shared/resources/free-chains.ts'
import { requireBookableDate, requireOnline, requirePlace, requireWithinOpening, type Place } from './bookable-time.ts'
import { isKnownCaller, placeWithinShare } from './share/unknown-share.ts'

type Wish = Parsed<typeof holdContract.hold>['body']
type Held = Answer<typeof holdContract.hold>['data']

/** The browser's secret: the cookie's while it has a reservation, else one made from its key, else a new one. */
function secretOf({ reply }: Context, { browser_key: key }: Wish): string {
  const given = reply.request.cookies[RESERVATION_COOKIE] ?? ''
  if (/^[\w-]{32}$/.test(given)) return given
  return key?.replaceAll('-', '').toLowerCase() ?? randomBytes(24).toString('base64url')
}

/**
 * The hash of the caller's address; null when the address has reached its limit of slot reservations. Takes a lock:
 * until the end of the transaction nobody else creates a reservation.
 */
async function placeAmongHolds(context: Context, key: Buffer, limits: HoldLimits) {
  const { tx, branchId, now, request } = context
  const addressHash = await hashAddress(tx, addressKey(request.address))
  await holds.lockHolds(tx)
  const held = await holds.countHoldsFrom(tx, { branchId, addressHash, key, now })
  return held >= limits.openPerAddress ? null : addressHash
}

/** The sentence for an unknown client who chose a time that is kept for known clients. */
async function whyKept(context: Context): Promise<string> {
  const phone = await clinicPhone(context)
  return context.user ? s.keptForKnownClients(phone) : termsMessages.keptUnlessKnown(phone)
}

/** Releases the key's slot reservation and says why there is none; known clients can still book the time. */
async function holdNothing({ tx, now }: Context, key: Buffer, notice?: string): Promise<Held> {
  await holds.endHold(tx, key, now)
  return { held_until: null, seconds_left: null, ...(notice !== undefined && { notice }) }
}

/**
 * The slots for a requested time under the rules of a booking by a client. Throws the same errors as such a booking.
 */
async function placeOf(asker: Context, wish: Wish): Promise<Place> {
  const { appointment_date: date, appointment_time: time } = wish
  const day = await requireBookableDate(asker, date, time, 'client', wish)
  if (!day.isOffered) throw invalid('service_id', s.unknownService)
  const needs = chainWithPractitioner(day.chain, wish.practitioner_id)
  if (needs === null) throw invalid('practitioner_id', termsMessages.notTheirService)
  requireWithinOpening(day, needs, time)
  await requireOnline(asker, day, date, time)
  return requirePlace(day, needs, { date, time }, { by: 'client' })
}

/**
 * Reserves a time for the browser that has the secret, under the rules of a booking; nobody has to be logged in.
 * Releases what the browser had reserved before. Throws the errors of a booking (such as 409 for a lost time), and then
 * changes nothing. Reserves nothing beyond the share of unknown clients or the limit of the address.
 */
export async function holdTime(context: Context, wish: Wish, options: HoldLimits & CookieOptions): Promise<Held> {
  const { tx, branchId, now, reply } = context
  const secret = secretOf(context, wish)
  const key = hashReservationSecret(secret)
  // The asker's own reservation counts as free, with a cookie or without.
  const asker = { ...context, request: { ...context.request, holdKey: key } }
  const found = await placeOf(asker, wish)
  const is_unknown = !(await isKnownCaller(context))
  const place = is_unknown ? await placeWithinShare(asker, found, wish) : found
  if (place === null) return holdNothing(context, key, await whyKept(context))
  const address_hash = await placeAmongHolds(context, key, options)
  if (address_hash === null) return holdNothing(context, key)
  const wanted = {
    id: newId(),
    branch_id: branchId,
    key,
    service_id: wish.service_id,
    further_services: [...(wish.further_services ?? [])],
    practitioner_id: wish.practitioner_id ?? null,
    starts_at: place.starts_at,
    expires_at: new Date(now.getTime() + options.minutes * 60_000),
    address_hash,
    is_unknown,
  }
  const { id, expires_at: until } = await holds.upsertHold(tx, wanted, now)
  await occupy(tx, { holdId: id, until }, place)
  const seconds_left = Math.ceil((until.getTime() - now.getTime()) / 1000)
  void reply.setCookie(RESERVATION_COOKIE, secret, {
    ...cookieAttributes(reply, options),
    path: '/api',
    httpOnly: true,
    maxAge: options.minutes * 60,
  })
  return { held_until: until.toISOString(), seconds_left }
}

/** Releases the browser's slot reservation, if it has one. */
export async function giveUpHold({ tx, now, request, publish }: Context): Promise<void> {
  if (!request.holdKey) return
  await holds.endHold(tx, request.holdKey, now)
  publish({ name: 'TimesFreed' })
}
