import path from 'node:path'
import { expect, it } from 'vitest'
import { ask, recordingLog, scratchFolder, startScratch, usedDataFolder } from './embedded/scratch-cluster-fixture.ts'
import { openDatabase } from './open-database.ts'

const env = (databaseUrl?: string, databaseAdminUrl?: string) => ({
  databaseUrl,
  databaseAdminUrl,
  dataDir: path.join(scratchFolder(), 'data'),
  searchPath: '',
})

it('if DATABASE_URL is not set, the app starts its private database and stops it again', async () => {
  const database = await openDatabase(env(), recordingLog())
  expect([database.mode, await ask(database.appUrl, 'select 1')]).toEqual(['embedded', '1'])
  await database.stop()
  await expect(ask(database.appUrl, 'select 1')).rejects.toThrow()
})

it('if DATABASE_URL is set, the app uses that database server, runs migrations with the admin URL, and does not stop the server when the app stops', async () => {
  const server = await startScratch({ dataDir: await usedDataFolder() })
  const database = await openDatabase(env(server.appUrl, server.ownerUrl), recordingLog())
  expect(database).toMatchObject({ mode: 'server', appUrl: server.appUrl, ownerUrl: server.ownerUrl })
  await database.stop()
  expect(await ask(server.appUrl, 'select 1')).toBe('1')
  expect((await openDatabase(env(server.ownerUrl), recordingLog())).ownerUrl).toBe(server.ownerUrl)
})

it('the error for an unreachable database server names the server, without the password', async () => {
  const log = recordingLog()
  const opening = openDatabase(env('postgres://app:hunter2@127.0.0.1:1/mutya'), log, { waitMs: 500 })
  await expect(opening).rejects.toThrow('The database 127.0.0.1:1/mutya cannot be used')
  await expect(opening).rejects.not.toThrow('hunter2')
  expect(log.lines).toEqual(['The database 127.0.0.1:1/mutya does not answer yet; waiting up to 0.5 s.'])
})

it('a start with a database role that the server rejects fails at once, without another try', async () => {
  const server = await startScratch({ dataDir: await usedDataFolder() })
  const stranger = server.appUrl.replace('mutya_app', 'stranger')
  const log = recordingLog()
  await expect(openDatabase(env(stranger), log)).rejects.toThrow('role "stranger" does not exist')
  expect(log.lines).toEqual([])
})
