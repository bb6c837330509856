import { randomBytes } from 'node:crypto'
import { addressKey } from '#server/auth/address-key.ts'
import { cookieAttributes, type CookieOptions } from '#server/auth/cookies.ts'
import { hashAddress } from '#server/db/address-hash.ts'
import { invalid } from '#server/lib/app-error.ts'
import type { Context } from '#server/lib/context.ts'
import { HOLD_COOKIE, holdKey } from '#server/lib/http/hold-cookie.ts'
import type { HoldLimits } from '#server/lib/http/limits.ts'
import { newId } from '#server/lib/new-id.ts'
import { holds, occupy } from '#server/resources/service.ts'
import type { holdContract } from '#shared/appointments/availability-contract.ts'
import { appointmentMessages as s } from '#shared/appointments/messages.ts'
import { termsMessages } from '#shared/appointments/terms-messages.ts'
import type { Answer, Parsed } from '#shared/lib/endpoint.ts'
import { chainWithPractitioner } from '#shared/resources/free-chains.ts'
import { requireBookableDate, requireOnline, requirePlace, requireWithinOpening } from './bookable-time.ts'
import type { BookableDay } from './day-views.ts'
import { bookableVisits } from './first-visit.ts'

type Wish = Parsed<typeof holdContract.hold>['body']
type Held = Answer<typeof holdContract.hold>['data']

/** The browser's own secret: the one that it was given while it holds something, else that of its key, else a new one. */
function secretOf({ reply }: Context, { browser_key: key }: Wish): string {
  const given = reply.request.cookies[HOLD_COOKIE] ?? ''
  if (/^[\w-]{32}$/.test(given)) return given
  return key?.replaceAll('-', '').toLowerCase() ?? randomBytes(24).toString('base64url')
}

const shareOf = (day: BookableDay, { appointment_date: date }: Wish, now: Date, { shareOfDay }: HoldLimits) =>
  Math.max(1, Math.ceil(bookableVisits(day, date, now) * shareOfDay))

/**
 * Where the caller's address stands with others of it; null when holds fill their share of the day or of the address.
 * From here to the end of the transaction nobody else places a hold.
 */
async function placeAmongHolds(context: Context, wish: Wish, day: BookableDay, key: Buffer, limits: HoldLimits) {
  const { tx, branchId, now, request } = context
  const addressHash = await hashAddress(tx, addressKey(request.address))
  await holds.lockHolds(tx)
  const { on_day, from_address } = await holds.countHolds(tx, {
    branchId,
    date: wish.appointment_date,
    addressHash,
    key,
    now,
  })
  const isFull = on_day >= shareOf(day, wish, now, limits) || from_address >= limits.openPerAddress
  return isFull ? null : addressHash
}

const NOT_HELD: Held = { held_until: null, seconds_left: null }

/**
 * Holds a time under the rules of a booking for whoever has the browser's secret, who may be anybody. What the browser
 * held before is free again. Throws what a booking throws, the 409 of a lost time among them, and then changes nothing.
 * Nothing is held beyond the shares of the day and of the address; the time can be booked all the same.
 */
export async function holdTime(context: Context, wish: Wish, options: HoldLimits & CookieOptions): Promise<Held> {
  const { tx, branchId, now, reply } = context
  const { appointment_date: date, appointment_time: time } = wish
  const secret = secretOf(context, wish)
  const key = holdKey(secret)
  // What this key holds is free to it, with a cookie or without.
  const asker = { ...context, request: { ...context.request, holdKey: key } }
  const day = await requireBookableDate(asker, date, time, 'client', wish)
  if (!day.isOffered) throw invalid('service_id', s.unknownService)
  const needs = chainWithPractitioner(day.chain, wish.practitioner_id)
  if (needs === null) throw invalid('practitioner_id', termsMessages.notTheirService)
  requireWithinOpening(day, needs, time)
  await requireOnline(context, day, date, time)
  const place = requirePlace(day, needs, { date, time }, { by: 'client' })
  const address_hash = await placeAmongHolds(context, wish, day, key, options)
  if (address_hash === null) {
    await holds.endHold(tx, key, now)
    return NOT_HELD
  }
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
  }
  const { id, expires_at: until } = await holds.upsertHold(tx, wanted, now)
  await occupy(tx, { holdId: id, until }, place)
  const seconds_left = Math.ceil((until.getTime() - now.getTime()) / 1000)
  void reply.setCookie(HOLD_COOKIE, secret, {
    ...cookieAttributes(reply, options),
    path: '/api',
    httpOnly: true,
    maxAge: options.minutes * 60,
  })
  return { held_until: until.toISOString(), seconds_left }
}

/** Gives up what the browser holds; nothing happens when it holds nothing. */
export async function giveUpHold({ tx, now, request, publish }: Context): Promise<void> {
  if (!request.holdKey) return
  await holds.endHold(tx, request.holdKey, now)
  publish({ name: 'TimesFreed' })
}
