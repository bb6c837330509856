import type { Principal, ReadContext } from '#server/lib/context.ts'
import type { Answer, Parsed } from '#shared/lib/endpoint.ts'
import type { OwnWaitlistEntry, waitlistContract } from '#shared/waitlist/contract.ts'
import { OPEN_WAITLIST_STATES } from '#shared/waitlist/requested-times.ts'
import { ownEntry, staffEntry } from './present-entry.ts'
import * as views from './views.ts'

type List = typeof waitlistContract.list

/** A page of the branch's waitlist, with the number of entries in each state. */
export async function listEntries(
  { tx, branchId, now }: ReadContext,
  { state, search, page, per_page }: Parsed<List>['querystring'],
): Promise<Answer<List>> {
  const filter = { branchId, search }
  const rows = await views.entriesPage(tx, filter, state, { page, per_page })
  const summary = {
    waiting: 0,
    offered: 0,
    taken: 0,
    withdrawn: 0,
    expired: 0,
    ...(await views.countByState(tx, filter)),
  }
  const states = state === 'open' ? OPEN_WAITLIST_STATES : [state]
  const total = states.reduce((sum, one) => sum + summary[one], 0)
  return { entries: rows.map((row) => staffEntry(row, now)), total, page, per_page, summary }
}

/** A person's own open waitlist entries. */
export const ownEntries = async ({ tx, user, now }: ReadContext<Principal>): Promise<OwnWaitlistEntry[]> =>
  (await views.openEntriesOf(tx, user.id)).map((row) => ownEntry(row, now))
