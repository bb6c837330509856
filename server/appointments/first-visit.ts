import { addressKey } from '#server/auth/address-key.ts'
import { clinicPhone } from '#server/clinic/clinic-profile.ts'
import { hashAddress } from '#server/db/address-hash.ts'
import type { Tx } from '#server/db/pool.ts'
import { writeSystemLog } from '#server/history-logs/write-audit-log.ts'
import { AppError } from '#server/lib/app-error.ts'
import type { Context, ReadContext } from '#server/lib/context.ts'
import type { FirstVisitLimits } from '#server/lib/http/limits.ts'
import { saveMessages, type NewMessage } from '#server/messages/outbox/outbox.ts'
import type { SendsEmail } from '#server/messages/transport/stored-mailer.ts'
import type { RequiredDeposit } from '#server/deposits/rules/public.ts'
import type { ClientOf } from '#server/people/find-person.ts'
import { releaseSlots } from '#server/resources/public.ts'
import { appointmentMessages as s, refusalMessages } from '#shared/appointments/messages.ts'
import { slotInstant } from '#shared/appointments/slots.ts'
import type { Channels } from '#shared/messages/message-types.ts'
import { parametersOf } from './appointment-log.ts'
import type { Booker, RequestedTime } from './bookable-time.ts'
import { countFirstVisitsFrom } from './client-views.ts'
import * as queries from './queries.ts'
import * as views from './views.ts'

/**
 * The limits for visits of unknown clients. `canConfirm` says whether the clinic can send links or codes with which
 * clients confirm an e-mail or a number.
 */
export type FirstVisitOptions = FirstVisitLimits & { canConfirm?: SendsEmail }

/** What is stored with an unknown client's visit until the clinic answers it. */
export type Expiry = { lapses_at: Date; address_hash: Buffer | null }

const HOUR_MS = 3_600_000

/**
 * Adds to a sentence that unknown clients can also confirm an e-mail or number, if the clinic can send links or codes.
 */
export const withConfirmHint = async (
  context: ReadContext<unknown>,
  sentence: string,
  { canConfirm }: FirstVisitOptions,
): Promise<string> => ((await canConfirm?.(context)) === true ? `${sentence} ${refusalMessages.orConfirm}` : sentence)

/**
 * Locks the caller's IP address until the transaction ends, and returns its hash. Throws a 409 when too many visits
 * were booked from that address.
 */
async function requireShareOfAddress(context: Context, limits: FirstVisitOptions): Promise<Buffer> {
  const { tx, request } = context
  const hash = await hashAddress(tx, addressKey(request.address))
  await queries.lockAddress(tx, hash)
  if ((await countFirstVisitsFrom(tx, hash)) >= limits.openPerAddress)
    throw new AppError(
      'conflict',
      await withConfirmHint(context, s.firstVisitsOfAddressFull(await clinicPhone(context)), limits),
    )
  return hash
}

/** Returns the time that is `hours` from now, or the start of the visit if that comes first. */
const endOfHold = ({ now }: Context, { appointment_date, appointment_time }: RequestedTime, hours: number): Date =>
  new Date(Math.min(slotInstant(appointment_date, appointment_time).getTime(), now.getTime() + hours * HOUR_MS))

/**
 * Returns when an unknown client's unconfirmed first visit expires, and the hash of the IP address it came from.
 * Returns null for anybody else. Throws a 409 when too many such visits come from one address. People with a confirmed
 * e-mail or number are counted individually, because others may share their network.
 */
async function expiryOfFirstVisit(
  context: Context,
  time: RequestedTime,
  { booker, client }: { booker: Booker; client: Pick<ClientOf, 'is_verified'> },
  limits: FirstVisitOptions,
): Promise<Expiry | null> {
  if (booker !== 'unknown') return null
  const address_hash = client.is_verified ? null : await requireShareOfAddress(context, limits)
  return { lapses_at: endOfHold(context, time, limits.heldHours), address_hash }
}

type BookingOf = { booker: Booker; client: Pick<ClientOf, 'is_verified'>; deposit: RequiredDeposit | null }

/**
 * Returns when a visit expires if the clinic does not confirm it. The first visit of an unknown client expires, and so
 * does a visit whose deposit is not paid in time; if both are true, the earlier time counts. Returns null for a visit
 * that does not expire.
 */
export async function expiryOfBooking(
  context: Context,
  time: RequestedTime,
  { deposit, ...by }: BookingOf,
  limits: FirstVisitOptions,
): Promise<Expiry | null> {
  const first = await expiryOfFirstVisit(context, time, by, limits)
  if (!deposit) return first
  const unpaid = endOfHold(context, time, deposit.hold_hours)
  return {
    lapses_at: first && first.lapses_at < unpaid ? first.lapses_at : unpaid,
    address_hash: first?.address_hash ?? null,
  }
}

/** The number of visits that expire in one transaction, which must end within seconds. */
export const EXPIRED_AT_ONCE = 50

/**
 * Cancels first visits that nobody confirmed in time, and releases their slots. Skips rows that another process has
 * locked. Returns how many expired; if that is `EXPIRED_AT_ONCE`, there may be more.
 */
export async function cancelExpiredFirstVisits(tx: Tx, now: Date, channels: Channels): Promise<number> {
  const rows = await views.appointmentsByIds(tx, await queries.lockExpiredFirstVisits(tx, now, EXPIRED_AT_ONCE))
  for (const row of rows) {
    await queries.updateIfUnchanged(tx, row, { status: 'cancelled', cancel_reason: 'lapsed', updated_at: now })
    await releaseSlots(tx, row.id)
    await writeSystemLog(tx, now, {
      type: 'appointments.appointment.lapsed',
      subjectId: row.id,
      parameters: parametersOf(row),
    })
  }
  const messages = rows.map((row): NewMessage => ({
    branchId: row.branch_id,
    occasion: 'lapsed',
    subjectId: row.id,
    version: row.version + 1,
  }))
  await saveMessages(tx, { messages, channels, now })
  return rows.length
}
