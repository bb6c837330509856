import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { featureFilters } from './feature-tests.ts'

const root = fs.mkdtempSync(path.join(os.tmpdir(), 'features-'))
afterAll(() => fs.rmSync(root, { recursive: true }))

for (const file of [
  'shared/sales/totals.test.ts',
  'shared/sales/totals.ts',
  'server/sales/reads/list.test.ts',
  'server/cash/contract.ts',
  'web/cash/count.test.tsx',
  'web/app/routes.ts',
]) {
  fs.mkdirSync(path.dirname(path.join(root, file)), { recursive: true })
  fs.writeFileSync(path.join(root, file), '')
}

const below = (...folders: string[]) => folders.map((folder) => `${path.join(root, folder)}${path.sep}`)

it('the tests of a feature are found in all its folders, and in folders below them', () => {
  expect(featureFilters(['sales'], root)).toEqual(below('shared/sales', 'server/sales'))
  expect(featureFilters(['cash', 'sales'], root)).toEqual(below('web/cash', 'shared/sales', 'server/sales'))
})

it('an error names all features with tests when the given name is unknown, has no tests or is missing', () => {
  expect(() => featureFilters(['sales', 'sale', 'app'], root)).toThrow(
    'No tests of a feature named sale, app. Features: cash, sales.',
  )
  expect(() => featureFilters([], root)).toThrow('Name a feature. Features: cash, sales.')
})

it('the command for a feature’s tests finds its folders in shared, server and web', () => {
  const ownTests = featureFilters(['appointments']).map((folder) => path.relative(process.cwd(), folder))
  expect(ownTests).toEqual(['shared/appointments', 'server/appointments', 'web/appointments'])
})
