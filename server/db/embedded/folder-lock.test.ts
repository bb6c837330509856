import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { lockFolder } from './folder-lock.ts'
import { runStandInApp } from './run-stand-in-app.ts'
import { ask, scratchFolder, startScratch, usedDataFolder } from './scratch-cluster-fixture.ts'

it('a second app on the same folder is rejected, names the first, and does not disturb it', async () => {
  const dataDir = await usedDataFolder()
  const first = await startScratch({ dataDir })
  const { answer } = await runStandInApp([dataDir])
  expect(answer.refused).toContain(`Another Mutya (process ${process.pid}) already works with the folder ${dataDir}.`)
  expect(await ask(first.appUrl, 'select 1')).toBe('1')
})

it('of four apps that start together on one folder at most one gets the lock, and afterwards it is free', async () => {
  const dataDir = await usedDataFolder()
  const apps = await Promise.all(Array.from({ length: 4 }, () => runStandInApp([dataDir])))
  const winners = apps.filter((app) => app.answer.refused === undefined)
  expect(winners.length).toBeLessThanOrEqual(1)
  await Promise.all(apps.map((app) => app.kill('SIGTERM')))
  const { release } = await lockFolder(dataDir)
  release()
})

it('the lock of a dead process is taken over, even if its process id now belongs to another program', async () => {
  const folder = scratchFolder()
  const dead = spawnSync(process.execPath, ['-e', '']).pid
  fs.writeFileSync(path.join(folder, `app-${dead}.lock`), 'boot/1')
  fs.writeFileSync(path.join(folder, `app-${process.ppid}.lock`), 'an earlier boot/1')
  const { release } = await lockFolder(folder)
  expect(fs.readdirSync(folder)).toEqual([`app-${process.pid}.lock`])
  release()
})

it('one process cannot lock the same folder twice', async () => {
  const folder = scratchFolder()
  const { release } = await lockFolder(folder)
  await expect(lockFolder(folder)).rejects.toThrow('This process already works with the folder')
  release()
})
