import { limitCalls } from '#server/auth/link-tokens.ts'
import type { RateLimit } from '#server/db/rate-limits.ts'
import { addPicture, listOwnDeposits, reportDeposit } from '#server/deposits/public.ts'
import type { DetachedContext, Principal } from '#server/lib/context.ts'
import type { Limits } from '#server/lib/http/limits.ts'
import type { depositLinkContract } from '#shared/deposits/link-contract.ts'
import type { OwnDeposit } from '#shared/deposits/own-contract.ts'
import type { Answer, Parsed } from '#shared/lib/endpoint.ts'
import { asClient } from './visit-link.ts'

/**
 * Reads the deposit of the visit that the link in an e-mail opens, and how it can be paid; null for a visit without a
 * current deposit.
 */
export async function seeDepositByLink(
  context: DetachedContext,
  token: string,
  limit: RateLimit,
): Promise<Answer<typeof depositLinkContract.see>> {
  await limitCalls(context, 'visit-link', limit)
  return context.inTransaction(async (inside) => {
    const { id, client } = await asClient(inside, token)
    const { data, ways } = await listOwnDeposits(client)
    return { data: data.find(({ appointment_id }) => appointment_id === id) ?? null, ways }
  })
}

/** Records that a client reports, by the link to a visit, that the deposit of the visit is paid. */
export async function reportDepositByLink(
  context: DetachedContext,
  { token, ...report }: Parsed<typeof depositLinkContract.report>['body'],
  limits: Pick<Limits, 'mailLinksPerAddress' | 'depositReportsPerVisit'>,
): Promise<OwnDeposit> {
  await limitCalls(context, 'visit-link', limits.mailLinksPerAddress)
  return context.inTransaction(async (inside) => {
    const { id, client } = await asClient(inside, token)
    return reportDeposit(client, id, report, limits.depositReportsPerVisit)
  })
}

/** Returns the context with this person as the caller, also in the transactions that it opens. */
const withCaller = (context: DetachedContext, user: Principal): DetachedContext<Principal> => ({
  ...context,
  user,
  inTransaction: (work) => context.inTransaction((inside) => work({ ...inside, user })),
})

/**
 * Adds a screenshot to the reported deposit of the visit that a link opens. The token is checked before the picture is
 * decoded.
 */
export async function addPictureByLink(
  context: DetachedContext,
  { token, picture }: Parsed<typeof depositLinkContract.addPicture>['body'],
  limit: RateLimit,
): Promise<OwnDeposit> {
  await limitCalls(context, 'visit-link', limit)
  const { id, client } = await context.inTransaction((inside) => asClient(inside, token))
  return addPicture(withCaller(context, client.user), id, picture)
}
