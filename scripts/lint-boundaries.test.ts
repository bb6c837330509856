import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'

/** Files of a small project that is linted with our settings, and the message that each must produce. */
const forbidden: [file: string, code: string, said: RegExp][] = [
  ['server/sales/circle.ts', `import { b } from './circle-end.ts'\nexport const a = () => b`, /Dependency cycle/],
  ['server/sales/round.ts', `import type { B } from './round-end.ts'\nexport type A = B[]`, /Dependency cycle/],
  ['server/sales/long.ts', `export const rows = [\n${'  1,\n'.repeat(300)}]`, /File has too many lines/],
  ['server/sales/wide.ts', `export function wide() {\n${'  run()\n'.repeat(41)}}`, /too many lines/],
]

const allowed: [file: string, code: string][] = [
  ['server/sales/straight.ts', `import './short.ts'`],
  ['server/sales/short.ts', `export const rows = [1]`],
]

let folder: string
let said: Map<string, string>

beforeAll(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'boundaries-'))
  fs.copyFileSync('.oxlintrc.json', path.join(folder, '.oxlintrc.json'))
  const circleEnds: [string, string][] = [
    ['server/sales/circle-end.ts', `import { a } from './circle.ts'\nexport const b = () => a`],
    ['server/sales/round-end.ts', `import type { A } from './round.ts'\nexport type B = A | 1`],
  ]
  for (const [file, code] of [...forbidden, ...allowed, ...circleEnds]) {
    fs.mkdirSync(path.dirname(path.join(folder, file)), { recursive: true })
    fs.writeFileSync(path.join(folder, file), `${code}\n`)
  }
  const { stdout } = spawnSync(path.resolve('node_modules/.bin/oxlint'), ['-f', 'json'], {
    cwd: folder,
    encoding: 'utf8',
  })
  const { diagnostics } = JSON.parse(stdout) as { diagnostics: { filename: string; message: string; help?: string }[] }
  said = new Map()
  for (const { filename, message, help = '' } of diagnostics) {
    said.set(filename, `${said.get(filename) ?? ''}${message} ${help}\n`)
  }
})
afterAll(() => fs.rmSync(folder, { recursive: true }))

it.each(forbidden)('the linter rejects %s: %s', (file, _code, sentence) => {
  expect(said.get(file) ?? '').toMatch(sentence)
})

it.each(allowed)('the linter accepts %s: %s', (file) => {
  expect(said.get(file)).toBeUndefined()
})
