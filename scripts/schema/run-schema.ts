import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startEmbedded } from '#server/db/embedded/start-embedded.ts'
import { migrate } from '#server/db/migrate.ts'
import { appendSums, sumsPath } from '../structure/migration-sums.ts'
import { projectFiles } from '../structure/source-file.ts'
import { schemaFile, schemaText } from './schema-text.ts'

/**
 * Writes `server/db/schema.ts` from a new database on which every migration has run, and appends new migrations to the
 * list of landed ones.
 */
const sums = appendSums(projectFiles())
const dataDir = await mkdtemp(path.join(tmpdir(), 'mutya-schema-'))
const log = { info: () => {}, warn: console.warn, error: console.error }
try {
  const cluster = await startEmbedded({ dataDir, log })
  try {
    await migrate(cluster)
    await writeFile(schemaFile, schemaText(cluster.ownerUrl))
    await writeFile(sumsPath, sums)
  } finally {
    await cluster.stop()
  }
} finally {
  await rm(dataDir, { recursive: true, force: true })
}
