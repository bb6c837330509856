import { sql } from 'kysely'
import type { ReadTx } from '#server/db/pool.ts'
import type { CivilDate } from '#shared/lib/manila-time.ts'

/** The settings for deposits of a branch; undefined before an admin has saved them for the first time. */
export const settingsOf = (tx: ReadTx, branchId: string) =>
  tx.selectFrom('deposit_settings').selectAll().where('branch_id', '=', branchId).executeTakeFirst()

export type SettingsRow = NonNullable<Awaited<ReturnType<typeof settingsOf>>>

/** The prices of offered services, each with its deposit rule if it has one. */
export const pricesWithRules = (tx: ReadTx, serviceIds: readonly string[]) =>
  tx
    .selectFrom('services')
    .leftJoin('deposit_rules', 'deposit_rules.service_id', 'services.id')
    .select(['services.id', 'services.price_centavos', 'deposit_rules.kind', 'deposit_rules.value'])
    .where('services.id', 'in', serviceIds)
    .where('services.deleted_at', 'is', null)
    .execute()

/** How many visits of a client were cancelled because nobody came. */
export const countNoShows = async (tx: ReadTx, clientId: string): Promise<number> =>
  (
    await tx
      .selectFrom('appointments')
      .select((count) => count.fn.countAll<number>().as('no_shows'))
      .where('client_id', '=', clientId)
      .where('cancel_reason', '=', 'no-show')
      .executeTakeFirstOrThrow()
  ).no_shows

/** The services for which a package of the client has a free session on a day. */
export async function coveredServices(tx: ReadTx, clientId: string, date: CivilDate): Promise<Set<string>> {
  const { rows } = await sql<{ service_id: string }>`
    select distinct package_sessions.service_id
    from prepaid_accounts join sold_packages on sold_packages.account_id = prepaid_accounts.id
      join package_sessions on package_sessions.account_id = prepaid_accounts.id
    where prepaid_accounts.client_id = ${clientId} and prepaid_accounts.voided_at is null
      and package_sessions.used_by is null and (expires_on is null or expires_on >= ${date})`.execute(tx)
  return new Set(rows.map(({ service_id }) => service_id))
}
