import { writeAuditLog } from '#server/history-logs/write-audit-log.ts'
import { AppError } from '#server/lib/app-error.ts'
import type { Context, Principal, ReadContext } from '#server/lib/context.ts'
import { newId } from '#server/lib/new-id.ts'
import { depositFor, type DepositRule } from '#shared/deposits/deposit-rule.ts'
import { depositMessages as s } from '#shared/deposits/messages.ts'
import type { CivilDate } from '#shared/lib/manila-time.ts'
import type { Centavos } from '#shared/lib/money.ts'
import * as queries from './queries.ts'
import * as views from './views.ts'

/** The policy that the client sees. `return_notice_hours`: null if the clinic always keeps the deposit. */
type Policy = { return_notice_hours: number | null; note: string | null }

/** What a client is asked to pay ahead, and for how many hours the chosen time stays reserved until then. */
export type RequiredDeposit = Policy & { amount: Centavos; hold_hours: number }

/** Returns the deposit rule for a client with many no-shows; null for other clients. */
async function ruleForNoShows(
  { tx }: ReadContext<unknown>,
  { no_shows: most, no_show_kind: kind, no_show_value: value }: views.SettingsRow,
  clientId: string,
): Promise<DepositRule | null> {
  if (most === null || (await views.countNoShows(tx, clientId)) < most) return null
  return { kind: kind as DepositRule['kind'], value: value! }
}

/**
 * Returns what a client must pay ahead for a visit with these services; null if nothing is asked for. `clientId` is
 * null for a visitor whom nobody knows yet. No deposit is asked for a service that a package of the client covers on
 * the date of the visit.
 */
export async function requiredDeposit(
  context: ReadContext<unknown>,
  clientId: string | null,
  { serviceIds, date }: { serviceIds: readonly string[]; date: CivilDate },
): Promise<RequiredDeposit | null> {
  const { tx, branchId } = context
  const settings = await views.settingsOf(tx, branchId)
  if (!settings?.is_on) return null
  const covered = clientId === null ? new Set() : await views.coveredServices(tx, clientId, date)
  const services = (await views.pricesWithRules(tx, serviceIds))
    .filter(({ id }) => !covered.has(id))
    .map(({ price_centavos: price, kind, value }) => ({
      price,
      rule: kind === null || value === null ? null : { kind: kind as DepositRule['kind'], value },
    }))
  const amount = depositFor(services, clientId === null ? null : await ruleForNoShows(context, settings, clientId))
  const { hold_hours, return_notice_hours, note } = settings
  return amount === 0 ? null : { amount, hold_hours, return_notice_hours, note }
}

/** The policy of the branch now, for a deposit that staff ask for. */
export async function presentPolicy({ tx, branchId }: ReadContext<unknown>): Promise<Policy> {
  const { return_notice_hours = null, note = null } = (await views.settingsOf(tx, branchId)) ?? {}
  return { return_notice_hours, note }
}

type Requested = { appointmentId: string; clientId: string; client: string }

/** Asks a client for a deposit for a visit, and returns its id. Throws a 409 if the visit has a deposit already. */
export async function requestDeposit(
  context: Context<Principal>,
  { appointmentId, clientId, client }: Requested,
  { amount, return_notice_hours, note }: Policy & { amount: Centavos },
): Promise<string> {
  const { tx, branchId, now } = context
  const id = newId()
  const isNew = await queries.insertDeposit(tx, {
    id,
    branch_id: branchId,
    appointment_id: appointmentId,
    client_id: clientId,
    amount_centavos: amount,
    return_notice_hours,
    note,
    requested_at: now,
  })
  if (!isNew) throw new AppError('conflict', s.alreadyAsked)
  const parameters = { client, amount_centavos: amount }
  await writeAuditLog(context, { type: 'deposits.deposit.requested', subjectId: id, parameters })
  return id
}
