import fs from 'node:fs'
import path from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import pg from 'pg'
import { createEmptyDatabase, type TestDatabase } from './database.ts'

/** The data of a sample clinic as an earlier version stored it. */
type KeptDump = {
  /** The last migration that had run in the dumped database. */
  migration: string
  /** The commit of the earlier version that made the dump. */
  commit: string
  sql: string
}

const FOLDER = 'server/db/kept-dumps'

function read(file: string): KeptDump {
  const sql = brotliDecompressSync(fs.readFileSync(path.join(FOLDER, file))).toString()
  const commit = /^-- Mutya .*, commit ([0-9a-f]+),/.exec(sql)?.[1]
  if (commit === undefined) throw new Error(`The first line of ${file} names no commit.`)
  return { migration: file.replace(/\.sql\.br$/, ''), commit, sql }
}

/** The dumps of sample clinics that earlier versions have left in the repository, oldest first. */
export const readKeptDumps = (): KeptDump[] =>
  fs
    .readdirSync(FOLDER)
    .filter((file) => file.endsWith('.sql.br'))
    .sort()
    .map(read)

/** Loads a dump into an empty database. No migration runs. */
export async function loadDump({ sql }: KeptDump, ownerUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}

/** Restores a dump into a database of its own. */
export async function restoreDump(dump: KeptDump): Promise<TestDatabase> {
  const database = await createEmptyDatabase()
  await loadDump(dump, database.ownerUrl)
  return database
}
