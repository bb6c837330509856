import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { inject, onTestFinished } from 'vitest'
import { copyDataFolder } from '#server/test/clone-database.ts'
import { startEmbedded, type EmbeddedDatabase, type EmbeddedOptions } from './start-embedded.ts'
import type { SupervisorLog } from './supervisor-log.ts'

/** A temporary folder for one test, accessible to the user who runs the database. */
export function scratchFolder(): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'scratch-'))
  fs.chmodSync(folder, 0o755)
  onTestFinished(() => fs.rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** A log that records its lines. */
export function recordingLog(): SupervisorLog & { lines: string[] } {
  const lines: string[] = []
  const say = (message: string) => void lines.push(message)
  return { lines, info: say, warn: say, error: say }
}

/** Copies a prepared data folder, because creating and migrating a database takes seconds. */
export async function usedDataFolder(): Promise<string> {
  const dataDir = path.join(scratchFolder(), 'data')
  copyDataFolder(inject('usedFolder'), dataDir)
  return dataDir
}

/** Starts a server that is stopped at the end of the test at the latest. */
export async function startScratch(options: Partial<EmbeddedOptions> & { dataDir: string }): Promise<EmbeddedDatabase> {
  const database = await startEmbedded({
    log: recordingLog(),
    shelter: path.join(options.dataDir, '..', 'shelter'),
    ...options,
  })
  onTestFinished(() => database.stop())
  return database
}

/** Runs one statement on its own connection; returns the first column of the first row as text. */
export async function ask(url: string, statement: string): Promise<string | undefined> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
  try {
    const { rows } = await client.query<(string | number | boolean)[]>({ text: statement, rowMode: 'array' })
    return rows[0]?.[0] === undefined ? undefined : String(rows[0][0])
  } finally {
    await client.end()
  }
}

/** Repeats the query until the server answers; only the test's timeout ends it. */
export async function queryUntilAnswered(url: string, statement: string): Promise<string | undefined> {
  for (;;) {
    try {
      return await ask(url, statement)
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }
}
