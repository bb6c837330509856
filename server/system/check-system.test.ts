import fs from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { secretBox } from '#server/lib/secret-box.ts'
import { smtpMailer } from '#server/messages/transport/mailer.ts'
import { createUser } from '#server/test/factories.ts'
import { startMailServer } from '#server/test/mail-server.ts'
import { startTestServer } from '#server/test/server.ts'
import { mailServerMessages } from '#shared/messages/mail-server-messages.ts'
import { SYSTEM_CHECKS, systemContract, type SystemCheck } from '#shared/system/contract.ts'
import { systemMessages as s } from '#shared/system/messages.ts'
import project from '../../package.json' with { type: 'json' }
import { checkSystem, type SystemFacts, type SystemOptions } from './check-system.ts'

const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'checked-'))
afterAll(() => fs.rmSync(dataDir, { recursive: true }))

const now = () => new Date('2026-11-28T10:00:00+08:00')
const options: SystemOptions = { dataDir, secrets: secretBox(path.join(dataDir, 'secret.key')), nodeVersion: '24.1.0' }
const facts: SystemFacts = {
  version: '18.4',
  clockAheadMs: 3,
  roundTripMs: 0.4,
  lastBackup: new Date('2026-11-28T04:00:00+08:00'),
  lastCopy: new Date('2026-11-28T04:00:00+08:00'),
  trials: { last: null, lastGood: null },
  pushServices: [],
  mailer: undefined,
}

type Name = SystemCheck['name']

async function resultOf(name: Name, from: Partial<SystemFacts> | string = {}, with_: Partial<SystemOptions> = {}) {
  const known = typeof from === 'string' ? from : { ...facts, ...from }
  const checks = await checkSystem({ ...options, ...with_ }, known, now)
  const { state, text } = checks.find((check) => check.name === name)!
  return [state, text]
}

/** Starts a push service whose responses have the given `Date` header. */
async function startPushService(date: string): Promise<string> {
  const server = createServer((_, response) => response.writeHead(404, { date }).end())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

describe('the check of the system', () => {
  test('reports a clock that differs from the database or from a push service', async () => {
    expect(await resultOf('clock')).toEqual(['ok', s.clockAlone])
    expect(await resultOf('clock', { clockAheadMs: -120_000 })).toEqual(['problem', s.clockWrong(120, s.databaseClock)])
    const right = await startPushService('Sat, 28 Nov 2026 02:00:01 GMT')
    expect(await resultOf('clock', { pushServices: [right] })).toEqual(['ok', s.clockOk])
    const wrong = await startPushService('Sat, 28 Nov 2026 03:00:00 GMT')
    expect(await resultOf('clock', { pushServices: [wrong] })).toEqual([
      'problem',
      s.clockWrong(3_600, new URL(wrong).host),
    ])
  })

  test('reports a database that is slow or cannot be used, and then checks what needs no database', async () => {
    expect(await resultOf('database')).toEqual(['ok', s.databaseOk('18.4', 1)])
    expect(await resultOf('database', { roundTripMs: 180 })).toEqual(['warning', s.databaseSlow('18.4', 180)])
    expect(await resultOf('database', 'It is gone.')).toEqual(['problem', s.databaseAway('It is gone.')])
    expect(await resultOf('backups', 'It is gone.')).toEqual(['warning', s.unknown])
    expect(await resultOf('versions', 'It is gone.')).toEqual(['ok', s.versionsOk(project.version, '24.1.0')])
  })

  test('logs in to the mail server, and reports if the clinic has no mail server or if the server refuses', async () => {
    expect(await resultOf('mail')).toEqual(['warning', s.mailOff])
    const server = await startMailServer()
    onTestFinished(() => server.close())
    const from = 'clinic@example.ph'
    const works = smtpMailer({ smtpUrl: server.url, from })
    const refuses = smtpMailer({ smtpUrl: 'smtp://127.0.0.1:1', from })
    onTestFinished(() => [works, refuses].forEach((mailer) => mailer.close()))
    expect(await resultOf('mail', { mailer: works })).toEqual(['ok', s.mailOk])
    expect(await resultOf('mail', { mailer: refuses })).toEqual(['problem', mailServerMessages.problems.unreachable])
  })

  test('asks the push services of all devices, and names those that do not answer', async () => {
    expect(await resultOf('push')).toEqual(['ok', s.pushNone])
    const answers = await startPushService('Sat, 28 Nov 2026 02:00:00 GMT')
    expect(await resultOf('push', { pushServices: [answers] })).toEqual(['ok', s.pushOk])
    expect(await resultOf('push', { pushServices: [answers, 'http://127.0.0.1:1'] })).toEqual([
      'problem',
      s.pushAway('127.0.0.1:1'),
    ])
  })

  test('reports missing and late backups, and a backup folder that cannot be written', async () => {
    const backupDir = dataDir
    const late = new Date('2026-11-26T04:00:00+08:00')
    expect(await resultOf('backups')).toEqual(['warning', s.backupsOff])
    expect(await resultOf('backups', { lastBackup: null }, { backupDir })).toEqual(['warning', s.backupNone])
    expect(await resultOf('backups', {}, { backupDir })).toEqual(['ok', s.backupOk('Nov 28, 2026, 4:00 AM')])
    expect(await resultOf('backups', { lastBackup: late }, { backupDir })).toEqual([
      'problem',
      s.backupLate('Nov 26, 2026, 4:00 AM'),
    ])
    expect(await resultOf('backups', {}, { backupDir: '/nowhere/at/all' })).toEqual([
      'problem',
      s.backupsNotWritable('/nowhere/at/all'),
    ])
  })

  test('reports copies of backups that are off, late, not encrypted, on the same disk or in a storage that fails', async () => {
    const backupDir = dataDir
    const place = (name: string, problem?: string) => ({
      name,
      list: () => (problem === undefined ? Promise.resolve([]) : Promise.reject(new Error(problem))),
    })
    const to = (stores: ReturnType<typeof place>[], isEncrypted = true) => ({
      backupDir,
      backupCopies: { stores, isEncrypted },
    })
    expect(await resultOf('copies', {}, to([]))).toEqual(['warning', s.copiesOff])
    const far = to([place('clinic at storage.example')])
    const name = 'clinic at storage.example'
    expect(await resultOf('copies', {}, far)).toEqual(['ok', s.copyOk(name, 'Nov 28, 2026, 4:00 AM')])
    expect(await resultOf('copies', { lastCopy: null }, far)).toEqual(['warning', s.copyNone(name)])
    const late = new Date('2026-11-26T04:00:00+08:00')
    expect(await resultOf('copies', { lastCopy: late }, far)).toEqual([
      'problem',
      s.copyLate(name, 'Nov 26, 2026, 4:00 AM'),
    ])
    expect(await resultOf('copies', {}, to([place(name)], false))).toEqual(['warning', s.copyNotEncrypted(name)])
    expect(await resultOf('copies', {}, to([place(dataDir)]))).toEqual(['warning', s.copySameDisk(dataDir)])
    const broken = to([place(name, 'It refused the request.')])
    expect(await resultOf('copies', {}, broken)).toEqual(['problem', 'It refused the request.'])
  })

  test('reports a trial restore that failed, is late or was never made', async () => {
    const backupDir = dataDir
    const [recent, old] = [new Date('2026-11-22T03:00:00+08:00'), new Date('2026-11-15T03:00:00+08:00')]
    const good = (at: Date) => ({ trials: { last: { finishedAt: at, problem: null }, lastGood: at } })
    expect(await resultOf('trial', {}, { backupDir })).toEqual(['warning', s.trialNone])
    expect(await resultOf('trial')).toEqual(['warning', s.backupsOff])
    expect(await resultOf('trial', good(recent), { backupDir })).toEqual(['ok', s.trialOk('Nov 22, 2026, 3:00 AM')])
    expect(await resultOf('trial', good(old), { backupDir })).toEqual(['problem', s.trialLate('Nov 15, 2026, 3:00 AM')])
    const failed = { trials: { last: { finishedAt: recent, problem: 'It is damaged.' }, lastGood: old } }
    expect(await resultOf('trial', failed, { backupDir })).toEqual([
      'problem',
      s.trialFailed('Nov 22, 2026, 3:00 AM', 'It is damaged.'),
    ])
  })

  test('reports a proxy that is not trusted, an old Node.js and the free space', async () => {
    expect(await resultOf('proxy')).toEqual(['ok', s.proxyNone])
    expect(await resultOf('proxy', {}, { publicUrl: 'https://clinic.example.ph' })).toEqual(['ok', s.proxyOk])
    expect(await resultOf('proxy', {}, { proxyNotTrusted: true })).toEqual(['problem', s.proxyNotTrusted])
    expect(await resultOf('versions', {}, { nodeVersion: '20.19.4' })).toEqual([
      'warning',
      s.nodeOld(project.version, '20.19.4'),
    ])
    expect((await resultOf('disk'))[1]).toMatch(/ GB are free/)
  })
})

test('an admin reads the version and every check of the system', async () => {
  const server = await startTestServer({ proxyNotTrusted: true })
  onTestFinished(() => server.close())
  const admin = await createUser(server.db, 'admin')
  const { data } = await server.as(admin.token)(systemContract.read, {})
  expect(data.version).toBe(project.version)
  expect(data.checks.map(({ name }) => name)).toEqual([...SYSTEM_CHECKS])
  const states = Object.fromEntries(data.checks.map(({ name, state }) => [name, state]))
  expect(states).toMatchObject({
    mail: 'warning',
    push: 'ok',
    backups: 'warning',
    copies: 'warning',
    trial: 'warning',
    proxy: 'problem',
  })
})
