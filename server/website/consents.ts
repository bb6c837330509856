import type { ReadTx } from '#server/db/pool.ts'
import { writeAuditLog } from '#server/history-logs/write-audit-log.ts'
import { AppError, invalid } from '#server/lib/app-error.ts'
import type { Context, Principal } from '#server/lib/context.ts'
import { newId } from '#server/lib/new-id.ts'
import { isoInManila } from '#shared/lib/manila-time.ts'
import type { WebsiteConsent } from '#shared/website/consents-contract.ts'
import { websiteMessages as s } from '#shared/website/messages.ts'
import * as queries from './queries.ts'
import * as views from './views.ts'

/** The consents for the branch's website that are confirmed and not withdrawn. */
export async function listConsents(tx: ReadTx, branchId: string): Promise<WebsiteConsent[]> {
  const rows = await views.consents(tx, branchId)
  return rows.map(({ confirmed_at, confirmed_by_name, ...consent }) => ({
    ...consent,
    confirmed_at: isoInManila(confirmed_at),
    confirmed_by: confirmed_by_name,
  }))
}

/**
 * Returns the id of the uncropped picture from which a picture was cut, or the picture's own id if it is not cropped.
 * Throws a 422 for a missing picture.
 */
async function requireWhole({ tx, branchId }: Context, field: 'before' | 'after', id: string): Promise<string> {
  const row = await views.pictureById(tx, branchId, id)
  if (!row) throw invalid(field, s.pictureGone)
  return row.source_id ?? row.id
}

/**
 * Stores who confirmed that a person agrees to be shown on the website, and when. A consent that is confirmed already
 * stays as it is. Throws a 422 if one of the pictures does not exist, or if both show parts of one original picture.
 */
export async function confirmConsent(
  context: Context<Principal>,
  pair: { before: string; after: string },
): Promise<WebsiteConsent[]> {
  const { tx, branchId, now, user } = context
  // The lock makes a simultaneous confirmation of the same pair wait.
  await queries.lockWebsite(tx, branchId)
  const before_id = await requireWhole(context, 'before', pair.before)
  const after_id = await requireWhole(context, 'after', pair.after)
  if (before_id === after_id) throw invalid('after', s.pairSame)
  const consents = await listConsents(tx, branchId)
  if (consents.some(({ before, after }) => before.includes(before_id) && after.includes(after_id))) return consents
  const id = newId()
  await queries.insertConsent(tx, {
    id,
    branch_id: branchId,
    before_id,
    after_id,
    confirmed_at: now,
    confirmed_by_name: user.name,
  })
  await writeAuditLog(context, { type: 'website.consent.confirmed', subjectId: id, parameters: {} })
  return listConsents(tx, branchId)
}

/**
 * Withdraws a person's consent to be shown on the website. Throws a 404 for one that does not exist or is withdrawn.
 */
export async function withdrawConsent(context: Context<Principal>, id: string): Promise<void> {
  const { tx, branchId, now, user } = context
  const isWithdrawn = await queries.withdrawConsent(tx, branchId, { id, now, name: user.name })
  if (!isWithdrawn) throw new AppError('not_found', s.noConsent)
  await writeAuditLog(context, { type: 'website.consent.withdrawn', subjectId: id, parameters: {} })
}
