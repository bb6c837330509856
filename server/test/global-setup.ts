import type { TestProject } from 'vitest/node'
import { startTemplateServer } from './clone-database.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** A superuser's address of the run's cluster; its path names the template database. */
    templateUrl: string
  }
}

/** One PostgreSQL for the whole run, and in it a migrated template that each test file clones. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { templateUrl, stop } = await startTemplateServer()
  project.provide('templateUrl', templateUrl)
  return stop
}
