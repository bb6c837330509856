import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { inject, onTestFinished } from 'vitest'
import { copyDataFolder } from './copy-data-folder.ts'
import { startEmbedded, type EmbeddedDatabase, type EmbeddedOptions } from './start-embedded.ts'
import type { SupervisorLog } from './supervisor-log.ts'

/** A folder that lives as long as the test, open to the user who runs the database. */
export function scratchFolder(): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'scratch-'))
  fs.chmodSync(folder, 0o755)
  onTestFinished(() => fs.rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Remembers what the operator would read. */
export function recordingLog(): SupervisorLog & { lines: string[] } {
  const lines: string[] = []
  const say = (message: string) => void lines.push(message)
  return { lines, info: say, warn: say, error: say }
}

/** A data folder in which an app has been before: making a database and migrating it takes seconds, copying one does not. */
export async function usedDataFolder(): Promise<string> {
  const dataDir = path.join(scratchFolder(), 'data')
  copyDataFolder(inject('usedFolder'), dataDir)
  return dataDir
}

/** A server that is stopped when the test ends, if the test has not done so itself. */
export async function startScratch(options: Partial<EmbeddedOptions> & { dataDir: string }): Promise<EmbeddedDatabase> {
  const database = await startEmbedded({
    log: recordingLog(),
    shelter: path.join(options.dataDir, '..', 'shelter'),
    ...options,
  })
  onTestFinished(() => database.stop())
  return database
}

/** One statement on a connection of its own; the first column of its first row, as text. */
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

/** Asks again until the server answers; the test's own time limit is the only clock. */
export async function askUntilAnswered(url: string, statement: string): Promise<string | undefined> {
  for (;;) {
    try {
      return await ask(url, statement)
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }
}
