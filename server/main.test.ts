import { once } from 'node:events'
import fs from 'node:fs'
import net from 'node:net'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import { usedDataFolder } from './db/embedded/scratch-cluster-fixture.ts'
import { MAIN_BRANCH_ID } from './db/main-branch.ts'
import { createDatabase } from './db/pool.ts'
import { inTransaction } from './db/transactions.ts'
import { recoverMessages, saveMessages } from './messages/outbox/outbox.ts'
import { createEmptyDatabase, createTestDatabase, createTestPool } from './test/database.ts'
import { createUser } from './test/factories.ts'
import { startMailServer } from './test/mail-server.ts'
import { postgresPid, startMain } from './test/start-main.ts'

/** Resolves when the port accepts no more connections. */
async function closedToNewcomers(port: number): Promise<void> {
  for (;;) {
    const socket = net.connect(port, '127.0.0.1')
    const refused = await once(socket, 'connect').then(
      () => false,
      () => true,
    )
    socket.destroy()
    if (refused) return
  }
}

it('on SIGTERM a request in progress is answered, the database stops, and the exit code is 0', async () => {
  const folder = await usedDataFolder()
  const main = startMain({ DATA_DIR: folder })
  const port = Number((await main.address).port)
  const database = postgresPid(folder)
  const body = JSON.stringify({ email: 'nobody@mutya.test', password: 'wrong password' })
  const socket = net.connect(port, '127.0.0.1')
  const head = `POST /api/login HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n`
  socket.write(`${head}content-length: ${body.length}\r\nexpect: 100-continue\r\n\r\n`)
  // The status 100 Continue shows that the server processes the request, because it has asked for the body.
  expect(String((await once(socket, 'data'))[0])).toContain('100 Continue')
  main.process.kill('SIGTERM')
  await closedToNewcomers(port)
  socket.write(body)
  const answer = String((await once(socket, 'data'))[0])
  expect(answer).toMatch(/^HTTP\/1.1 4\d\d .*connection: close/is)
  expect(await main.exited).toBe(0)
  expect(() => process.kill(database, 0)).toThrow('ESRCH')
})

it('an e-mail that a slow mail server accepts while the app stops is recorded as sent, and sent once', async () => {
  const database = await createTestDatabase()
  onTestFinished(() => database.drop())
  const mail = await startMailServer()
  onTestFinished(() => mail.close())
  const db = createDatabase(createTestPool({ connectionString: database.appUrl, max: 2 }))
  onTestFinished(() => db.destroy())
  const main = startMain({
    DATABASE_URL: database.appUrl,
    DATABASE_ADMIN_URL: database.ownerUrl,
    SMTP_URL: mail.url,
    MAIL_FROM: 'hello@perlas.example',
    PUBLIC_URL: 'https://clinic.example.ph',
  })
  let accept = () => {}
  mail.hold(new Promise((resolve) => (accept = resolve)))
  const { id: subjectId } = await createUser(db, 'admin')
  const messages = [{ branchId: MAIN_BRANCH_ID, occasion: 'test' as const, subjectId, version: 1 }]
  const channels = { email: true, sms: false }
  await inTransaction(db, (tx) => saveMessages(tx, { messages, channels, now: new Date() }))
  await expect.poll(() => mail.offered()).toBe(1)
  main.process.kill('SIGTERM')
  // Longer than a stop without jobs takes, and shorter than the time that jobs get.
  await wait(900)
  accept()
  expect(await main.exited).toBe(0)
  // After two minutes, a message that was being sent is sent again.
  await inTransaction(db, (tx) => recoverMessages(tx, new Date(Date.now() + 180_000)))
  expect(await db.selectFrom('messages').select('state').execute()).toEqual([{ state: 'sent' }])
  expect(mail.received).toHaveLength(1)
})

it('pressing Ctrl-C twice ends the app as cleanly as pressing it once', async () => {
  const folder = await usedDataFolder()
  const main = startMain({ DATA_DIR: folder })
  await main.address
  const database = postgresPid(folder)
  main.process.kill('SIGINT')
  main.process.kill('SIGINT')
  expect(await main.exited).toBe(0)
  expect(() => process.kill(database, 0)).toThrow('ESRCH')
})

it('a frozen database does not keep the app from ending within 5 s, and is stopped too', async () => {
  const folder = await usedDataFolder()
  const main = startMain({ DATA_DIR: folder })
  await main.address
  const database = postgresPid(folder)
  process.kill(database, 'SIGSTOP')
  main.process.kill('SIGTERM')
  expect(await main.exited).toBe(0)
  // Adds up the waiting times in the app's log instead of measuring the stop, because the machine may be busy.
  const waits = [...main.output().matchAll(/did not stop on SIG(INT|QUIT) within (\d+) ms/g)]
  expect(waits.map(([, signal]) => signal)).toEqual(['INT', 'QUIT'])
  expect(waits.reduce((sum, [, , ms]) => sum + Number(ms), 0)).toBeLessThan(4_000)
  expect(() => process.kill(database, 0)).toThrow('ESRCH')
})

it('without a terminal an empty clinic logs its set-up address and one-time code, and every line is JSON', async () => {
  const main = startMain({ DATA_DIR: await usedDataFolder() })
  const address = await main.address
  while (!/[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}/.test(main.output())) await once(main.process.stdout!, 'data')
  expect(main.output()).toContain(`${address.origin}/setup`)
  const lines = main.output().trim().split('\n')
  expect(lines.map((line) => Object.keys(JSON.parse(line) as object))).toEqual(
    lines.map(() => expect.arrayContaining(['level', 'msg'])),
  )
})

it('when the database is killed, the app reports that it is degraded, stays up and recovers', async () => {
  const folder = await usedDataFolder()
  const main = startMain({ DATA_DIR: folder })
  const ready = new URL('/readyz', await main.address)
  const before = postgresPid(folder)
  // Moving this file away keeps PostgreSQL down; otherwise it would restart before the first request of `/readyz`.
  const version = path.join(folder, 'postgres', 'PG_VERSION')
  fs.renameSync(version, `${version}.away`)
  process.kill(before, 'SIGKILL')
  const seen: number[] = []
  const ask = async () => seen.push((await fetch(ready)).status)
  while (seen.at(-1) !== 503) await ask()
  fs.renameSync(`${version}.away`, version)
  while (seen.at(-1) !== 200) await ask()
  expect(postgresPid(folder)).not.toBe(before)
  // The supervisor of the database prints this line, possibly a moment after `/readyz` has answered 200.
  await expect.poll(main.output).toContain('The database is back.')
})

it.each([
  [{ PORT: 'x', LOG_LEVEL: 'loud' }, /"level":60.*PORT must be a number.*\\nLOG_LEVEL must be/],
  [{ DATA_DIR: '/dev/null/data' }, /The data folder \/dev\/null\/data cannot be written/],
])(
  'an operator’s mistake is reported in a sentence, without a stack trace: %o',
  async (env, sentence) => {
    const main = startMain({ DATA_DIR: await usedDataFolder(), ...env })
    expect(await main.exited).toBe(1)
    expect(main.output()).toMatch(sentence)
    expect(main.output()).not.toMatch(/\n +at |\\n +at /)
  },
  45_000,
)

it('a DATABASE_URL that names no database is reported in a sentence, without a stack trace and without the password', async () => {
  const database = await createEmptyDatabase()
  onTestFinished(() => database.drop())
  const wrong = new URL(database.appUrl)
  wrong.pathname = '/nowhere'
  wrong.password = 'hunter2'
  const main = startMain({ DATA_DIR: await usedDataFolder(), DATABASE_URL: wrong.href })
  expect(await main.exited).toBe(1)
  expect(main.output()).toMatch(/The database .*\/nowhere cannot be used: .* does not exist. Check DATABASE_URL/)
  expect(main.output()).not.toMatch(/\n +at |\\n +at |hunter2/)
})

it('a limit of open files that is too low is reported, with how to raise it, before the database opens', async () => {
  const folder = await usedDataFolder()
  const main = startMain({ DATA_DIR: folder }, 64)
  expect(await main.exited).toBe(1)
  expect(main.output()).toContain(
    'This process may open only 64 files and connections at once; Mutya needs 256 or more.',
  )
  expect(main.output()).not.toMatch(/\n +at |\\n +at /)
  expect(fs.existsSync(path.join(folder, 'postgres', 'postmaster.pid'))).toBe(false)
})

it('a thousand visitors can connect while the process is busy, so that a cashier’s connection is not dropped', async () => {
  const main = startMain({ DATA_DIR: await usedDataFolder() })
  const port = Number((await main.address).port)
  // A stopped process accepts no connections, so all of them wait in the kernel.
  main.process.kill('SIGSTOP')
  onTestFinished(() => void main.process.kill('SIGCONT'))
  const visitors = Array.from({ length: 1_000 }, () => net.connect(port, '127.0.0.1'))
  onTestFinished(() => visitors.forEach((visitor) => visitor.destroy()))
  await Promise.all(visitors.map((visitor) => once(visitor, 'connect')))
  visitors.forEach((visitor) => visitor.destroy())
  main.process.kill('SIGCONT')
  main.process.kill('SIGTERM')
  expect(await main.exited).toBe(0)
})

it('if the port is in use, the error names it, and the database is stopped', async () => {
  const other = net.createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  onTestFinished(() => void other.close())
  const folder = await usedDataFolder()
  const port = String((other.address() as net.AddressInfo).port)
  const main = startMain({ DATA_DIR: folder, PORT: port })
  expect(await main.exited).toBe(1)
  expect(main.output()).toContain(`Port ${port} is already in use.`)
  expect(fs.existsSync(path.join(folder, 'postgres', 'postmaster.pid'))).toBe(false)
})
