import fs from 'node:fs'
import { expect, it } from 'vitest'
import { owned } from './structure/table-owners.ts'

it('every table with an owner exists in the schema and has one owner', () => {
  const schema = fs.readFileSync('server/db/schema.ts', 'utf8')
  const tables = Object.values(owned).flat()
  expect(tables.filter((table) => !new RegExp(`^  ${table}: `, 'm').test(schema))).toEqual([])
  expect(tables.filter((table, i) => tables.indexOf(table) !== i)).toEqual([])
})
