import pg from 'pg'
import { transactionOn } from './one-connection.ts'
import { recordRun, type Run } from './runs.ts'

/** Records a run over a connection of its own; does nothing if the database's schema is too old for it. */
export async function recordRunAs(url: string, finishedAt: Date, run: Run): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<{ there: boolean }>(
      `select to_regclass('public.backup_runs') is not null as there`,
    )
    if (!rows[0]?.there) return
    await client.query('begin')
    await recordRun(transactionOn(client), finishedAt, run)
    await client.query('commit')
  } finally {
    await client.end()
  }
}
