import { inject } from 'vitest'
import { cloneDatabase, type ClonedDatabase } from './clone-database.ts'

/** A database of its own for one test file. */
export type TestDatabase = ClonedDatabase

export const createTestDatabase = (): Promise<TestDatabase> => cloneDatabase(inject('templateUrl'))

/** A database without the tables of the app, for tests of migrations. */
export const createEmptyDatabase = (): Promise<TestDatabase> =>
  cloneDatabase(Object.assign(new URL(inject('templateUrl')), { pathname: '/template0' }).href)
