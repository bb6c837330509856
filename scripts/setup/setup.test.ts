import { spawn, spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'

const setup = path.resolve('scripts/setup')
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'setup-'))
afterAll(() => fs.rmSync(folder, { recursive: true }))

/** Evaluates an expression on one of the setup modules, in a folder of the test's own. */
function evaluate(module: string, expression: string): unknown {
  const code = `import('${path.join(setup, module)}').then((m) => console.log(JSON.stringify(${expression}) ?? 'null'))`
  const { stdout, stderr } = spawnSync(process.execPath, ['-e', code], { cwd: folder, encoding: 'utf8' })
  expect(stderr).toBe('')
  return JSON.parse(stdout)
}

describe('the version of Node.js', () => {
  it.each(['20.19.0', '20.20.2', '22.1.0', '24.0.0'])('the version %s can run Mutya', (version) => {
    expect(evaluate('node-version.mjs', `m.nodeVersionSentence('${version}')`)).toBeNull()
  })

  it.each(['20.18.9', '18.20.0', '8.0.0'])('the version %s is too old and gets an error sentence', (version) => {
    expect(evaluate('node-version.mjs', `m.nodeVersionSentence('${version}')`)).toMatch(
      /needs Node.js 20.19 or newer; this is/,
    )
  })
})

describe('the check whether packages are installed', () => {
  const locks = (wanted: object, installed?: object) => {
    fs.mkdirSync(path.join(folder, 'node_modules'), { recursive: true })
    const hidden = path.join(folder, 'node_modules', '.package-lock.json')
    fs.rmSync(hidden, { force: true })
    if (installed) fs.writeFileSync(hidden, JSON.stringify({ packages: installed }))
    fs.writeFileSync(path.join(folder, 'package-lock.json'), JSON.stringify({ packages: { '': {}, ...wanted } }))
    // Makes the lock file newer than the installation, as after a git checkout.
    if (installed) fs.utimesSync(hidden, 1, 1)
  }
  const isInstalled = () => evaluate('install.mjs', 'm.isInstalled()')
  const one = { 'node_modules/one': { version: '1.0.0' } }

  it('without node_modules the packages do not count as installed', () => {
    locks(one)
    expect(isInstalled()).toBe(false)
  })

  it('the packages do not count as installed when a version differs or a package is missing', () => {
    locks(one, { 'node_modules/one': { version: '1.0.1' } })
    expect(isInstalled()).toBe(false)
    locks(one, {})
    expect(isInstalled()).toBe(false)
  })

  it('the packages count as installed when only the date of package-lock.json is newer; the installation then gets a newer date', () => {
    locks(one, one)
    expect(isInstalled()).toBe(true)
    const dateOf = (name: string) => fs.statSync(path.join(folder, name)).mtimeMs
    expect(dateOf('node_modules/.package-lock.json')).toBeGreaterThanOrEqual(dateOf('package-lock.json'))
  })

  it('the packages count as installed when only packages for other platforms are missing', () => {
    locks({ ...one, 'node_modules/mac-only': { version: '2.0.0', optional: true } }, one)
    expect(isInstalled()).toBe(true)
  })
})

describe('the fingerprint of the sources', () => {
  const mark = () => evaluate('fingerprint.mjs', `m.fingerprint('server')`)
  const file = path.join(folder, 'server', 'a', 'one.ts')

  it('the fingerprint of the sources changes when a file is added, saved or removed, but not when a test changes', () => {
    const seen = [mark()]
    fs.mkdirSync(path.dirname(file), { recursive: true })
    fs.writeFileSync(file, 'one')
    seen.push(mark())
    fs.utimesSync(file, 100, 100)
    seen.push(mark())
    fs.writeFileSync(path.join(folder, 'server', 'one.test.ts'), 'a test')
    expect(mark()).toBe(seen.at(-1))
    expect(new Set(seen).size).toBe(3)
    fs.rmSync(file)
    expect(mark()).toBe(seen[0])
  })
})

describe('a command that npm runs through a shell', () => {
  it('a command that npm runs through a shell receives the signal that ended the shell', async () => {
    const program = path.join(folder, 'waits.mjs')
    const watch = `import { followParent } from '${path.join(setup, 'follow-parent.mjs')}'\nfollowParent()\n`
    fs.writeFileSync(
      program,
      `${watch}setInterval(() => {}, 1000)\nprocess.on('SIGTERM', () => { console.log('told'); process.exit() })\nconsole.log('up')`,
    )
    const shell = spawn('sh', ['-c', `"${process.execPath}" "${program}"; true`], {
      env: { ...process.env, npm_lifecycle_event: 'start' },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const said: string[] = []
    for await (const part of shell.stdout) {
      said.push(String(part).trim())
      shell.kill('SIGTERM')
    }
    expect(said).toEqual(['up', 'told'])
  })
})

describe('the demo', () => {
  it('the demo refuses to listen to other machines, because its passwords are public', () => {
    const refused = spawnSync(process.execPath, [path.resolve('scripts/setup.mjs'), 'demo'], {
      env: { ...process.env, HOST: '0.0.0.0' },
      encoding: 'utf8',
    })
    expect(refused.status).toBe(1)
    expect(refused.stderr).toContain('does not open on 0.0.0.0')
  })
})
