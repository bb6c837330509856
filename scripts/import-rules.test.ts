import { describe, expect, it } from 'vitest'
import { foldersAreKnown, importRules } from './structure/import-rules.ts'
import { layers } from './structure/layers.ts'
import { projectFiles } from './structure/source-file.ts'

/** One forbidden import for each rule. Some of the folders were once missing from the table of layers. */
const forbidden: [file: string, code: string, said: RegExp][] = [
  ['shared/sales/totals.ts', `import '#server/sales/public.ts'`, /shared imports zod and itself/],
  ['shared/sales/prices.ts', `import 'react'`, /shared imports zod and itself/],
  ['shared/sales/files.ts', `import 'node:fs'`, /shared imports zod and itself/],
  ['shared/sales/totals.test.ts', `import '#web/sales/till/order.ts'`, /shared knows neither/],
  ['shared/auth/contract.ts', `const later = import('#shared/profile/contract.ts')`, /auth comes before profile/],
  ['shared/auth/roles.ts', `import '#shared/contracts.ts'`, /put together by the files of shared\//],
  ['shared/lib/paging.ts', `import '#shared/auth/permissions.ts'`, /lib comes before auth/],
  ['web/sales/till.ts', `import '#server/sales/public.ts'`, /knows the server by its contracts only/],
  ['web/app/root.tsx', `import '#server/app.ts'`, /knows the server by its contracts only/],
  ['web/sales/till/order.ts', `import '#web/app/root.tsx'`, /sales comes before app/],
  ['web/ui/button.tsx', `import '#web/sales/till/order.ts'`, /ui comes before sales/],
  ['web/ui/overlays/dialog.tsx', `import '#web/data/use-list.ts'`, /ui comes before data/],
  ['web/data/use-list.ts', `import '#web/sales/till/order.ts'`, /data comes before sales/],
  ['web/lib/api.ts', `import '#web/ui/button.tsx'`, /lib comes before ui/],
  ['web/ui/overlays/menu.tsx', `import '#web/test/render.tsx'`, /Test code is for tests/],
  ['web/ui/list.ts', `import '../lib/api.ts'`, /Another folder is named from the root/],
  ['server/sales/pages.ts', `import '#web/sales/till/order.ts'`, /knows nothing of the browser app/],
  ['server/sales/seeds.ts', `import '../../scripts/seed/seed-clinic.ts'`, /does not know the scripts/],
  ['server/sales/pictures.ts', `import '../../tools/art/pictures.ts'`, /does not know the tools/],
  ['server/sales/up.ts', `import '#server/app.ts'`, /put together by the files of server\//],
  ['server/users/public.ts', `import { sell } from '#server/sales/public.ts'`, /users comes before sales/],
  ['server/sales/copy.ts', `import '#server/backup/runs.ts'`, /sales comes before backup/],
  ['server/privacy/erase.ts', `import '#server/users/public.ts'`, /privacy comes before users/],
  ['server/lib/context.ts', `import '#server/sales/public.ts'`, /lib comes before sales/],
  ['server/lib/uploads.ts', `import '#server/inventory/public.ts'`, /lib comes before inventory/],
  ['server/db/pool.ts', `import '#server/app.ts'`, /put together by the files of server\//],
  ['server/lib/context.ts', `import '#server/messages/outbox/outbox.ts'`, /lib comes before messages\/outbox/],
  ['server/db/pool.ts', `import '#server/messages/transport/mailer.ts'`, /db comes before messages\/transport/],
  ['server/messages/outbox/send.ts', `import '#server/messages/deliver.ts'`, /messages\/outbox comes before messages/],
  ['server/messages/outbox/who.ts', `import '#server/people/rows.ts'`, /messages\/outbox comes before people/],
  ['server/appointments/tell.ts', `import '#server/messages/deliver.ts'`, /appointments comes before messages/],
  ['server/sales/tell.ts', `import '#server/messages/compose/compose.ts'`, /sales comes before messages/],
  ['server/sales/public.ts', `import { sql } from 'kysely'`, /Only queries.ts, views.ts and db\/ know Kysely/],
  ['server/inventory/public.ts', `import 'kysely'`, /Only queries.ts, views.ts and db\/ know Kysely/],
  ['server/metrics/count.ts', `import 'kysely'`, /Only queries.ts, views.ts and db\/ know Kysely/],
  ['server/sales/total.ts', `import '#server/users/queries.ts'`, /asked through its public.ts/],
  ['server/inventory/total.ts', `import '#server/users/views.ts'`, /asked through its public.ts/],
  ['server/backup/list.ts', `import '#server/users/account-views.ts'`, /asked through its public.ts/],
  ['server/sales/routes.ts', `import './queries.ts'`, /routes → use cases → queries/],
  ['server/users/accounts.ts', `import '#server/db/transactions.ts'`, /Only registerEndpoint.ts opens a transaction/],
  ['server/inventory/stock.ts', `import '#server/db/transactions.ts'`, /Only registerEndpoint.ts opens a transaction/],
  ['server/users/views.ts', `import '#server/test/server.ts'`, /Test code is for tests/],
  ['server/users/fill.ts', `import '#server/sales/till-fixture.ts'`, /Test code is for tests/],
  ['server/sales/reach.ts', `import '../users/public.ts'`, /Another folder is named from the root/],
]

const allowed: [file: string, code: string][] = [
  ['shared/lib/money.ts', `import 'zod'\nimport '#shared/lib/paging.ts'\nimport './fields.ts'`],
  ['shared/lib/money.test.ts', `import 'vitest'\nimport 'fast-check'`],
  ['shared/contracts.ts', `import './sales/contract.ts'`],
  [
    'web/ui/fields/field.tsx',
    `import '#web/lib/api.ts'\nimport './button.tsx'\nimport '#shared/lib/money.ts'\nimport 'react'`,
  ],
  [
    'web/data/use-action.ts',
    `import '#web/lib/api.ts'\nimport '#web/ui/overlays/toast.ts'\nimport '#shared/lib/http-client.ts'`,
  ],
  ['web/sales/till/order.ts', `import { clientName } from '#web/profile/api.ts'`],
  ['web/app/main.tsx', `import '#web/sales/till/order.ts'\nimport '../styles/theme.css'`],
  ['server/users/queries.ts', `import 'kysely'\nimport '#server/db/pool.ts'`],
  ['server/users/users.test.ts', `import '#server/test/server.ts'\nimport 'kysely'\nimport '../../scripts/build.ts'`],
  ['server/closed-dates/closed-dates.test.ts', `import { book } from '#server/appointments/public.ts'`],
  ['server/auth/routes.ts', `import './public.ts'\nimport '#server/users/public.ts'`],
  ['server/auth/public.ts', `// import 'kysely'\nimport './queries.ts'`],
  ['server/people/change-person.ts', `import '#server/messages/outbox/outbox.ts'`],
  ['server/messages/deliver.ts', `import './outbox/outbox.ts'\nimport './transport/mailer.ts'`],
  ['server/metrics/read.ts', `import '#server/backup/runs.ts'`],
  ['server/lib/http/register-endpoint.ts', `import '#server/db/transactions.ts'`],
  ['server/app.ts', `import './features.ts'\nimport '#server/sales/routes.ts'`],
]

const saidOf = (path: string, text: string) => importRules([{ path, text }]).map(({ sentence }) => sentence)

describe('the import rules', () => {
  it.each(forbidden)('the import rules forbid %s: %s', (path, code, sentence) => {
    expect(saidOf(path, code)).toEqual([expect.stringMatching(sentence)])
  })

  it.each(allowed)('the import rules allow %s: %s', (path, code) => {
    expect(saidOf(path, code)).toEqual([])
  })
})

describe('the table of layers for the import rules', () => {
  it.each(['shared', 'server', 'web'])('a folder of %s that the table does not contain is reported', (root) => {
    const found = foldersAreKnown([{ path: `${root}/loyalty/points.ts`, text: '' }])
    expect(found).toEqual([
      expect.objectContaining({ path: `${root}/loyalty`, sentence: expect.stringMatching(/its place/) }),
    ])
  })

  it('the table of layers contains every folder of the project, each once', () => {
    expect(foldersAreKnown(projectFiles())).toEqual([])
    for (const levels of Object.values(layers)) expect(new Set(levels.flat()).size).toBe(levels.flat().length)
  })

  it('the table of layers names folders within features only where they exist', () => {
    const inner = Object.entries(layers).flatMap(([root, levels]) =>
      levels.flat().flatMap((folder) => (folder.includes('/') ? [`${root}/${folder}/`] : [])),
    )
    const paths = projectFiles().map(({ path }) => path)
    expect(inner.filter((folder) => !paths.some((path) => path.startsWith(folder)))).toEqual([])
    expect(inner).toContain('server/messages/outbox/')
  })

  it('no folder of the server may import the folder in the server’s last layer', () => {
    const levels = layers['server']!
    const last = levels.at(-1)![0]!
    for (const folder of levels.slice(0, -1).flat())
      expect(saidOf(`server/${folder}/planted.ts`, `import '#server/${last}/planted.ts'`)).toHaveLength(1)
  })
})
