import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { TestProject } from 'vitest/node'
import { buildServer } from '../../scripts/build/build-server.ts'
import { startTemplateServer } from './clone-database.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** A superuser's URL of the PostgreSQL server of the test run. The path of the URL names the template database. */
    templateUrl: string
    /** The folder of the built app and commands, which start in a third of the time of the sources. */
    programs: string
    /** The data folder of an app that was started and stopped: migrated and empty. Tests copy it. */
    usedFolder: string
  }
}

/**
 * Starts one PostgreSQL for the whole run, with a migrated template that each test file clones, and builds the app
 * once.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const programs = path.resolve('dist', `test-${process.pid}`)
  await buildServer(programs, { hasOpenApi: false })
  const runFolder = await mkdtemp(path.join(tmpdir(), 'mutya-run-'))
  // Lets the operating system's user who runs the databases enter the folder.
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
