import { randomBytes } from 'node:crypto'
import { addressKey } from '#server/auth/address-key.ts'
import { cookieAttributes, type CookieOptions } from '#server/auth/cookies.ts'
import { clinicPhone } from '#server/clinic/clinic-profile.ts'
import { hashAddress } from '#server/db/address-hash.ts'
import { invalid } from '#server/lib/app-error.ts'
import type { Context } from '#server/lib/context.ts'
import type { HoldLimits } from '#server/lib/http/limits.ts'
import {
  hashReservationSecret,
  RESERVATION_COOKIE,
  reservationSecretOf,
  secretOfBrowserKey,
} from '#server/lib/http/request-context.ts'
import { newId } from '#server/lib/new-id.ts'
import { reservations, reserveFreeSet } from '#server/resources/public.ts'
import type { holdContract } from '#shared/appointments/availability-contract.ts'
import { appointmentMessages as s, termsMessages } from '#shared/appointments/messages.ts'
import type { Answer, Parsed } from '#shared/lib/endpoint.ts'
import {
  lockBookableDay,
  requireOnline,
  requireResources,
  requireSlots,
  requireWithinOpening,
  type VisitSlots,
} from './bookable-time.ts'
import { isKnownCaller, slotsWithinShare } from './share/unknown-share.ts'

type ReservationRequest = Parsed<typeof holdContract.hold>['body']
type Hold = Answer<typeof holdContract.hold>['data']

/**
 * Returns the secret by which the browser is recognised: the one in its header or cookie, else one made from the key in
 * the request, else a new random one.
 */
function browserSecretOf({ reply }: Context, { browser_key: key }: ReservationRequest): string {
  const given = reservationSecretOf(reply.request) ?? ''
  if (/^[\w-]{32}$/.test(given)) return given
  return key === undefined ? randomBytes(24).toString('base64url') : secretOfBrowserKey(key)
}

/**
 * Returns the hash of the caller's IP address, or null when that address has reached its limit of slot reservations.
 * Takes a lock: until the end of the transaction nobody else creates a reservation.
 */
async function addressWithinLimit(context: Context, key: Buffer, limits: HoldLimits) {
  const { tx, branchId, now, request } = context
  const addressHash = await hashAddress(tx, addressKey(request.address))
  await reservations.lockReservations(tx)
  const count = await reservations.countReservationsFrom(tx, { branchId, addressHash, key, now })
  return count >= limits.openPerAddress ? null : addressHash
}

/** Returns the message for an unknown client who chose a time that only known clients can still book. */
async function whyOnlyForKnownClients(context: Context): Promise<string> {
  const phone = await clinicPhone(context)
  return context.user ? s.keptForKnownClients(phone) : termsMessages.logInAsKnownClient(phone)
}

/**
 * Releases the browser's slot reservation and returns that no time is reserved, with a sentence for the client that
 * says why.
 */
async function releaseAndExplain({ tx, now }: Context, key: Buffer, notice?: string): Promise<Hold> {
  await reservations.releaseReservation(tx, key, now)
  return { held_until: null, seconds_left: null, ...(notice !== undefined && { notice }) }
}

/** Finds the slots for a requested time under the rules, and with the errors, of a booking by a client. */
async function requireFreeSlots(context: Context, requested: ReservationRequest): Promise<VisitSlots> {
  const day = await lockBookableDay(context, requested, 'client')
  if (!day.isOffered) throw invalid('service_id', s.unknownService)
  const chain = requireResources(day.chain, requested)
  requireWithinOpening(day, chain, requested.appointment_time)
  await requireOnline(context, day, requested)
  return requireSlots(day, chain, requested, 'client')
}

/**
 * Reserves a time for the browser that has the secret, under the rules of a booking; nobody has to be logged in.
 * Releases what the browser had reserved before. Throws the errors of a booking (such as a 409 for a time that was just
 * taken), and then changes nothing. Reserves nothing if unknown clients have used up their share of the day, or the IP
 * address its limit.
 */
export async function reserveTime(
  context: Context,
  requested: ReservationRequest,
  options: HoldLimits & CookieOptions,
): Promise<Hold> {
  const { tx, branchId, now, reply } = context
  const secret = browserSecretOf(context, requested)
  const key = hashReservationSecret(secret)
  // The browser's own reservation counts as free, even if the request has no cookie.
  const ownContext = { ...context, request: { ...context.request, holdKey: key } }
  const free = await requireFreeSlots(ownContext, requested)
  const is_unknown = !(await isKnownCaller(context))
  const slots = is_unknown ? await slotsWithinShare(ownContext, free, requested) : free
  if (slots === null) return releaseAndExplain(context, key, await whyOnlyForKnownClients(context))
  const address_hash = await addressWithinLimit(context, key, options)
  if (address_hash === null) return releaseAndExplain(context, key)
  const hold = {
    id: newId(),
    branch_id: branchId,
    key,
    service_id: requested.service_id,
    further_services: [...(requested.further_services ?? [])],
    practitioner_id: requested.practitioner_id ?? null,
    starts_at: slots.starts_at,
    expires_at: new Date(now.getTime() + options.minutes * 60_000),
    address_hash,
    is_unknown,
  }
  const { id, expires_at: until } = await reservations.upsertReservation(tx, hold, now)
  await reserveFreeSet(tx, { holdId: id, until }, slots)
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
export async function releaseReservation({ tx, now, request, publish }: Context): Promise<void> {
  if (!request.holdKey) return
  await reservations.releaseReservation(tx, request.holdKey, now)
  publish({ name: 'TimesFreed' })
}
