import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'

/** Files of a small project under our linter's settings, and what each of them must (or must not) be told. */
const forbidden: [file: string, code: string, said: RegExp][] = [
  ['shared/sales/totals.ts', `import '#server/sales/service.ts'`, /shared imports zod and itself/],
  ['shared/sales/prices.ts', `import 'react'`, /shared imports zod and itself/],
  ['shared/sales/files.ts', `import 'node:fs'`, /shared imports zod and itself/],
  ['shared/sales/totals.test.ts', `import '#web/sales/till/order.ts'`, /shared knows neither/],
  ['web/sales/till.ts', `import '#server/sales/service.ts'`, /knows the server by its contracts only/],
  ['web/sales/till/order.ts', `import '#web/app/router.tsx'`, /Features are put together by web\/app/],
  ['web/ui/button.tsx', `import '#web/sales/till/order.ts'`, /The kit knows no feature/],
  ['web/lib/call.ts', `import '#web/ui/button.tsx'`, /lib knows neither the kit nor a feature/],
  ['web/data/use-list.ts', `import '#web/sales/till/order.ts'`, /reads, changes and sends knows no feature/],
  ['web/ui/dialog.tsx', `import '#web/data/use-list.ts'`, /The kit knows no feature/],
  ['web/app/router.tsx', `import '#server/app.ts'`, /knows the server by its contracts only/],
  ['server/sales/pages.ts', `import '#web/sales/till/order.ts'`, /knows nothing of the browser app/],
  ['server/sales/up.ts', `import '#server/app.ts'`, /Features are put together by app.ts/],
  ['server/sales/service.ts', `import 'kysely'`, /Only queries.ts, views.ts and db\/ know Kysely/],
  ['server/sales/total.ts', `import '#server/users/queries.ts'`, /asked through its service.ts/],
  ['server/sales/routes.ts', `import './queries.ts'`, /routes → service → queries/],
  ['server/users/service.ts', `import '#server/db/transactions.ts'`, /Only implement.ts opens a transaction/],
  ['server/users/views.ts', `import '#server/test/server.ts'`, /Test code is for tests/],
  ['server/lib/context.ts', `import '#server/sales/service.ts'`, /lib and db know no feature/],
  ['server/db/pool.ts', `import '#server/app.ts'`, /lib and db know no feature/],
  ['server/lib/uploads.ts', `import '#server/inventory/service.ts'`, /lib and db know no feature/],
  ['server/sales/reach.ts', `import '../users/service.ts'`, /Another folder is named from the root/],
  ['server/sales/circle.ts', `import { b } from './circle-end.ts'\nexport const a = () => b`, /Dependency cycle/],
  ['server/sales/long.ts', `export const rows = [\n${'  1,\n'.repeat(300)}]`, /File has too many lines/],
  ['server/sales/wide.ts', `export function wide() {\n${'  run()\n'.repeat(41)}}`, /too many lines/],
]

const allowed: [file: string, code: string][] = [
  ['shared/lib/money.ts', `import 'zod'\nimport '#shared/lib/paging.ts'\nimport './fields.ts'`],
  ['shared/lib/money.test.ts', `import 'vitest'\nimport 'fast-check'`],
  [
    'web/ui/field.tsx',
    `import '#web/lib/call.ts'\nimport '#web/ui/button.tsx'\nimport '#shared/lib/money.ts'\nimport '@base-ui/react'`,
  ],
  ['web/data/use-action.ts', `import '#web/lib/call.ts'\nimport '#web/ui/toast.ts'\nimport '#shared/lib/call.ts'`],
  ['web/app/main.tsx', `import '#web/sales/till/order.ts'\nimport '../styles/theme.css'`],
  ['server/users/queries.ts', `import 'kysely'\nimport '#server/db/pool.ts'`],
  ['server/users/users.test.ts', `import '#server/test/server.ts'\nimport 'kysely'`],
  ['server/auth/routes.ts', `import './service.ts'\nimport '#server/users/service.ts'`],
  ['server/lib/implement.ts', `import '#server/db/transactions.ts'`],
  ['server/app.ts', `import './features.ts'\nimport '#server/sales/routes.ts'`],
]

let folder: string
let said: Map<string, string>

beforeAll(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'boundaries-'))
  fs.copyFileSync('.oxlintrc.json', path.join(folder, '.oxlintrc.json'))
  const circleEnd: [string, string] = [
    'server/sales/circle-end.ts',
    `import { a } from './circle.ts'\nexport const b = () => a`,
  ]
  for (const [file, code] of [...forbidden, ...allowed, circleEnd]) {
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

it.each(forbidden)('the linter stops %s: %s', (file, _code, sentence) => {
  expect(said.get(file) ?? '').toMatch(sentence)
})

it.each(allowed)('the linter lets pass %s: %s', (file) => {
  expect(said.get(file)).toBeUndefined()
})
