import { writeAuditLog } from '#server/history-logs/write-audit-log.ts'
import type { Context, Principal, ReadContext } from '#server/lib/context.ts'
import { idsWithDailySummary, setDailySummary } from '#server/people/public.ts'

/** True if the caller gets the daily summary. */
export const wantsSummary = async ({ tx, user }: ReadContext<Principal>): Promise<boolean> =>
  (await idsWithDailySummary(tx)).includes(user.person_id)

/** Switches the caller's daily summary on or off; the same choice changes nothing. */
export async function chooseSummary(context: Context<Principal>, is_on: boolean): Promise<void> {
  const { tx, user } = context
  if ((await wantsSummary(context)) === is_on) return
  await setDailySummary(tx, user.person_id, is_on)
  await writeAuditLog(context, { type: 'overview.summary.chosen', subjectId: user.person_id, parameters: { is_on } })
}
