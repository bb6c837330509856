import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const textOf = (file: string) => fs.readFileSync(file, 'utf8')

/** The environment variables that the code reads, except those that only tests and the shell set. */
const known = [...textOf('server/lib/env.ts').matchAll(/^ {2}([A-Z][A-Z0-9_]+): /gm)]
  .map(([, name]) => name!)
  .filter((name) => !['CHROMIUM_PATH', 'NODE_ENV', 'PATH'].includes(name))

/** The environment variables that docs/operations.md lists in the first column of its table of settings. */
const documented = [...textOf('docs/operations.md').matchAll(/^\| (`[A-Z][A-Z0-9_]+`(?:, `[A-Z][A-Z0-9_]+`)*) \|/gm)]
  .flatMap(([, names]) => names!.split(', '))
  .map((name) => name.replaceAll('`', ''))

test('the table of settings lists every variable that the code reads, and no other', () => {
  expect(known.length).toBeGreaterThan(25)
  expect(documented.toSorted()).toEqual(known.toSorted())
})

test('the files for systemd set only variables that the code reads, and name programs of a release', () => {
  const set = [...textOf('ops/mutya.env').matchAll(/^([A-Z][A-Z0-9_]*)=/gm)].map(([, name]) => name!)
  expect(set).toEqual(expect.arrayContaining(['DATA_DIR', 'PUBLIC_URL', 'TRUSTED_PROXY', 'BACKUP_DIR']))
  for (const name of set) expect(known).toContain(name)
  const services = fs.readdirSync('ops/systemd').filter((name) => name.endsWith('.service'))
  const commands = services.map((name) => {
    const unit = textOf(path.join('ops/systemd', name))
    expect(unit).toContain('EnvironmentFile=/etc/mutya/mutya.env')
    return /^ExecStart=\/usr\/bin\/node \/opt\/mutya\/mutya\.mjs (\S+)$/m.exec(unit)?.[1]
  })
  const programs = /const programs = \{([^}]+)\}/.exec(textOf('scripts/mutya.mjs'))![1]!
  expect(commands.toSorted()).toEqual(['doctor', 'start'])
  for (const command of commands) expect(programs).toContain(`${command}:`)
})

test('the examples for nginx and Caddy lead to the port and address of the example settings', () => {
  const settings = Object.fromEntries(
    [...textOf('ops/mutya.env').matchAll(/^([A-Z_]+)=(.+)$/gm)].map(([, name, value]) => [name, value]),
  )
  for (const file of ['ops/nginx/mutya.conf', 'ops/caddy/Caddyfile']) {
    const text = textOf(file)
    expect(text).toContain(`127.0.0.1:${settings['PORT']}`)
    expect(text).toContain(new URL(settings['PUBLIC_URL'] ?? '').hostname)
    expect(text).toContain(`TRUSTED_PROXY=${settings['TRUSTED_PROXY']}`)
  }
})

test('no example configuration limits uploads to less than the largest upload that Mutya accepts', () => {
  const largest = Number(
    /MAX_UPLOAD_BYTES = ([\d_]+)/.exec(textOf('server/lib/http/limit-uploads.ts'))![1]!.replaceAll('_', ''),
  )
  const limits = [
    /client_max_body_size (\d+)m;/.exec(textOf('ops/nginx/mutya.conf')),
    /max_size (\d+)MB/.exec(textOf('ops/caddy/Caddyfile')),
  ].map((found) => Number(found?.[1]) * 1e6)
  for (const limit of limits) expect(limit).toBeGreaterThan(largest)
})

test('a release contains every file outside of the docs to which the owner’s guide and the page about operations link', () => {
  const parts = /const parts[^{]*\{([^}]*)\}/.exec(textOf('scripts/release/run-release.ts'))![1]!
  const released = [...parts.matchAll(/: '([^']+)'/g)].map(([, file]) => file!)
  const linked = ['docs/owner-guide.md', 'docs/operations.md'].flatMap((page) =>
    [...textOf(page).matchAll(/\]\(\.\.\/([^)#]+)/g)].map(([, file]) => file!),
  )
  expect(linked).toContain('tools/readings/README.md')
  for (const file of linked) {
    expect(fs.existsSync(file), file).toBe(true)
    expect(
      released.some((part) => file === part || file.startsWith(`${part}/`)),
      file,
    ).toBe(true)
  }
})
