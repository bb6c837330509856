import { basename } from 'node:path'
import { describe, expect, it } from 'vitest'
import { appendSums, sumsPath } from './structure/migration-sums.ts'
import { rules } from './structure/rules.ts'
import type { SourceFile } from './structure/source-file.ts'

const findings = (...files: SourceFile[]) =>
  rules.flatMap((rule) => rule(files)).map(({ path, line, sentence }) => `${path}:${line} ${sentence}`)

/**
 * Returns the files that must exist beside a planted file so that the planted file breaks only one rule: the list of
 * migrations, or an importer of its messages.
 */
function companionsOf(file: SourceFile): SourceFile[] {
  if (file.path.endsWith('.sql')) return [{ path: sumsPath, text: appendSums([file]) }]
  const reader = file.path.replace(/messages\.ts$/, 'reader.ts')
  return reader === file.path ? [] : [{ path: reader, text: `import { a, b } from './${basename(file.path)}'` }]
}

/** A defect in a file, and the finding that must report it. */
const defects: [path: string, text: string, sentence: RegExp][] = [
  ['server/sales/utils.ts', '', /"utils.ts" does not say what is inside/],
  ['web/ui/index.ts', '', /"index.ts" does not say what is inside/],
  ['web/ui/DataTable.tsx', '', /"DataTable.tsx" is not in kebab-case/],
  ['server/sales/public.ts', '\nconst port = process.env.PORT', /:2 Only server\/lib\/env.ts reads the environment/],
  ['scripts/backup.ts', 'process.env.PATH', /Only server\/lib\/env.ts reads/],
  ['server/sales/public.ts', 'const at = new Date()', /The time of day is an argument/],
  ['shared/lib/paging.ts', 'const at = Date.now()', /The time of day is an argument/],
  ['web/sales/till/checkout-page.tsx', `new Date('2026-11-21')`, /read in UTC and shown a day off/],
  ['web/sales/till/checkout-page.tsx', 'at.toISOString().slice(0, 10)', /the date in UTC, not in Manila/],
  ['web/sales/till/checkout-page.tsx', 'new Intl.DateTimeFormat()', /Only manila-time.ts formats dates/],
  ['web/sales/till/checkout-page.tsx', 'at.toLocaleDateString()', /Only manila-time.ts formats dates/],
  ['web/forms/forms-page.tsx', '{!data && !failure && <Skeleton />}', /Use Loaded of the kit/],
  ['web/forms/forms-page.tsx', 'failure ? <ErrorPanel {...failure} /> : <Skeleton />', /Use Loaded of the kit/],
  ['web/sales/till/checkout-page.tsx', 'rows.toLocaleString()', /Numbers for people are written by/],
  ['web/dashboard/dashboard-figures.tsx', `new Intl.NumberFormat('en-PH')`, /Numbers for people are written by/],
  [
    'shared/sales/refund-messages.ts',
    `const a = [defineMessages('sales/refund', {})]`,
    /:1 Define texts here as defineMessages\('sales', \{/,
  ],
  [
    'shared/sales/refund-messages.ts',
    `export const a = defineMessages('sales/refund', {\n})\nexport const b = defineMessages('sales/refund', {\n})`,
    /each name once/,
  ],
  [
    'shared/sales/refund-messages.ts',
    `export const a = defineMessages('sales/refund', {\n})\nexport const b = {\n}`,
    /:3 Texts stand in defineMessages/,
  ],
  ['web/landing/messages.ts', `export const a = defineMessages('web/landing', {\n})`, /defineMessages\('landing', \{/],
  ['web/app.html', '<html lang="en">', /Texts of pages stand in shared\/website\/messages.ts/],
  ['web/app.html', '\n<title>Mutya</title>', /:2 Texts of pages stand/],
  ['web/app.html', '<meta name="description"\n  content="Book now" />', /Texts of pages stand/],
  [
    'server/sales/void.ts',
    `throw new AppError('conflict', 'Already void.')`,
    /What people read stands in a messages.ts/,
  ],
  ['server/sales/void.ts', "throw new AppError('conflict', `Void by ${name}.`)", /What people read stands/],
  ['server/sales/void.ts', `throw invalid('name', 'Too short')`, /What people read stands/],
  ['server/db/constraint-errors.ts', `{ code: 'conflict', sentence: 'Already void.' }`, /What people read stands/],
  ['server/sales/void.ts', 's.voided(documentNumber(sale.number))', /A number alone names several documents/],
  ['server/sales/public.ts', 'at.getHours()', /the machine's own time zone/],
  ['web/sales/till/key.ts', 'crypto.randomUUID()', /no crypto.randomUUID on plain http/],
  [
    'web/appointments/calendar/month-view.tsx',
    `import { CalendarSection } from '#web/appointments/desk/calendar-section.tsx'`,
    /appointments\/calendar does not know appointments\/desk/,
  ],
  ['server/db/migrations/0002-x.sql', 'select uuidv7()', /PostgreSQL 18/],
  ['server/sales/queries.ts', 'sql`update sales set a = 1 returning old.a`', /RETURNING old and new/],
  ['server/db/migrations/0002-x.sql', 'a int generated always as (b + (c * 2)) virtual', /virtual columns/],
  ['server/db/migrations/0002-x.sql', 'primary key (id, at without overlaps)', /temporal keys/],
  [
    'server/db/migrations/0002-x.sql',
    'merge into a using b on true\nwhen matched then delete\nreturning a.id',
    /MERGE/,
  ],
  ['server/sales/views.ts', 'sql`select * from json_table(x)`', /SQL\/JSON/],
  ['server/db/migrations/0002-x.sql', '-- fine\nselect\n  current_date', /:3 The clock is a parameter/],
  ['server/sales/views.ts', 'sql`where sold_on = now()::date`', /The clock is a parameter/],
  [
    'server/sales/queries.ts',
    `tx.insertInto('appointments')`,
    /Only appointments writes appointments; call one of its functions/,
  ],
  ['server/profile/queries.ts', `tx\n  .updateTable('people as p')`, /:2 Only people writes people/],
  ['server/privacy/queries.ts', `tx.deleteFrom('sessions')`, /sessions writes sessions/],
  [
    'server/clinic/queries.ts',
    'sql`with x as (\n  insert into "services" (id) values (1))`',
    /:2 Only catalogue writes services/,
  ],
  ['server/clinic/queries.ts', 'sql`update services s set name = 1`', /catalogue writes services/],
  ['server/clinic/queries.ts', 'sql`delete from services`', /catalogue writes services/],
  ['server/lib/http/idempotency.ts', `tx.insertInto('documents')`, /Only sales writes documents/],
  ['server/people/queries.ts', `tx.updateTable('users')`, /users is a view: nobody writes it/],
  ['server/clients/views.ts', `tx.selectFrom('people')`, /people reads people/],
  ['server/clients/views.ts', `rows.innerJoin('accounts as a', 'a.id', 'clients.id')`, /people reads accounts/],
  ['server/clients/views.ts', 'sql`select 1 from clients join people on true`', /people reads people/],
  ['server/db/schema.ts', 'export interface DB {\n  patients: Patients;\n}', /:2 patients has no owner/],
  ['server/sales/sales.test.ts', `it.skip('a sale', () => {})`, /switched off shows nothing/],
  ['server/sales/till-fixture.ts', `beforeAll(() => {})`, /only the first one would get this hook/],
  ['e2e/sale.spec.ts', `test.only('a sale', () => {})`, /switched off shows nothing/],
  ['e2e/sale.spec.ts', 'await page.waitForTimeout(500)', /A fixed wait/],
  ['web/ui/button.tsx', 'const value = input as any', /any switches the types off/],
  ['web/ui/button.tsx', '// TODO later', /TODO has no place here/],
  ['web/ui/button.tsx', '// @ts-ignore', /@ts-ignore has no place here/],
  [
    'package-lock.json',
    '{ "packages": { "node_modules/a": { "optionalDependencies": { "a-win32": "1" } } } }',
    /a-win32 is missing/,
  ],
  ['docs/operations.md', ['fetch from https://registry.npmjs', 'org/pg'].join('.'), /address of a package registry/],
  ['package-lock.json', '      "resolved": "https://example.org/pg.tgz"', /records no download addresses/],
  ['docs/operations.md', ['cd ', 'home', 'maria', 'mutya'].join('/'), /path of somebody's machine/],
]

describe('the structure check detects each deliberately planted defect', () => {
  it.each(defects)('the structure check reports the planted defect in %s: %j', (path, text, sentence) => {
    const found = findings({ path, text }, ...companionsOf({ path, text }))
    expect(found).toHaveLength(1)
    expect(found[0]).toMatch(sentence)
  })
})

it('a folder with too many files, not counting tests, is reported', () => {
  const fill = (folder: string, ending: string, count: number) =>
    Array.from({ length: count }, (_, index) => ({ path: `${folder}/part-${index}${ending}`, text: '' }))
  expect(findings(...fill('web/clients', '.tsx', 30), ...fill('web/clients', '.test.ts', 9))).toEqual([])
  expect(findings(...fill('web/clients', '.tsx', 31))).toEqual([expect.stringMatching(/^web\/clients:1 31 files/)])
})

it('a style sheet that names a missing source, or omits a component that its page uses, is detected', () => {
  const page = { path: 'web/landing/hero.tsx', text: `import { Logo } from '#web/ui/logo.tsx'` }
  const logo = { path: 'web/ui/logo.tsx', text: `<svg className="size-8" />` }
  const sheet = (text: string) => ({ path: 'web/styles/landing.css', text })
  expect(findings(page, logo, sheet(`@source '../landing';\n@source '../ui/logo.tsx';`))).toEqual([])
  expect(findings(page, logo, sheet(`@source '../landing';`))).toEqual([
    'web/styles/landing.css:1 web/ui/logo.tsx is drawn by this page: name it as a @source.',
  ])
  expect(findings(page, logo, sheet(`@source '../ui/logo.tsx';\n@source '../landing*';`))).toEqual([
    'web/styles/landing.css:2 web/landing* does not exist.',
  ])
})

it('a package that no file imports or names is reported as unused', () => {
  const packages = {
    path: 'package.json',
    text: '{ "dependencies": { "zod": "4",\n"left-pad": "1", "@types/zod": "1" } }',
  }
  const reader = { path: 'shared/sales/names.ts', text: `import { z } from 'zod'` }
  expect(findings(packages, reader)).toEqual(['package.json:2 No file names left-pad: take it out.'])
})

it('a package that only the browser build needs is detected among the packages of the server', () => {
  const packages = { path: 'package.json', text: '{ "dependencies": { "zod": "4",\n"clsx": "2" } }' }
  const shared = { path: 'shared/sales/names.ts', text: `import { z } from 'zod'` }
  const screen = { path: 'web/sales/names.ts', text: `import { clsx } from 'clsx'` }
  expect(findings(packages, shared, screen)).toEqual([
    "package.json:2 The clinic's server does not load clsx: list it in devDependencies.",
  ])
})

describe('modules with only one importer', () => {
  const parts = (count: number, from: string): SourceFile[] =>
    Array.from({ length: count }, (_, at) => ({ path: `web/ui/part-${at}.tsx`, text: from }))
  const page = (count: number, write: (at: number) => string): SourceFile => ({
    path: 'web/ui/page.tsx',
    text: Array.from({ length: count }, (_, at) => write(at)).join('\n'),
  })

  const counted = (...files: SourceFile[]) => findings(...files).filter((line) => line.includes('one importer'))

  it('modules with only one importer are reported when they are more than one file in five', () => {
    const importing = page(40, (at) => `import './part-${at}.tsx'`)
    expect(counted(importing, ...parts(119, ''))).toEqual([expect.stringContaining('40 of 120 files of web/')])
  })

  it('modules with only one importer are not counted if a page loads them on demand or a test imports them', () => {
    const lazy = page(40, (at) => `void import('./part-${at}.tsx')`)
    expect(counted(lazy, ...parts(119, ''))).toEqual([])
    const importing = page(40, (at) => `import './part-${at}.tsx'`)
    const test = { ...importing, path: 'web/ui/part.test.tsx' }
    expect(counted(importing, test, ...parts(119, ''))).toEqual([])
  })
})

describe('the structure check accepts allowed code', () => {
  it.each([
    ['server/lib/env.ts', 'const source = process.env'],
    ['server/main.ts', 'const clock = () => new Date()'],
    ['web/lib/use-now.ts', 'const now = () => new Date()'],
    ['shared/lib/manila-time.ts', 'new Intl.DateTimeFormat()'],
    ['server/sales/sales.test.ts', 'const before = Date.now()'],
    ['web/dashboard/dashboard-figures.tsx', 'new Intl.NumberFormat(locale, {})'],
    ['server/sales/public.ts', `import { find } from '#server/users/public.ts'\nnew Date('2026-11-21T09:00:00+08:00')`],
    ['server/sales/public.ts', '/* never process.env */ // and never new Date()\nconst x = now()'],
    ['server/db/migrations/0001-x.sql', '-- never now()\ninsert into a values (1) returning id'],
    [
      'package-lock.json',
      '{ "packages": { "node_modules/a": { "optionalDependencies": { "b": "1" } }, "node_modules/b": {} } }',
    ],
  ])('the structure check accepts %s: %j', (path, text) => {
    expect(findings({ path, text }, ...companionsOf({ path, text }))).toEqual([])
  })
})

describe('the check of docs/conformance.md', () => {
  const page = (...rows: string[]) => ({
    path: 'docs/conformance.md',
    text: ['| id | point | status | where | test |', '| --- | --- | --- | --- | --- |', ...rows].join('\n'),
  })
  const test = { path: 'server/sales/sales.test.ts', text: `it('the client\\'s total is refused', () => {})` }

  it('the check accepts rows that are open, and rows that are done and name an existing test', () => {
    const done = `| SALE-2 | totals \\| sums | done | server/sales (the server alone) | the client's total is refused |`
    expect(findings(page('| SALE-1 | prices | open | | |', done), test)).toEqual([])
  })

  it.each([
    [
      '| SALE-1 | prices | done | server/sales | a test that nobody wrote |',
      /no test is called "a test that nobody wrote"/,
    ],
    ['| SALE-1 | prices | done | server/sales | total is refused |', /no test is called/],
    ['| SALE-1 | prices | done | server/sales | |', /its row names no test/],
    ["| SALE-1 | prices | done | | the client's total is refused |", /its row names no file/],
    [
      "| SALE-1 | prices | done | server/sales, server/gone.ts | the client's total is refused |",
      /there is no server\/gone\.ts/,
    ],
    ['| SALE-1 | prices | almost | | |', /the status is "open" or "done", not "almost"/],
    [
      '| SALE-1 | prices | done | server/sales | every sentence of the specification is used by a screen or the server |',
      /only searches the code/,
    ],
    ['| SALE-1 | prices | open |', /A row has 5 cells, this one has 3/],
    ['| SALE-1 | prices | open | | |\n| SALE-1 | prices | open | | |', /SALE-1 has two rows/],
  ])('the check reports the wrong row %s', (row, sentence) => {
    const found = findings(page(row), test)
    expect(found).toHaveLength(1)
    expect(found[0]).toMatch(sentence)
  })
})

it('every row of docs/journeys.md names a test that exists', () => {
  const page = (title: string) => ({
    path: 'docs/journeys.md',
    text: `| task | test |\n| --- | --- |\n| pay | ${title} |`,
  })
  const test = { path: 'e2e/till.spec.ts', text: `test('a sale takes six clicks', async () => {})` }
  expect(findings(page('a sale takes six clicks'), test)).toEqual([])
  expect(findings(page('a sale takes five clicks'), test)).toEqual([
    expect.stringContaining('No test is called "a sale takes five clicks".'),
  ])
})

it('every title pattern of a drill in docs/trust.md occurs in a test title', () => {
  const page = { path: 'docs/trust.md', text: "| kill | `npx vitest run -t 'two sales'` |" }
  const test = (title: string) => ({ path: 'server/sales/kill.test.ts', text: `test('${title}', () => {})` })
  expect(findings(page, test('two sales at once'))).toEqual([])
  expect(findings(page, test('a sale'))).toEqual(['docs/trust.md:1 No test contains "two sales".'])
})
