import { expect, it } from 'vitest'
import { ask, startScratch, usedDataFolder } from './embedded/scratch-cluster.ts'
import { migrate } from './migrate.ts'

/** Addresses of an empty database beside the app's own, made by the owner, who is no superuser. */
async function emptyDatabase() {
  const server = await startScratch({ dataDir: await usedDataFolder() })
  await ask(server.ownerUrl, 'create database bare')
  const inBare = (url: string) => Object.assign(new URL(url), { pathname: '/bare' }).href
  return { ownerUrl: inBare(server.ownerUrl), appUrl: inBare(server.appUrl) }
}

it('the owner of an empty database gets the trigrams with the migrations', async () => {
  const bare = await emptyDatabase()
  expect(await migrate(bare)).not.toEqual([])
  expect(await ask(bare.ownerUrl, `select extname from pg_extension where extname = 'pg_trgm'`)).toBe('pg_trgm')
  expect(await migrate(bare)).toEqual([])
})

it('a role that may not create the extension is told which statement a superuser has to run', async () => {
  const { appUrl } = await emptyDatabase()
  await expect(migrate({ ownerUrl: appUrl, appUrl })).rejects.toThrow('create extension pg_trgm;')
})
