import { readOwnMoveTimes } from '#server/appointments/availability.ts'
import { cancelOwnAppointment, moveOwnAppointment, type OwnMove } from '#server/appointments/my-appointments.ts'
import { presentForClient } from '#server/appointments/present-appointment.ts'
import { appointmentsByIds } from '#server/appointments/public.ts'
import { serverSecret } from '#server/auth/server-secret.ts'
import { selfService } from '#server/clinic/clinic-profile.ts'
import type { Tx } from '#server/db/pool.ts'
import type { RateLimit } from '#server/db/rate-limits.ts'
import { AppError } from '#server/lib/app-error.ts'
import type { Context, DetachedContext, Principal } from '#server/lib/context.ts'
import { findPerson } from '#server/people/find-person.ts'
import type { ClientAppointment } from '#shared/appointments/contract.ts'
import type { MoveTimes } from '#shared/appointments/records.ts'
import type { visitLinkContract } from '#shared/appointments/self-service-contract.ts'
import { visitLinkMessages as s } from '#shared/appointments/messages.ts'
import { permissionsOf } from '#shared/auth/permissions.ts'
import type { Answer } from '#shared/lib/endpoint.ts'
import type { CivilDate } from '#shared/lib/manila-time.ts'
import { isSigned, limitCalls, readToken, signToken } from '#server/auth/link-tokens.ts'

const SECRET_NAME = 'visit-link'

type Visit = { id: string; client_id: string; email: string }

/**
 * The values that the signature of a visit's link covers besides the visit: the client and their e-mail. Changing
 * either makes the link invalid.
 */
const signedOf = ({ client_id, email }: Omit<Visit, 'id'>) => [client_id, email]

/**
 * Returns the address for managing one visit. The token is in the fragment, so that no server, log or Referer contains
 * it.
 */
export async function visitLinkOf(tx: Tx, now: Date, visit: Visit, origin: string): Promise<string> {
  return `${origin}/visit#${signToken(await serverSecret(tx, SECRET_NAME, now), visit.id, signedOf(visit))}`
}

const linkIsVoid = () => new AppError('not_found', s.linkVoid)

/**
 * Finds the visit that the link in an e-mail opens, and returns a context in which the client of the visit is the
 * caller. Throws a 404 if the link is invalid or the visit has started.
 */
export async function asClient(context: Context, token: string): Promise<{ id: string; client: Context<Principal> }> {
  const { tx, now } = context
  const read = readToken(token)
  const [row] = read ? await appointmentsByIds(tx, [read.id]) : []
  const person = row && (await findPerson(tx, row.user_id))
  if (!read || !row || !person?.email) throw linkIsVoid()
  const secret = await serverSecret(tx, SECRET_NAME, now)
  if (!isSigned(secret, read, signedOf({ ...row, email: person.email })) || row.starts_at <= now) throw linkIsVoid()
  const user: Principal = {
    id: person.id,
    person_id: person.id,
    name: person.name,
    email: person.email,
    role: 'client',
    permissions: permissionsOf('client'),
    must_set_password: false,
    must_set_up_second_factor: false,
    session_id: '',
    hand_over_id: null,
    api_key_id: null,
  }
  return { id: row.id, client: { ...context, user } }
}

type Shown = Answer<typeof visitLinkContract.see>
type Change = (client: Context<Principal>, id: string) => Promise<ClientAppointment>

/**
 * Changes the visit that the link in an e-mail opens, under the rules for clients, and returns the visit. Throws a 429
 * for too many requests from an IP address.
 */
async function withLink(context: DetachedContext, token: string, limit: RateLimit, change?: Change): Promise<Shown> {
  await limitCalls(context, 'visit-link', limit)
  return context.inTransaction(async (inside) => {
    const { id, client } = await asClient(inside, token)
    await change?.(client, id)
    const { policy, phone } = await selfService(inside.tx, inside.branchId)
    const [row] = await appointmentsByIds(inside.tx, [id])
    return { data: presentForClient(row!, inside.now, policy), policy, clinic_phone: phone }
  })
}

export const seeVisit = (context: DetachedContext, token: string, limit: RateLimit): Promise<Shown> =>
  withLink(context, token, limit)

export const cancelByLink = (context: DetachedContext, token: string, limit: RateLimit): Promise<Shown> =>
  withLink(context, token, limit, cancelOwnAppointment)

export const moveByLink = (
  context: DetachedContext,
  { token, ...to }: OwnMove & { token: string },
  limit: RateLimit,
): Promise<Shown> => withLink(context, token, limit, (client, id) => moveOwnAppointment(client, id, to))

/** Returns the times of a date to which the visit that the link opens can be moved. */
export async function moveTimesByLink(
  context: DetachedContext,
  { token, date }: { token: string; date: CivilDate },
  limit: RateLimit,
): Promise<MoveTimes> {
  await limitCalls(context, 'visit-link', limit)
  return context.inTransaction(async (inside) => {
    const { id, client } = await asClient(inside, token)
    return readOwnMoveTimes(client, id, date)
  })
}
