import fs from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { runStandInApp } from './run-stand-in-app.ts'
import { ask, queryUntilAnswered, recordingLog, startScratch, usedDataFolder } from './scratch-cluster-fixture.ts'

it('an app killed with -9 leaves its database running, and the next start of the app uses this running database', async () => {
  const dataDir = await usedDataFolder()
  const { answer, kill } = await runStandInApp([dataDir])
  await ask(answer.ownerUrl, 'create table kept as select 7 as number')
  await kill('SIGKILL')
  const next = await startScratch({ dataDir })
  expect([next.adopted, next.pid, next.first]).toEqual([true, answer.pid, false])
  expect(await ask(next.ownerUrl, 'select number from kept')).toBe('7')
})

it('a database left running by a killed app is restarted and stopped by the next app like one that it started itself', async () => {
  const dataDir = await usedDataFolder()
  const { answer, kill } = await runStandInApp([dataDir])
  await kill('SIGKILL')
  const next = await startScratch({ dataDir })
  process.kill(answer.pid, 'SIGKILL')
  expect(await queryUntilAnswered(next.appUrl, 'select 1')).toBe('1')
  await next.stop()
  expect((await startScratch({ dataDir })).adopted).toBe(false)
})

it('a database killed with -9 is restarted at the same address with every committed row', async () => {
  const log = recordingLog()
  const database = await startScratch({ dataDir: await usedDataFolder(), log })
  await ask(database.ownerUrl, 'create table kept (number int)')
  for (let round = 1; round <= 3; round++) {
    await ask(database.ownerUrl, `insert into kept values (${round})`)
    const before = database.pid
    process.kill(before, 'SIGKILL')
    expect(await queryUntilAnswered(database.ownerUrl, 'select count(*) from kept')).toBe(String(round))
    expect(database.pid).not.toBe(before)
  }
  expect(log.lines.filter((line) => line.includes('stopped unexpectedly'))).toHaveLength(3)
})

it('while the database cannot be restarted the app stays up, and it recovers afterwards', async () => {
  const log = recordingLog()
  const dataDir = await usedDataFolder()
  const database = await startScratch({ dataDir, log })
  await ask(database.ownerUrl, 'create table kept as select 3 as number')
  // A folder in place of the log file makes opening it fail, as a full disk or too many open files would.
  const logFile = path.join(dataDir, 'postgres.log')
  fs.renameSync(logFile, `${logFile}.away`)
  fs.mkdirSync(logFile)
  process.kill(database.pid, 'SIGKILL')
  while (!log.lines.some((line) => line.includes('EISDIR'))) await new Promise((resolve) => setTimeout(resolve, 20))
  fs.rmdirSync(logFile)
  expect(await queryUntilAnswered(database.ownerUrl, 'select number from kept')).toBe('3')
  await expect.poll(() => log.lines.at(-1)).toBe('The database is back.')
})

it('when the process of a database connection is killed, PostgreSQL restarts itself, and the supervisor does not have to restart it', async () => {
  const log = recordingLog()
  const database = await startScratch({ dataDir: await usedDataFolder(), log })
  // The start may log where it put the programs, so the test looks only at the lines that the log gets from now on.
  const [before, linesOfStart] = [database.pid, [...log.lines]]
  await ask(database.ownerUrl, 'create table kept as select 1 as number')
  const backend = ask(database.ownerUrl, 'select pg_sleep(60)')
  const victim = `select pid from pg_stat_activity where query = 'select pg_sleep(60)'`
  let pid: string | undefined
  while (pid === undefined) pid = await ask(database.ownerUrl, victim)
  process.kill(Number(pid), 'SIGKILL')
  await expect(backend).rejects.toThrow()
  expect(await queryUntilAnswered(database.ownerUrl, 'select number from kept')).toBe('1')
  expect([database.pid, log.lines]).toEqual([before, linesOfStart])
})

it('a postmaster.pid whose process id now belongs to another program does not block the start', async () => {
  const dataDir = await usedDataFolder()
  const database = await startScratch({ dataDir })
  const pidFile = path.join(dataDir, 'postgres', 'postmaster.pid')
  const lines = fs.readFileSync(pidFile, 'utf8').split('\n')
  await database.stop()
  fs.writeFileSync(pidFile, [String(process.pid), ...lines.slice(1)].join('\n'))
  const next = await startScratch({ dataDir })
  expect([next.adopted, await ask(next.appUrl, 'select 1')]).toEqual([false, '1'])
})

it('a running PostgreSQL server whose socket folder was deleted is replaced by a reachable one', async () => {
  const dataDir = await usedDataFolder()
  const { answer, kill } = await runStandInApp([dataDir])
  await kill('SIGKILL')
  fs.rmSync(new URL(answer.appUrl).searchParams.get('host') ?? '', { recursive: true })
  const next = await startScratch({ dataDir })
  expect([next.adopted, await ask(next.appUrl, 'select 1')]).toEqual([false, '1'])
})
