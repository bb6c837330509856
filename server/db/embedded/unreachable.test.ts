import fs from 'node:fs'
import path from 'node:path'
import { build } from 'esbuild'
import { describe, expect, it } from 'vitest'
import { packagedBinaries } from './binaries.ts'
import { runStandInApp } from './run-stand-in-app.ts'
import { ask, recordingLog, scratchFolder, startScratch, usedDataFolder } from './scratch-cluster-fixture.ts'
import { canReach, chooseServerUser, isRoot } from './server-user.ts'

function closedHome(): { home: string; shelter: string; dataDir: string } {
  const folder = scratchFolder()
  const home = path.join(folder, 'home')
  fs.mkdirSync(home, { mode: 0o700 })
  return { home, shelter: path.join(folder, 'shelter'), dataDir: path.join(home, 'data') }
}

function copyPrograms(to: string): string {
  fs.cpSync(path.join(packagedBinaries() ?? '', '..'), to, { recursive: true, verbatimSymlinks: true })
  return path.join(to, 'native')
}

describe.runIf(isRoot())('the embedded database of an app started by root', () => {
  it('programs and data in a private home folder are moved to where the database user has access, and the log says so', async () => {
    const { home, shelter, dataDir } = closedHome()
    const log = recordingLog()
    const packaged = copyPrograms(path.join(home, 'package'))
    const database = await startScratch({ dataDir, shelter, packaged, log })
    expect(database.dataDir).toMatch(new RegExp(`^${shelter}/data-[0-9a-f]{8}/postgres$`))
    expect(log.lines.join('\n')).toMatch(/programs were copied to .*\n.*will be kept in .*cannot reach/)
    await ask(database.ownerUrl, 'create table kept as select 5 as number')
    await database.stop()
    fs.chmodSync(home, 0o755)
    const later = await startScratch({ dataDir, shelter, packaged })
    expect([later.first, await ask(later.ownerUrl, 'select number from kept')]).toEqual([false, '5'])
  })

  it('a database that the database user can no longer access is moved with its rows', async () => {
    const { home, shelter, dataDir } = closedHome()
    fs.chmodSync(home, 0o755)
    const before = await startScratch({ dataDir, shelter })
    await ask(before.ownerUrl, 'create table kept as select 6 as number')
    await before.stop()
    fs.chmodSync(home, 0o700)
    const log = recordingLog()
    const after = await startScratch({ dataDir, shelter, log })
    expect([after.first, await ask(after.ownerUrl, 'select number from kept')]).toEqual([false, '6'])
    expect(log.lines.join('\n')).toContain('The database was moved to')
    expect(fs.existsSync(path.join(dataDir, 'postgres'))).toBe(false)
  })

  it('a data folder that only root may enter is made accessible to the database user and to nobody else', async () => {
    const dataDir = path.join(scratchFolder(), 'data')
    fs.mkdirSync(dataDir, { mode: 0o700 })
    const database = await startScratch({ dataDir })
    expect(database.dataDir).toBe(path.join(dataDir, 'postgres'))
    const { mode, gid } = fs.statSync(dataDir)
    expect([mode & 0o777, gid]).toEqual([0o710, chooseServerUser(undefined)?.gid])
  })

  it('an app started by root runs PostgreSQL as another user, who becomes the owner of data that root has copied back', async () => {
    const dataDir = await usedDataFolder()
    const before = await startScratch({ dataDir })
    const user = chooseServerUser(undefined)
    expect(fs.statSync(`/proc/${before.pid}`).uid).toBe(user?.uid)
    await before.stop()
    fs.chownSync(path.join(dataDir, 'postgres'), 0, 0)
    const after = await startScratch({ dataDir })
    expect(await ask(after.appUrl, 'select 1')).toBe('1')
  })

  it('an app started by root can use a database that an ordinary user has created before', async () => {
    const user = chooseServerUser(undefined)
    const folder = scratchFolder()
    fs.chownSync(folder, user?.uid ?? 0, user?.gid ?? 0)
    const bundle = path.join(folder, 'app.mjs')
    await build({
      entryPoints: [path.join(import.meta.dirname, 'stand-in-app.ts')],
      outfile: bundle,
      bundle: true,
      platform: 'node',
      format: 'esm',
      external: ['pg-native'],
      banner: { js: `import { createRequire as make } from 'node:module'; const require = make(import.meta.url)` },
    })
    const node = canReach(path.dirname(process.execPath), user) ? process.execPath : path.join(folder, 'node')
    if (node !== process.execPath) fs.copyFileSync(process.execPath, node)
    const dataDir = path.join(folder, 'data')
    const packaged = copyPrograms(path.join(folder, 'package'))
    const { answer, kill } = await runStandInApp([dataDir, packaged], [node, bundle], {
      uid: user?.uid,
      gid: user?.gid,
      cwd: folder,
    })
    expect([answer.refused, answer.first, answer.log]).toEqual([undefined, true, []])
    expect(fs.statSync(`/proc/${answer.pid}`).uid).toBe(user?.uid)
    await kill('SIGTERM')
    const asRoot = await startScratch({ dataDir, packaged })
    expect([asRoot.first, await ask(asRoot.appUrl, 'select 1')]).toEqual([false, '1'])
  })
})
