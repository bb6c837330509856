import fs from 'node:fs'
import { expect, it } from 'vitest'
import { owned } from './structure/table-owners.ts'

it('every table that is listed for an owning feature exists in the schema, and no table has two owners', () => {
  const schema = fs.readFileSync('server/db/schema.ts', 'utf8')
  const tables = Object.values(owned).flat()
  expect(tables.filter((table) => !new RegExp(`^  ${table}: `, 'm').test(schema))).toEqual([])
  expect(tables.filter((table, i) => tables.indexOf(table) !== i)).toEqual([])
})
