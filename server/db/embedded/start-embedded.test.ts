import fs from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { packagedBinaries } from './binaries.ts'
import { ask, scratchFolder, startScratch, usedDataFolder } from './scratch-cluster-fixture.ts'
import { runningEmbedded } from './start-embedded.ts'

it('the first start of the app creates the embedded database, and the second reuses it', async () => {
  const dataDir = path.join(scratchFolder(), 'data')
  const one = await startScratch({ dataDir })
  await ask(one.ownerUrl, 'create table kept (word text)')
  await ask(one.ownerUrl, `insert into kept values ('pearl')`)
  await one.stop()
  const two = await startScratch({ dataDir })
  expect([one.first, two.first, two.adopted]).toEqual([true, false, false])
  expect(await ask(two.ownerUrl, 'select word from kept')).toBe('pearl')
})

it('a stopped database leaves no process, no socket folder and no lock', async () => {
  const dataDir = await usedDataFolder()
  const database = await startScratch({ dataDir })
  const socketFolder = new URL(database.appUrl).searchParams.get('host') ?? ''
  expect(fs.statSync(socketFolder).mode & 0o777).toBe(0o700)
  expect(runningEmbedded({ dataDir })?.appUrl).toBe(database.appUrl)
  await database.stop()
  expect(runningEmbedded({ dataDir })).toBeUndefined()
  expect(fs.existsSync(socketFolder)).toBe(false)
  expect(fs.readdirSync(dataDir).sort()).toEqual(['postgres', 'postgres.log'])
})

it('the embedded database uses page checksums, flushes commits and listens on no port', async () => {
  const { ownerUrl } = await startScratch({ dataDir: await usedDataFolder() })
  const shown = ['data_checksums', 'fsync', 'full_page_writes', 'synchronous_commit', 'listen_addresses', 'jit']
  const values = await Promise.all(shown.map((name) => ask(ownerUrl, `show ${name}`)))
  expect(values).toEqual(['on', 'on', 'on', 'on', '', 'off'])
})

it('the owner role can create tables and use the trigram extension, the app role can only connect', async () => {
  const { ownerUrl, appUrl } = await startScratch({ dataDir: await usedDataFolder() })
  await ask(ownerUrl, 'create table things (name text)')
  expect(await ask(ownerUrl, `select similarity('mutya', 'mutya')`)).toBe('1')
  expect(await ask(ownerUrl, 'select rolsuper from pg_roles where rolname = current_user')).toBe('false')
  expect(await ask(appUrl, 'select current_user')).toBe('mutya_app')
  await expect(ask(appUrl, 'select * from things')).rejects.toThrow('permission denied')
  await expect(ask(appUrl, 'create table mine (id int)')).rejects.toThrow('permission denied')
  await expect(ask(appUrl, 'create temporary table mine (id int)')).rejects.toThrow('permission denied')
})

it('a data folder with a very long path works, because the socket is elsewhere', async () => {
  const long = Array.from({ length: 8 }, (_, index) => `a-folder-with-a-rather-long-name-${index}`)
  const database = await startScratch({ dataDir: path.join(scratchFolder(), ...long) })
  expect(await ask(database.appUrl, 'select 1')).toBe('1')
})

it('data of another PostgreSQL version is not changed, and the error names both versions and the instructions to move', async () => {
  const dataDir = path.join(scratchFolder(), 'data')
  const old = path.join(dataDir, 'postgres')
  fs.mkdirSync(path.join(old, 'global'), { recursive: true })
  const files = { PG_VERSION: '17\n', 'mutya-initdb-finished': '17\n', 'global/pg_control': 'rows' }
  for (const [name, text] of Object.entries(files)) fs.writeFileSync(path.join(old, name), text)
  const stateOf = () =>
    Object.keys(files).map((name) => [
      fs.readFileSync(path.join(old, name), 'utf8'),
      fs.statSync(path.join(old, name)).mtimeMs,
    ])
  const before = stateOf()
  const wayOut = 'Another PostgreSQL version'
  await expect(startScratch({ dataDir })).rejects.toThrow(
    new RegExp(
      `written by PostgreSQL 17; this Mutya runs PostgreSQL 18.*npm run backup.*docs/operations\\.md, "${wayOut}"`,
    ),
  )
  expect(fs.readFileSync('docs/operations.md', 'utf8')).toContain(`## ${wayOut}\n`)
  expect(stateOf()).toEqual(before)
  expect(fs.readdirSync(old, { recursive: true })).toHaveLength(4)
  expect(fs.readdirSync(dataDir)).toEqual(['postgres'])
})

it('a data folder that Mutya did not create is rejected and not changed', async () => {
  const dataDir = path.join(scratchFolder(), 'data')
  fs.mkdirSync(path.join(dataDir, 'postgres'), { recursive: true })
  fs.writeFileSync(path.join(dataDir, 'postgres', 'thesis.doc'), 'years of work')
  await expect(startScratch({ dataDir })).rejects.toThrow('is not a database that Mutya made')
  expect(fs.readFileSync(path.join(dataDir, 'postgres', 'thesis.doc'), 'utf8')).toBe('years of work')
})

it('an incomplete database left by a crash is deleted', async () => {
  const dataDir = path.join(scratchFolder(), 'data')
  fs.mkdirSync(path.join(dataDir, 'postgres.new', 'base'), { recursive: true })
  fs.writeFileSync(path.join(dataDir, 'postgres.new', 'PG_VERSION'), '18\n')
  const database = await startScratch({ dataDir })
  expect(database.first).toBe(true)
  expect(fs.existsSync(path.join(dataDir, 'postgres.new'))).toBe(false)
})

it('if the npm package with the PostgreSQL programs is not installed, the PostgreSQL programs in PATH are used', async () => {
  const searchPath = path.join(packagedBinaries() ?? '', 'bin')
  const database = await startScratch({ dataDir: path.join(scratchFolder(), 'data'), packaged: null, searchPath })
  expect(await ask(database.appUrl, 'select 1')).toBe('1')
})

it('PostgreSQL programs that do not run on this machine are skipped, and the error for a data folder that cannot be written names the folder', async () => {
  const folder = scratchFolder()
  const broken = path.join(folder, 'native', 'bin')
  fs.mkdirSync(broken, { recursive: true })
  for (const program of ['postgres', 'initdb']) fs.writeFileSync(path.join(broken, program), '\x7fELF of another world')
  const searchPath = path.join(packagedBinaries() ?? '', 'bin')
  const dataDir = path.join(folder, 'data')
  const database = await startScratch({ dataDir, packaged: path.dirname(broken), searchPath })
  expect(await ask(database.appUrl, 'select 1')).toBe('1')
  fs.writeFileSync(path.join(folder, 'file'), '')
  await expect(startScratch({ dataDir: path.join(folder, 'file', 'data') })).rejects.toThrow('cannot be written')
})
