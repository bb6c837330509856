import { sql, type Insertable } from 'kysely'
import { hasChart } from '#server/db/personal-data/statements.ts'
import type { Tx } from '#server/db/pool.ts'
import type { CivilDate } from '#shared/lib/manila-time.ts'
import type { ChartReads, ChartSettings, RecordChecks } from '#server/db/schema.ts'

/** Locks a branch's settings for a change. */
export const lockSettings = (tx: Tx, branchId: string) =>
  tx.selectFrom('chart_settings').selectAll().where('branch_id', '=', branchId).forUpdate().executeTakeFirstOrThrow()

type Settings = Pick<ChartSettings, 'branch_id'> & { is_on: boolean; is_open_to_practitioners: boolean }

export const updateSettings = (tx: Tx, { branch_id, ...values }: Settings) =>
  tx.updateTable('chart_settings').set(values).where('branch_id', '=', branch_id).execute()

/** Adds a row to the read log. The opening of a chart is stored once per person, client and ten minutes. */
export const insertRead = (tx: Tx, row: Insertable<ChartReads>) =>
  tx
    .insertInto('chart_reads')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['client_id', 'read_by', 'ten_minutes']).where('kind', '=', sql.lit('chart')).doNothing(),
    )
    .execute()

/** Adds a row to the read log for each client who has a chart, because the whole chart leaves with an export. */
export const insertReadsOfAllCharts = (
  tx: Tx,
  row: Pick<Insertable<ChartReads>, 'branch_id' | 'read_at' | 'read_by' | 'read_by_name' | 'ten_minutes'>,
) =>
  sql`insert into chart_reads (id, branch_id, client_id, kind, read_at, read_by, read_by_name, ten_minutes)
    select gen_random_uuid(), ${row.branch_id}, clients.id, 'export', ${row.read_at}, ${row.read_by},
      ${row.read_by_name}, ${row.ten_minutes}
    from clients where ${hasChart(sql<string>`clients.id`)}`.execute(tx)

/** Locks a client's record, so that the chart is neither written nor merged before the commit. */
export const lockClient = (tx: Tx, clientId: string) =>
  tx.selectFrom('clients').select('id').where('id', '=', clientId).forUpdate().executeTakeFirst()

/**
 * Deletes all rows of a chart. The database role of the app may not delete them, so the function `delete_chart` does it
 * with the rights of the owner and checks again that the chart need not be kept on `today`.
 */
export const deleteChart = (tx: Tx, clientId: string, today: CivilDate) =>
  sql`select delete_chart(${clientId}, ${today})`.execute(tx)

/** Stores the result of a check of the signed records in place of the previous result. */
export const saveRecordCheck = (tx: Tx, row: Insertable<RecordChecks>) =>
  tx
    .insertInto('record_checks')
    .values(row)
    .onConflict((conflict) => conflict.column('branch_id').doUpdateSet(row))
    .execute()
