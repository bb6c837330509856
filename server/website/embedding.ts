import { frameHosts, saveFrameHosts } from '#server/clinic/clinic-profile.ts'
import { lockBranch } from '#server/clinic/public.ts'
import type { ReadTx } from '#server/db/pool.ts'
import { writeAuditLog } from '#server/history-logs/write-audit-log.ts'
import type { Context, Principal } from '#server/lib/context.ts'
import { requireVersion } from '#server/lib/http/request-context.ts'
import { changesBetween } from '#shared/lib/event-type.ts'
import type { Embedding } from '#shared/website/embedding-contract.ts'
import { websiteEvents } from '#shared/website/events.ts'

export const readEmbedding = (tx: ReadTx, branchId: string): Promise<Embedding> => frameHosts(tx, branchId)

const logged = (hosts: readonly string[]) => ({ hosts: hosts.join(', ') })

/**
 * Saves which websites may show the booking page. Writes nothing if they are the same as before. Throws a 409 for a
 * stale form.
 */
export async function saveEmbedding(context: Context<Principal>, hosts: string[]): Promise<Embedding> {
  const { tx, branchId } = context
  await lockBranch(tx, branchId)
  const before = await readEmbedding(tx, branchId)
  const changed = websiteEvents['website.frame-hosts.changed']
  const changes = changesBetween(changed, logged(before.hosts), logged(hosts))
  if (changes.length === 0) return before
  requireVersion(context, before)
  await saveFrameHosts(context, hosts)
  await writeAuditLog(context, { type: 'website.frame-hosts.changed', subjectId: null, parameters: {}, changes })
  return readEmbedding(tx, branchId)
}
