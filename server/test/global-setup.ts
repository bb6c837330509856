import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { TestProject } from 'vitest/node'
import { buildServer } from '../../scripts/build/build-server.ts'
import { startTemplateServer } from './clone-database.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** A superuser's address of the run's cluster; its path names the template database. */
    templateUrl: string
    /** The folder of the app and its commands, built from the sources: they start in a third of the time. */
    programs: string
    /** A data folder in which an app has been: migrated, empty and stopped. Tests work on copies of it. */
    usedFolder: string
  }
}

/** One PostgreSQL for the whole run, in it a migrated template that each test file clones, and one build of the app. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const programs = path.resolve('dist', `test-${process.pid}`)
  await buildServer(programs)
  const runFolder = await mkdtemp(path.join(tmpdir(), 'mutya-run-'))
  // Open to the user who runs the databases.
  await chmod(runFolder, 0o755)
  const usedFolder = path.join(runFolder, 'used')
  const { templateUrl, stop } = await startTemplateServer(usedFolder)
  project.provide('templateUrl', templateUrl)
  project.provide('programs', programs)
  project.provide('usedFolder', usedFolder)
  return async () => {
    await stop()
    for (const folder of [programs, runFolder]) await rm(folder, { recursive: true, force: true })
  }
}
