import pg from 'pg'
import { transactionOn } from './one-connection.ts'
import { noteRun, type Run } from './runs.ts'

/** Remembers a run on a connection of its own; a database of an older schema has no place for it. */
export async function noteRunAs(url: string, finishedAt: Date, run: Run): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<{ there: boolean }>(
      `select to_regclass('public.backup_runs') is not null as there`,
    )
    if (!rows[0]?.there) return
    await client.query('begin')
    await noteRun(transactionOn(client), finishedAt, run)
    await client.query('commit')
  } finally {
    await client.end()
  }
}
