import { execFile } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { systemFolders } from '#server/db/embedded/binaries.ts'
import { ask, queryUntilAnswered, scratchFolder } from '#server/db/embedded/scratch-cluster-fixture.ts'
import { chooseServerUser, runAs } from '#server/db/embedded/server-user.ts'
import { balanced, checkBooks } from '#server/sales/books/books-fixture.ts'
import { isDrillNamed, recordFigure } from '../../../scripts/test/drill-form.ts'
import { findPort } from '../../../scripts/test/find-port.ts'
import { openBusyClinic } from '../busy-clinic.ts'

const run = promisify(execFile)

/** The folder of the PostgreSQL programs that are installed on the machine; of several versions the newest one. */
function programFolder(): string {
  const found = systemFolders('').find((folder) => fs.existsSync(path.join(folder, 'pg_basebackup')))
  if (found === undefined) throw new Error('This drill needs PostgreSQL of the machine, with pg_basebackup.')
  return found
}

/** A PostgreSQL server of the machine, set up with the example settings for recovery to a point in time. */
async function startArchivingServer() {
  const programs = programFolder()
  const user = chooseServerUser(undefined)
  const folder = scratchFolder()
  if (user) fs.chownSync(folder, user.uid, user.gid)
  const [data, archive, base] = ['data', 'archive', 'base'].map((name) => path.join(folder, name)) as [
    string,
    string,
    string,
  ]
  const port = await findPort()
  const asServer = (name: string, args: string[]) =>
    run(path.join(programs, name), args, { ...runAs(user), cwd: '/', env: { LC_ALL: 'C', TZ: 'UTC' } })
  const start = (pgdata: string) => asServer('pg_ctl', ['-D', pgdata, '-l', path.join(folder, 'log'), '-w', 'start'])
  const stop = (pgdata: string) => asServer('pg_ctl', ['-D', pgdata, '-m', 'fast', '-w', 'stop'])
  onTestFinished(async () => {
    for (const pgdata of [data, base]) if (fs.existsSync(path.join(pgdata, 'postmaster.pid'))) await stop(pgdata)
  })

  await asServer('initdb', ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8'])
  fs.mkdirSync(archive)
  if (user) fs.chownSync(archive, user.uid, user.gid)
  const example = fs.readFileSync('ops/postgresql/point-in-time.conf', 'utf8')
  expect(example).toContain('/var/backups/mutya-wal/')
  const address = `listen_addresses = '127.0.0.1'\nport = ${port}\nunix_socket_directories = '${folder}'\n`
  fs.appendFileSync(path.join(data, 'postgresql.conf'), address + example.replaceAll('/var/backups/mutya-wal', archive))
  await start(data)

  const urlOf = (role: string, database: string) => `postgres://${role}@127.0.0.1:${port}/${database}`
  const superuserUrl = urlOf('postgres', 'postgres')
  await ask(superuserUrl, 'create role mutya_owner login')
  await ask(superuserUrl, 'create role mutya_app login')
  await ask(superuserUrl, 'create database mutya owner mutya_owner')
  return {
    superuserUrl: urlOf('postgres', 'mutya'),
    appUrl: urlOf('mutya_app', 'mutya'),
    ownerUrl: urlOf('mutya_owner', 'mutya'),
    copyWhole: () => asServer('pg_basebackup', ['-D', base, '-d', superuserUrl, '--checkpoint=fast']),
    /**
     * Stops the server. Then starts a server from the copy of its data folder, which PostgreSQL recovers to the given
     * moment.
     */
    recover: async (moment: string) => {
      await stop(data)
      const settings = [
        `restore_command = 'cp ${archive}/%f %p'`,
        `recovery_target_time = '${moment}'`,
        "recovery_target_action = 'promote'",
      ]
      fs.appendFileSync(path.join(base, 'postgresql.auto.conf'), `${settings.join('\n')}\n`)
      fs.writeFileSync(path.join(base, 'recovery.signal'), '')
      if (user) fs.chownSync(path.join(base, 'recovery.signal'), user.uid, user.gid)
      await start(base)
      while ((await queryUntilAnswered(superuserUrl, 'select pg_is_in_recovery()')) !== 'false');
    },
  }
}

// This test needs PostgreSQL and its programs installed on the machine.
test.runIf(isDrillNamed('point-in-time'))(
  'a clinic whose clients were deleted by mistake is restored to the moment before: all changes confirmed until then are there, and no later ones',
  async () => {
    const server = await startArchivingServer()
    const settings = { DATABASE_URL: server.appUrl, DATABASE_ADMIN_URL: server.ownerUrl }
    const clinic = await openBusyClinic(undefined, settings)
    const load = async (firstVisit: number, changes: number) => {
      const started = clinic.startLoad(firstVisit)
      await started.acknowledged(changes)
      await started.stop()
      return started
    }
    const beforeCopy = await load(0, 40)
    await server.copyWhole()
    const afterCopy = await load(64, 100)
    const moment = (await ask(server.superuserUrl, 'select clock_timestamp()::text'))!
    const tooLate = await load(128, 40)
    await ask(server.superuserUrl, 'drop table clients cascade')
    clinic.program().process.kill('SIGTERM')
    await clinic.program().exited

    const startedAt = performance.now()
    await server.recover(moment)
    const seconds = (performance.now() - startedAt) / 1000
    await clinic.restart()
    const confirmed = [beforeCopy, afterCopy].reduce((sum, { sales, bookings }) => sum + sales.size + bookings.size, 0)
    const missing = [...(await clinic.findLostChanges(beforeCopy)), ...(await clinic.findLostChanges(afterCopy))]
    const changesAfter = tooLate.sales.size + tooLate.bookings.size
    const stillThere = changesAfter - (await clinic.findLostChanges(tooLate)).length
    recordFigure({
      what: 'changes that were confirmed before the moment of the recovery and are missing',
      value: `${missing.length} of ${confirmed}`,
      goal: '0',
      isMissed: missing.length > 0,
    })
    recordFigure({
      what: 'changes that were made after the moment of the recovery and are still in the database',
      value: `${stillThere} of ${changesAfter}`,
      goal: '0',
      isMissed: stillThere > 0,
    })
    recordFigure({
      what: 'time from stopping the damaged database until its recovered copy accepts changes',
      value: `${seconds.toFixed(1)} s`,
    })
    expect(missing).toEqual([])
    expect(stillThere).toBe(0)
    expect(await checkBooks(clinic.db)).toMatchObject(balanced)
    const next = await load(192, 10)
    expect(await clinic.findLostChanges(next)).toEqual([])
  },
)
