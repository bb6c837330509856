import { sql } from 'kysely'
import { chartKeptUntil } from '#shared/charts/retention.ts'
import type { CivilDate } from '#shared/lib/manila-time.ts'
import { hasChart } from './personal-data/statements.ts'
import type { ReadTx } from './pool.ts'

/** True if the clinic keeps charts. */
export async function isClinicalRecordOn(tx: ReadTx, branchId: string): Promise<boolean> {
  const settings = await tx
    .selectFrom('chart_settings')
    .select('is_on')
    .where('branch_id', '=', branchId)
    .executeTakeFirstOrThrow()
  return settings.is_on
}

/**
 * Until when the clinic must keep a person's chart after the account is closed; null if the clinic keeps no charts or
 * the person has none.
 */
export async function findChartKeptUntil(tx: ReadTx, branchId: string, personId: string): Promise<CivilDate | null> {
  if (!(await isClinicalRecordOn(tx, branchId))) return null
  const client = await tx
    .selectFrom('clients')
    .select(['id', 'last_visit', 'joined_at'])
    .where('person_id', '=', personId)
    .where('merged_into', 'is', null)
    .executeTakeFirst()
  if (!client) return null
  const { rows } = await sql<{ has_chart: boolean }>`select ${hasChart(sql`${client.id}::uuid`)} as has_chart`.execute(
    tx,
  )
  return rows[0]?.has_chart ? chartKeptUntil(client) : null
}
