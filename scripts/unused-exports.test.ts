import { expect, it } from 'vitest'
import type { SourceFile } from './structure/source-file.ts'
import { unusedExports } from './structure/unused-exports.ts'

const findings = (...files: SourceFile[]) =>
  unusedExports(files).map(({ path, line, sentence }) => `${path}:${line} ${sentence}`)

const prices: SourceFile = {
  path: 'shared/lib/prices.ts',
  text: 'export const used = 1\nexport type Own = 2\nexport const own: Own = 2',
}
const user = (text: string, path = 'shared/sales/totals.ts'): SourceFile => ({ path, text })

it('an export that is unused, or used only in its own file, is reported', () => {
  expect(findings(prices)).toEqual([
    'shared/lib/prices.ts:1 Nothing uses used: take it out.',
    'shared/lib/prices.ts:2 No other file uses Own: do not export it.',
    'shared/lib/prices.ts:3 Nothing uses own: take it out.',
  ])
  const all = user(`import { used, type own as theirs, type Own } from '#shared/lib/prices.ts'`)
  expect(findings(prices, all)).toEqual([])
})

it('exports of a namespace import that the importer does not use are reported', () => {
  const whole = user(`import * as prices from '#shared/lib/prices.ts'\nprices.used`)
  expect(findings(prices, whole)).toEqual([
    expect.stringContaining('No other file uses Own'),
    expect.stringContaining('Nothing uses own'),
  ])
})

it('exports of a namespace re-export that nobody reads are reported', () => {
  const passing = user(`export * as prices from '#shared/lib/prices.ts'`)
  const reader = user(`import { prices } from './totals.ts'\nprices.used`, 'shared/sales/sums.ts')
  expect(findings(prices, passing, reader)).toHaveLength(2)
})

it('exports of a dynamically imported module that no file other than its loader names are reported', () => {
  const loader = user(`const load = () => import('#shared/lib/prices.ts')\nvoid load`)
  const beside = user('(await load()).used', 'shared/sales/later.ts')
  const elsewhere = user('const own = 1\nvoid own', 'shared/clients/later.ts')
  expect(findings(prices, loader, beside, elsewhere)).toHaveLength(2)
})

it('every unused name of one export list is reported separately', () => {
  const lists = user(
    `export { used, type Own as Theirs } from '#shared/lib/prices.ts'\nexport const { a, b: c } = { a: 1, b: 2 }`,
  )
  expect(findings(lists)).toEqual(
    ['used', 'Theirs', 'a', 'c'].map((name) =>
      expect.stringMatching(new RegExp(`(Nothing|No other file) uses ${name}:`)),
    ),
  )
})
