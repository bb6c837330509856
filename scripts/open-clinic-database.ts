import { runningEmbedded } from '#server/db/embedded/start-embedded.ts'
import { migrate } from '#server/db/migrate.ts'
import { openDatabase, type OpenDatabase } from '#server/db/open-database.ts'
import type { Env } from '#server/lib/env.ts'

/**
 * Opens the database of the running app. If the app is not running, starts its private database for the duration of the
 * command.
 */
export async function openClinicDatabase(env: Env): Promise<Pick<OpenDatabase, 'appUrl' | 'stop'>> {
  const running = env.databaseUrl === undefined ? runningEmbedded(env) : undefined
  if (running) return { ...running, stop: async () => undefined }
  const database = await openDatabase(env, { info: () => undefined, warn: console.warn, error: console.error })
  if (database.mode === 'embedded') await migrate(database)
  return database
}
