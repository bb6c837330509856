import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { read, type CellObject } from '@e965/xlsx'
import { expect, test } from 'vitest'
import { everyEndpoint } from '#shared/contracts.ts'
import type { Endpoint } from '#shared/lib/endpoint.ts'
import type { ListFile } from '#shared/lib/lists/list-file.ts'
import { reportXlsx } from './report/report-xlsx.ts'

const root = path.join(import.meta.dirname, '../..')
const filesBelow = (folder: string) =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`)
const modules = (file: string) => import(path.join(root, file)) as Promise<Record<string, Record<string, Endpoint>>>

/**
 * The names that a file imports from the contracts, each with its module and the name under which the module exports
 * it.
 */
function importsOf(text: string): Map<string, { from: string; name: string }> {
  const found = text.matchAll(/import \{([^}]*)\} from '#(shared\/[^']*contract\.ts)'/g)
  return new Map(
    Array.from(found).flatMap(([, names, from]) =>
      names!.split(',').map((each) => {
        const [name, local = name] = each.trim().split(' as ')
        return [local!, { from: from!, name: name! }] as const
      }),
    ),
  )
}

/** The URLs of the calls for which a source file of the app offers an export as CSV and Excel file. */
async function exportedBy(file: string): Promise<string[]> {
  const text = readFileSync(path.join(root, file), 'utf8')
  const imports = importsOf(text)
  const calls = Array.from(text.matchAll(/endpoint(?:=\{|: )(\w+)\.(\w+)/g))
  return Promise.all(
    calls.map(async ([, local, call]) => {
      const { from, name } = imports.get(local!)!
      return (await modules(from))[name]![call!]!.url
    }),
  )
}

test('every list that is exported as CSV is also exported as Excel file on its screen', async () => {
  const screens = filesBelow('web').filter((file) => /(?<!\.test)\.tsx?$/.test(file))
  const exported = (await Promise.all(screens.map(exportedBy))).flat()
  const csvCalls = everyEndpoint.filter(({ response }) => response.description === 'text/csv')
  expect(csvCalls.map(({ url }) => url).filter((url) => !exported.includes(url))).toEqual([])
})

test('texts of every list stay texts in its Excel file: ID numbers, phone numbers, long references and formulas', async () => {
  const files = filesBelow('shared').filter((file) => /\/list-files?\.ts$/.test(file) && !file.includes('/lib/'))
  const lists = (await Promise.all(files.map(modules))).flatMap((module) => Object.values(module)) as unknown[]
  const texts = ['0012345', '+639170001234', '00123456789012345678', '=1+1', '+1', '-1', '@SUM(A1)', '2026-01-02']
  const tested = lists.filter((list): list is ListFile<never> => typeof list === 'object')
  for (const { name, columns } of tested) {
    const report = {
      title: name,
      clinic: { name: '', lines: [] },
      facts: [],
      columns: columns.map(({ header, kind }, cell) => ({ header, kind, cell })),
    }
    const rows = texts.map((text) => columns.map(({ kind }) => (kind === 'text' ? text : '')))
    const heading = columns.map(({ header }) => header)
    const file = await reportXlsx(report, [heading, ...rows, heading.map(() => '')], () => undefined)
    const sheet = read(new Uint8Array(file)).Sheets.Sheet1 as Record<string, CellObject>
    const cells = Object.entries(sheet).flatMap(([at, cell]) =>
      at.startsWith('!') || /^[A-Z]1$/.test(at) ? [] : [cell],
    )
    expect(cells.filter(({ f, t }) => f !== undefined || t !== 's')).toEqual([])
    expect(cells.map(({ v }) => v).sort()).toEqual(
      rows
        .flat()
        .filter((text) => text !== '')
        .sort(),
    )
  }
  expect(tested.length).toBeGreaterThan(12)
})
