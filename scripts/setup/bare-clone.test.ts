import { spawn, spawnSync, type ChildProcess, type SpawnOptions } from 'node:child_process'
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

const environment = { PATH: process.env['PATH'], PORT: '0' }

type Started = { address: URL; output: () => string }

/** Runs a command of package.json as npm does. */
const run = (command: 'start' | 'demo') =>
  startClinic(['scripts/setup.mjs', command], { cwd: clone, env: { ...environment, npm_execpath: npm } })

/** Starts a program and resolves when it prints the clinic's address. The process ends with the test. */
async function startClinic(args: string[], options: SpawnOptions): Promise<Started> {
  const child: ChildProcess = spawn(process.execPath, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
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

/** A user who may not write into the release: `nobody` when the tests run as root, else the user of the tests. */
const otherUser = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}

/**
 * Packs a release in the clone and unpacks it into a folder that nobody may write to. Returns the folder of the
 * release.
 */
function unpackRelease(): string {
  const packed = spawnSync(process.execPath, ['scripts/setup.mjs', 'release'], {
    cwd: clone,
    env: { ...environment, npm_execpath: npm },
    encoding: 'utf8',
  })
  expect([packed.status, packed.stderr]).toEqual([0, ''])
  const archive = path.join(clone, /^dist\/mutya-.*\.tar\.gz/m.exec(packed.stdout)![0])
  const { status } = spawnSync('sha256sum', ['-c', `${archive}.sha256`], { cwd: path.dirname(archive) })
  expect(status).toBe(0)
  const opt = path.join(folder, 'opt')
  fs.mkdirSync(opt)
  expect(spawnSync('tar', ['-xzf', archive, '-C', opt], { encoding: 'utf8' }).stderr).toBe('')
  const release = path.join(opt, fs.readdirSync(opt)[0]!)
  spawnSync('chmod', ['-R', 'a-w', release])
  return release
}

test('a release contains no development packages, and another user starts it from a read-only folder with one command', async () => {
  const release = unpackRelease()
  const data = path.join(folder, 'data-of-release')
  fs.mkdirSync(data)
  if (otherUser.uid !== undefined) fs.chownSync(data, otherUser.uid, otherUser.gid)
  const options = { cwd: release, env: { ...environment, DATA_DIR: data }, ...otherUser }

  const packages = fs.readdirSync(path.join(release, 'node_modules'))
  expect(
    packages.filter((name) => /^(typescript|vite|vitest|esbuild|react|lucide-react|zod|fastify)$/.test(name)),
  ).toEqual([])
  expect(
    fs.readdirSync(path.join(release, 'dist/server')).filter((name) => /demo|seed|bench|\.map$/.test(name)),
  ).toEqual([])

  const clinic = await startClinic(['mutya.mjs', 'start'], options)
  const { version } = JSON.parse(fs.readFileSync('package.json', 'utf8')) as { version: string }
  expect(clinic.output()).toContain(`Mutya ${version} is running at`)
  expect(fs.readFileSync(path.join(release, 'CHANGELOG.md'), 'utf8')).toContain(`\n## ${version} `)
  const paths = ['/', '/setup', '/api/docs', '/api/openapi.json', '/readyz']
  const statuses = paths.map(async (page) => (await fetch(new URL(page, clinic.address))).status)
  expect(await Promise.all(statuses)).toEqual(paths.map(() => 200))

  // Some packages are loaded only when they are first needed, such as those for pictures and PDFs.
  const { dependencies } = JSON.parse(fs.readFileSync('package.json', 'utf8')) as { dependencies: object }
  const named = Object.keys(dependencies).filter((name) => fs.existsSync(path.join(release, 'node_modules', name)))
  expect(named).toEqual(expect.arrayContaining(['@node-rs/argon2', 'date-holidays', 'jspdf', 'sharp']))
  const loading = named.map((name) => `await import('${name}')`).join('\n')
  const loaded = spawnSync(process.execPath, ['--input-type=module', '-e', loading], { ...options, encoding: 'utf8' })
  expect([loaded.status, loaded.stderr]).toEqual([0, ''])

  const backup = spawnSync(process.execPath, ['mutya.mjs', 'backup', data], { ...options, encoding: 'utf8' })
  expect([backup.status, backup.stdout]).toEqual([0, expect.stringContaining(`${data}/mutya-backup-`)])
}, 900_000)

test('a release without a folder for its data does not start, and says what to set', () => {
  const release = path.join(folder, 'opt', fs.readdirSync(path.join(folder, 'opt'))[0]!)
  const { status, stderr } = spawnSync(process.execPath, ['mutya.mjs'], {
    cwd: release,
    env: environment,
    encoding: 'utf8',
  })
  expect([status, stderr]).toEqual([1, expect.stringContaining('Set DATA_DIR to the folder of your data')])
})
