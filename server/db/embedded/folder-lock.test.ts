import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { lockFolder } from './folder-lock.ts'
import { runStandInApp } from './run-stand-in-app.ts'
import { ask, scratchFolder, startScratch, usedDataFolder } from './scratch-cluster-fixture.ts'

it('a second app on the same data folder is rejected with an error that names the first app, which continues undisturbed', async () => {
  const dataDir = await usedDataFolder()
  const first = await startScratch({ dataDir })
  const { answer } = await runStandInApp([dataDir])
  expect(answer.refused).toContain(`Another Mutya (process ${process.pid}) already works with the folder ${dataDir}.`)
  expect(await ask(first.appUrl, 'select 1')).toBe('1')
})

it('if four apps start at once with the same data folder, at most one of them gets the lock of the folder, and the lock is free after they have stopped', async () => {
  const dataDir = await usedDataFolder()
  const apps = await Promise.all(Array.from({ length: 4 }, () => runStandInApp([dataDir])))
  const winners = apps.filter((app) => app.answer.refused === undefined)
  expect(winners.length).toBeLessThanOrEqual(1)
  await Promise.all(apps.map((app) => app.kill('SIGTERM')))
  const { release } = await lockFolder(dataDir)
  release()
})

it('the folder lock of a dead process is taken over, even if its process id now belongs to another program', async () => {
  const folder = scratchFolder()
  const dead = spawnSync(process.execPath, ['-e', '']).pid
  fs.writeFileSync(path.join(folder, `app-${dead}.lock`), 'boot/1')
  fs.writeFileSync(path.join(folder, `app-${process.ppid}.lock`), 'an earlier boot/1')
  const { release } = await lockFolder(folder)
  expect(fs.readdirSync(folder)).toEqual([`app-${process.pid}.lock`])
  release()
})

it('one process cannot lock the same data folder twice', async () => {
  const folder = scratchFolder()
  const { release } = await lockFolder(folder)
  await expect(lockFolder(folder)).rejects.toThrow('This process already works with the folder')
  release()
})
