import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { DEMO_LOGINS, DEMO_PASSWORD, PRACTITIONER_LOGIN } from '../demo/load-demo.ts'

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'bare-clone-'))
// When the tests run as root, the database runs as another user, who needs access to this folder.
fs.chmodSync(folder, 0o755)
const clone = path.join(folder, 'clone')
/** A fake `npm ci` that uses the packages already installed here instead of the registry. */
const npm = path.join(folder, 'npm.mjs')

beforeAll(() => {
  const cloned = spawnSync('git', ['clone', '--quiet', process.cwd(), clone], { encoding: 'utf8' })
  expect(cloned.stderr).toBe('')
  const packages = JSON.stringify(path.resolve('node_modules'))
  fs.writeFileSync(
    npm,
    `import fs from 'node:fs'\nif (process.argv[2] !== 'ci') process.exit(1)\nfs.symlinkSync(${packages}, 'node_modules')\n`,
  )
})
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }))

type Started = { address: URL; output: () => string }

/**
 * Runs a command of package.json as npm does, and resolves when it prints the clinic's address. The process ends with
 * the test.
 */
async function run(command: 'start' | 'demo'): Promise<Started> {
  const child: ChildProcess = spawn(process.execPath, ['scripts/setup.mjs', command], {
    cwd: clone,
    env: { PATH: process.env['PATH'], PORT: '0', npm_execpath: npm },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const exited = once(child, 'exit')
  onTestFinished(async () => {
    child.kill('SIGTERM')
    await exited
  })
  let text = ''
  const address = await new Promise<URL>((resolve, reject) => {
    for (const stream of [child.stdout!, child.stderr!])
      stream.on('data', (part: Buffer) => {
        text += part.toString()
        const found = /running at (http:\S+)/.exec(text)
        if (found) resolve(new URL(found[1]!))
      })
    child.once('exit', () => reject(new Error(`The clinic ended before it was open: ${text}`)))
  })
  return { address, output: () => text }
}

test('npm start on a fresh clone installs, builds and opens the clinic', async () => {
  const first = await run('start')
  expect(first.output()).toContain('Installing the packages of Mutya')
  expect(first.output()).toContain('Building the app')
  const page = await fetch(first.address)
  expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
  expect(await page.text()).toContain('/setup')
  expect(fs.existsSync(path.join(clone, 'data', 'postgres'))).toBe(true)
}, 900_000)

test('npm run demo prints the log-ins of a sample clinic, each of them works, and an existing build is reused', async () => {
  const demo = await run('demo')
  expect(demo.output()).not.toContain('Installing')
  expect(demo.output()).not.toContain('Building')
  await expect.poll(demo.output).toContain(DEMO_PASSWORD)
  for (const email of [...DEMO_LOGINS, PRACTITIONER_LOGIN]) {
    expect(demo.output()).toContain(email)
    const answer = await fetch(new URL('/api/login', demo.address), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password: DEMO_PASSWORD }),
    })
    expect([email, answer.status]).toEqual([email, 200])
  }
}, 900_000)
