import type { Context } from '#server/lib/context.ts'
import { permissionsOf } from '#shared/auth/permissions.ts'
import * as queries from './queries.ts'
import * as views from './views.ts'

/**
 * Adds the answers of unsigned forms of a client's hand-overs to the client's own drafts, which the client sees at
 * home. If the tablet has shown the own draft, an answer from the tablet replaces the own one; if it has not, the
 * tablet only adds answers to questions that the own draft leaves open. The answers of a correction are dropped: they
 * began with those of a signed copy. The caller has locked the client's record.
 */
export async function foldDrafts({ tx, now }: Pick<Context, 'tx' | 'now'>, clientId: string): Promise<void> {
  const drafts = await views.draftsOfHandOvers(tx, { clientId })
  if (drafts.length === 0) return
  for (const {
    form_id,
    form_version_id: versionId,
    answers: typed,
    corrects,
    started_by_role,
  } of drafts.toReversed()) {
    if (corrects !== null) continue
    const own = (await views.draftsOf(tx, clientId, [form_id]))[0]?.answers ?? {}
    const wasShown = permissionsOf(started_by_role).has('charts.read')
    const answers = wasShown ? { ...own, ...typed } : { ...typed, ...own }
    await queries.saveDraft(tx, { clientId, versionId, answers, now })
  }
  await queries.deleteHandOverDrafts(tx, clientId)
}
