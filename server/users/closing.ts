import { record } from '#server/history-logs/service.ts'
import { AppError } from '#server/lib/app-error.ts'
import type { Context, DetachedContext, ReadContext, SessionUser } from '#server/lib/context.ts'
import { discardPicture } from '#server/lib/stored-pictures.ts'
import { endConsents } from '#server/privacy/service.ts'
import { endSessionsOf } from '#server/sessions/service.ts'
import type { Parsed } from '#shared/lib/endpoint.ts'
import { manilaDate } from '#shared/lib/manila-time.ts'
import type { closureRequestContract } from '#shared/users/closure-request-contract.ts'
import { closureRequestSentences as r } from '#shared/users/closure-request-sentences.ts'
import { userSentences as s } from '#shared/users/sentences.ts'
import { lockForChange } from './lock-for-change.ts'
import * as queries from './queries.ts'
import { accountSearchText } from './service.ts'
import { appointmentsFrom } from './views.ts'

type Detached = DetachedContext<SessionUser>

/** What the question before closing an account says. Throws 404 for an unknown or closed one. */
export async function appointmentsAhead({ tx, now }: ReadContext, id: string): Promise<number> {
  if (!(await queries.userById(tx, id))) throw new AppError('not_found', s.notFound)
  return appointmentsFrom(tx, id, manilaDate(now))
}

/** Takes what reaches a person off their account, appointments and receipts; names, amounts and the log stay. */
async function erase(context: Context, user: { id: string; name: string }): Promise<void> {
  await queries.updateUser(context.tx, user.id, {
    email: null,
    contact_number: null,
    contact_normalised: null,
    location: null,
    photo_path: null,
    sms_activated: false,
    password_hash: null,
    must_set_password: false,
    default_password_until: null,
    closed_at: context.now,
    updated_at: context.now,
    search_text: accountSearchText({ name: user.name, email: null }),
  })
  await queries.forgetContactOf(context.tx, user.id)
  await queries.forgetClosureReasons(context.tx, user.id)
  await endConsents(context, user.id)
  await endSessionsOf(context, user.id)
}

async function requireOpenRequest({ tx }: ReadContext, id: string): Promise<void> {
  const request = await queries.latestClosureRequest(tx, id)
  if (request?.state !== 'open') throw new AppError('state_moved', r.noneOpen)
}

/**
 * Closes an account. With `onRequest` only while the person's request to close it is open. Returns the photo to remove
 * after the commit.
 */
async function close(context: Context<SessionUser>, id: string, onRequest: boolean): Promise<string | null> {
  if (context.user.id === id) throw new AppError('conflict', s.notYourself)
  // Held first: a withdrawal at the same time comes before or after, never in between.
  const user = await lockForChange(context, id, false)
  if (onRequest) await requireOpenRequest(context, id)
  const done = { state: 'done', decided_at: context.now, decided_by: context.user.id }
  const asked = await queries.endClosureRequest(context.tx, id, done)
  await erase(context, user)
  const ahead = await appointmentsFrom(context.tx, id, manilaDate(context.now))
  const booked = ahead === 0 ? '' : ` (appointments that stay booked: ${ahead})`
  await record(context, {
    type: 'delete',
    action: `Closed the account of ${user.name}${asked ? ' at their own request' : ''}${booked}`,
    subject: 'user',
    subjectId: id,
  })
  return user.photo_path
}

/** Closes an account: contact and photo are erased, its sessions end, its name stays in books and logs. */
export async function closeUser(context: Detached, photos: string, id: string): Promise<void> {
  const photo = await context.inTransaction((inside) => close(inside, id, false))
  if (photo !== null) await discardPicture(context, photos, photo)
}

async function decline(context: Context<SessionUser>, id: string, answer: string | null): Promise<void> {
  const user = await queries.lockedUserById(context.tx, id)
  if (!user) throw new AppError('not_found', s.notFound)
  await requireOpenRequest(context, id)
  const declined = { state: 'declined', decided_at: context.now, decided_by: context.user.id, answer }
  await queries.endClosureRequest(context.tx, id, declined)
  const action = `Declined the request of ${user.name} to close the account`
  await record(context, { type: 'update', action, subject: 'user', subjectId: id })
}

/**
 * Does what a person asked for, or declines with a sentence that they read. Throws 409 when there is no open request any
 * more: who has withdrawn it must not be closed.
 */
export async function decideClosureRequest(
  context: Detached,
  photos: string,
  id: string,
  { decision, answer }: Parsed<typeof closureRequestContract.decide>['body'],
): Promise<void> {
  if (decision === 'decline') return context.inTransaction((inside) => decline(inside, id, answer))
  const photo = await context.inTransaction((inside) => close(inside, id, true))
  if (photo !== null) await discardPicture(context, photos, photo)
}
