import { AppError } from '#server/lib/app-error.ts'
import type { ReadContext } from '#server/lib/context.ts'
import { sendImage } from '#server/lib/uploads.ts'
import { findClientOf } from '#server/people/find-person.ts'
import { DEPOSIT_GROUPS, type Deposit, type depositsContract } from '#shared/deposits/contract.ts'
import { depositMessages as s } from '#shared/deposits/messages.ts'
import type { Answer, Parsed } from '#shared/lib/endpoint.ts'
import { presentDeposit } from './present-deposit.ts'
import * as views from './views.ts'

type List = typeof depositsContract.list

/** A page of the deposits of a group, with the number of deposits in each group. */
export async function listDeposits(
  { tx, branchId }: ReadContext,
  { group, search, page, per_page }: Parsed<List>['querystring'],
): Promise<Answer<List>> {
  const filter = { branchId, search }
  const counted = await views.countByGroup(tx, filter)
  const rows = await views.depositsPage(tx, filter, group, { page, per_page })
  const counts = Object.fromEntries(DEPOSIT_GROUPS.map((each) => [each, counted[each] ?? 0]))
  return { data: rows.map(presentDeposit), total: counted[group] ?? 0, page, per_page, counts } as Answer<List>
}

/** The verified deposits of this user that have money left; none for people who are not clients. */
export async function listDepositsOfClient({ tx }: ReadContext, userId: string): Promise<Deposit[]> {
  const client = await findClientOf(tx, userId)
  return client ? (await views.depositsOfClient(tx, client.client_id, ['paid'])).map(presentDeposit) : []
}

/** Reads the deposit that a client pays ahead for this visit; null if the visit has none. */
export async function readDepositOfVisit(
  { tx, branchId }: ReadContext,
  appointmentId: string,
): Promise<Deposit | null> {
  const row = await views.depositOfBranchVisit(tx, branchId, appointmentId)
  return row ? presentDeposit(row) : null
}

/** Sends the screenshot of a reported payment. Throws a 404 if there is no screenshot. */
export async function servePicture({ tx, branchId, reply }: ReadContext, id: string): Promise<void> {
  const picture = await views.pictureOf(tx, branchId, id)
  if (!picture) throw new AppError('not_found', s.noPicture)
  sendImage(reply, picture, 'private, no-store')
}
