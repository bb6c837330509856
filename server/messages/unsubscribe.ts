import { restorableSecret } from '#server/auth/server-secret.ts'
import { clinicProfile } from '#server/clinic/clinic-profile.ts'
import type { Tx } from '#server/db/pool.ts'
import type { RateLimit } from '#server/db/rate-limits.ts'
import { AppError } from '#server/lib/app-error.ts'
import type { Context, DetachedContext } from '#server/lib/context.ts'
import { findPerson, type Person } from '#server/people/find-person.ts'
import { chooseNews, newsHistoryOf } from '#server/privacy/news.ts'
import type { Answer } from '#shared/lib/endpoint.ts'
import type { unsubscribeContract } from '#shared/messages/unsubscribe-contract.ts'
import { newsMessages as s } from '#shared/privacy/messages.ts'
import { isSigned, limitCalls, readToken, signToken } from '#server/auth/link-tokens.ts'

const SECRET_NAME = 'unsubscribe'

/**
 * Signs the token of a person's unsubscribe links. The signature covers the e-mail, so that a change of the e-mail
 * makes the links invalid: nothing is sent to the old address any more.
 */
const unsubscribeToken = async (tx: Tx, now: Date, { id, email }: { id: string; email: string }): Promise<string> =>
  signToken(await restorableSecret(tx, SECRET_NAME, now), id, [email])

/** The two links for unsubscribing: the page for people, and the address that mail programs call (RFC 8058). */
export async function unsubscribeLinks(tx: Tx, now: Date, person: { id: string; email: string }, origin: string) {
  const token = await unsubscribeToken(tx, now, person)
  return { page: pageOf(origin, token), oneClick: `${origin}/api/unsubscribe/${token}` }
}

/**
 * The address of the page for unsubscribing. The token is in the fragment, so that no server, log or Referer contains
 * it.
 */
export const pageOf = (origin: string, token: string): string => `${origin}/unsubscribe#${encodeURIComponent(token)}`

type UnsubscribeResult = Answer<typeof unsubscribeContract.unsubscribe>['data']

async function personOf({ tx, now }: Context, token: string): Promise<Person & { email: string }> {
  const read = readToken(token)
  const person = read && (await findPerson(tx, read.id))
  if (!read || !person?.email) throw new AppError('not_found', s.linkVoid)
  const { email } = person
  if (!isSigned(await restorableSecret(tx, SECRET_NAME, now), read, [email]))
    throw new AppError('not_found', s.linkVoid)
  return { ...person, email }
}

/** Masks the e-mail so that its owner still recognises it, because somebody else may have opened the link. */
const masked = (email: string) => email.replace(/^(.)[^@]*/, '$1…')

async function choose(context: Context, token: string, isWanted: boolean): Promise<UnsubscribeResult> {
  const person = await personOf(context, token)
  const given = (await newsHistoryOf(context.tx, person.id)).some(
    ({ channel, is_wanted }) => channel === 'email' && is_wanted,
  )
  // A link can resume a news subscription that the person had before, but cannot start one.
  if (isWanted && !given) throw new AppError('conflict', s.notDone)
  const by = { id: person.id, name: person.name, role: person.role }
  await chooseNews(context, person.id, { channel: 'email', is_wanted: isWanted }, { where: 'link', by })
  const clinic = await clinicProfile(context.tx, context.branchId)
  return { is_wanted: isWanted, clinic: clinic.name, address: masked(person.email), may_undo: given }
}

/**
 * Unsubscribes the recipient of a link, or resumes news. Throws a 404 for an invalid link, and a 429 for too many
 * requests from an IP address.
 */
export async function chooseByLink(
  context: DetachedContext,
  token: string,
  { isWanted, limit }: { isWanted: boolean; limit: RateLimit },
): Promise<UnsubscribeResult> {
  await limitCalls(context, 'unsubscribe', limit)
  return context.inTransaction((inside) => choose(inside, token, isWanted))
}
