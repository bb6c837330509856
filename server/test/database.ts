import { inject } from 'vitest'
import { cloneDatabase, type ClonedDatabase } from './clone-database.ts'

/** A database of its own for one test file. */
export type TestDatabase = ClonedDatabase

export const createTestDatabase = (): Promise<TestDatabase> => cloneDatabase(inject('templateUrl'))
