import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, inject, onTestFinished, test } from 'vitest'
import { ask, startScratch, usedDataFolder } from '#server/db/embedded/scratch-cluster-fixture.ts'
import { runningEmbedded } from '#server/db/embedded/start-embedded.ts'
import { startMain } from '#server/test/start-main.ts'
import { startSampleServer } from '#server/test/sample-server.ts'
import { rowsOf, temporaryFolder, withClient } from './backup-fixture.ts'
import { isBackupFileName } from './manifest.ts'

/** Starts the command that makes or restores a backup, as npm does. */
function start(name: 'run-backup' | 'run-restore', args: string[], env: Record<string, string>) {
  const child = spawn(process.execPath, [path.join(inject('programs'), `${name}.js`), ...args], {
    env: { PATH: '/usr/bin:/bin', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let text = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => (text += part.toString()))
  const exited = once(child, 'exit').then(([code]) => code as number | null)
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await exited
  })
  return { child, exited, output: () => text.trim() }
}

async function run(...given: Parameters<typeof start>): Promise<[number | null, string]> {
  const { exited, output } = start(...given)
  return [await exited, output()]
}

test('a clinic is backed up while it is open, and restored into an empty folder and into a PostgreSQL server', async () => {
  const folder = await usedDataFolder()
  const backups = temporaryFolder()
  const main = startMain({ DATA_DIR: folder })
  await main.address
  const { ownerUrl } = runningEmbedded({ dataDir: folder })!
  await ask(ownerUrl, `update branches set name = 'Skin by Ana', updated_at = '2026-11-21'`)
  await ask(
    ownerUrl,
    `with ana as (
       insert into people (id, first_name, created_at, updated_at, search_text)
       values (gen_random_uuid(), 'Ana', '2026-11-21', '2026-11-21', 'ana') returning id
     )
     insert into accounts (id, person_id, role, created_at, updated_at) select id, id, 'admin', '2026-11-21', '2026-11-21' from ana`,
  )
  expect(await run('run-backup', [backups], { DATA_DIR: folder })).toEqual([
    0,
    expect.stringMatching(/rows, 0 pictures, 0\.\d MB, \d+\.\d s$/),
  ])
  const [name = ''] = await readdir(backups)
  expect(isBackupFileName(name)).toBe(true)
  const file = path.join(backups, name)
  expect(await ask(ownerUrl, 'select file_name from backup_runs')).toBe(name)
  const rows = await rowsOf(ownerUrl)

  // The app is running, so the restore is refused.
  const [code, output] = await run('run-restore', [file, '--replace', '--yes'], { DATA_DIR: folder })
  expect([code, output]).toEqual([
    1,
    expect.stringMatching(/Another Mutya \(process \d+\) already works with the folder/),
  ])

  const moved = path.join(temporaryFolder(), 'data')
  expect(await run('run-restore', [file], { DATA_DIR: moved })).toEqual([
    0,
    expect.stringContaining('Everybody logs in again.'),
  ])
  expect(await run('run-restore', [file], { DATA_DIR: moved })).toEqual([
    1,
    'The database holds Skin by Ana: 1 people on file, 0 sales. Nothing was changed. To throw that away, add --replace.',
  ])

  const server = await startScratch({ dataDir: await usedDataFolder() })
  const urls = { DATABASE_URL: server.appUrl, DATABASE_ADMIN_URL: server.ownerUrl, DATA_DIR: temporaryFolder() }
  expect((await run('run-restore', [file], urls))[0]).toBe(0)
  const restored = await rowsOf(server.ownerUrl)
  for (const [table, before] of rows)
    if (table !== 'events' && table !== 'event_counts') expect([table, restored.get(table)]).toEqual([table, before])
  // Makes a backup of the database server, and restores it into a private database.
  expect((await run('run-backup', [path.join(backups, 'again.tar.gz')], urls))[0]).toBe(0)
  expect(
    (await run('run-restore', [path.join(backups, 'again.tar.gz'), '--replace', '--yes'], { DATA_DIR: moved }))[0],
  ).toBe(0)
})

test('a killed backup leaves no file that looks complete', async () => {
  const server = await startSampleServer()
  onTestFinished(() => server.close())
  const backups = temporaryFolder()
  const env = { DATABASE_URL: server.database.ownerUrl, DATA_DIR: temporaryFolder(), BACKUP_DIR: backups }
  // A lock keeps the backup waiting, so that it is killed halfway.
  await withClient(server.database.ownerUrl, async (client) => {
    await client.query('begin; lock table users in access exclusive mode')
    const running = start('run-backup', [], env)
    await expect.poll(() => readdir(backups)).toHaveLength(1)
    running.child.kill('SIGKILL')
    await running.exited
    await client.query('rollback')
  })
  expect((await readdir(backups)).filter((name) => !/^\..*\.part$/.test(name))).toEqual([])
  // The next backup succeeds despite the killed one.
  expect((await run('run-backup', [], env))[0]).toBe(0)
  expect((await readdir(backups)).filter(isBackupFileName)).toHaveLength(1)
})

test.each<[string, 'run-backup' | 'run-restore', string[], string]>([
  ['a backup of a folder without a database', 'run-backup', [], 'There is no database in'],
  ['a backup to two files', 'run-backup', ['one', 'two'], 'npm run backup [-- FILE or FOLDER]'],
  ['a restore without a file', 'run-restore', [], 'npm run restore -- FILE [--replace] [--yes]'],
  [
    'a restore with an unknown option',
    'run-restore',
    ['one', '--force'],
    'npm run restore -- FILE [--replace] [--yes]',
  ],
  ['a restore of a missing file', 'run-restore', ['/nowhere.tar.gz'], 'There is no file /nowhere.tar.gz.'],
])(
  'a wrong backup or restore command (%s) is reported in a sentence, without a stack trace',
  async (_, name, args, sentence) => {
    const [code, output] = await run(name, args, { DATA_DIR: path.join(temporaryFolder(), 'none') })
    expect(code).toBe(1)
    expect(output).toContain(sentence)
    expect(output).not.toMatch(/^ +at /m)
  },
)

test('a backup never overwrites a file', async () => {
  const file = path.join(temporaryFolder(), 'clinic.tar.gz')
  await writeFile(file, 'precious')
  expect(await run('run-backup', [file], { DATA_DIR: await usedDataFolder() })).toEqual([
    1,
    expect.stringContaining('overwrites nothing'),
  ])
})

test('with BACKUP_PASSPHRASE the commands write and read encrypted backups; a file name that does not say whether a backup is encrypted is refused', async () => {
  const folder = await usedDataFolder()
  const name = path.join(temporaryFolder(), 'clinic.tar.gz')
  const secret = { DATA_DIR: folder, BACKUP_PASSPHRASE: 'a small bird sings at dawn' }
  const refusal = [1, expect.stringMatching(/choose a name that ends in/)]
  expect(await run('run-backup', [name], secret)).toEqual(refusal)
  expect(await run('run-backup', [`${name}.enc`], { DATA_DIR: folder })).toEqual(refusal)
  expect((await run('run-backup', [`${name}.enc`], secret))[0]).toBe(0)
  const moved = path.join(temporaryFolder(), 'moved')
  expect(await run('run-restore', [`${name}.enc`], { DATA_DIR: moved })).toEqual([
    1,
    expect.stringContaining('is encrypted. Set BACKUP_PASSPHRASE'),
  ])
  expect((await run('run-restore', [`${name}.enc`], { ...secret, DATA_DIR: moved }))[0]).toBe(0)
})
