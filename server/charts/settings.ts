import { writeAuditLog } from '#server/history-logs/write-audit-log.ts'
import { isClinicalRecordOn } from '#server/db/chart-facts.ts'
import type { Context, Principal, ReadContext } from '#server/lib/context.ts'
import { AppError } from '#server/lib/app-error.ts'
import { requireVersion } from '#server/lib/http/request-context.ts'
import { awaitsConfirmation } from '#server/people/confirm-account.ts'
import type { chartsContract, ChartSettings } from '#shared/charts/contract.ts'
import { chartEvents } from '#shared/charts/events.ts'
import { chartMessages as s } from '#shared/charts/messages.ts'
import { ownChartLockMessages } from '#shared/charts/own-chart-messages.ts'
import type { Parsed } from '#shared/lib/endpoint.ts'
import { changesBetween } from '#shared/lib/event-type.ts'
import * as queries from './queries.ts'
import * as views from './views.ts'

export const readSettings = ({ tx, branchId }: ReadContext): Promise<ChartSettings> => views.settingsOf(tx, branchId)

/** Saves the settings; unchanged ones are returned as they are. Throws a 409 for a stale form. */
export async function saveSettings(
  context: Context<Principal>,
  values: Parsed<typeof chartsContract.saveSettings>['body'],
): Promise<ChartSettings> {
  const { tx, branchId } = context
  const { branch_id, ...before } = await queries.lockSettings(tx, branchId)
  const changes = changesBetween(chartEvents['charts.settings.changed'], before, values)
  if (changes.length === 0) return before
  requireVersion(context, before)
  await queries.updateSettings(tx, { branch_id, ...values })
  await writeAuditLog(context, { type: 'charts.settings.changed', subjectId: null, parameters: {}, changes })
  return readSettings(context)
}

/** Throws a 404 if the clinic keeps no charts. */
export async function requireClinicalRecord({ tx, branchId }: Pick<ReadContext, 'tx' | 'branchId'>): Promise<void> {
  if (!(await isClinicalRecordOn(tx, branchId))) throw new AppError('not_found', s.notKept)
}

/**
 * Throws a 403 while an admin has not confirmed that the caller's account is theirs: staff could have made the account
 * to read the client's chart. Every call that returns a part of the caller's own chart checks this.
 */
export async function requireConfirmedAccount({
  tx,
  user,
}: Pick<ReadContext<Principal>, 'tx' | 'user'>): Promise<void> {
  if (await awaitsConfirmation(tx, user.person_id))
    throw new AppError('forbidden', ownChartLockMessages.awaitsConfirmation)
}

/** Throws a 404 if the clinic keeps no charts, and a 403 while the caller's account awaits confirmation. */
export async function requireOwnChart(
  context: Pick<ReadContext<Principal>, 'tx' | 'branchId' | 'user'>,
): Promise<void> {
  await requireClinicalRecord(context)
  await requireConfirmedAccount(context)
}
