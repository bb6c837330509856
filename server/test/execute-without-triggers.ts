import pg from 'pg'
import type { TestDatabase } from './database.ts'

/** Runs a statement as the database's owner with a table's triggers off, so that no rule prevents it. */
export async function executeWithoutTriggers(
  { ownerUrl }: TestDatabase,
  table: string,
  statement: string,
): Promise<void> {
  const owner = new pg.Client({ connectionString: ownerUrl })
  await owner.connect()
  try {
    await owner.query(`alter table ${table} disable trigger user`)
    await owner.query(statement)
    await owner.query(`alter table ${table} enable trigger user`)
  } finally {
    await owner.end()
  }
}
