import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDatabase, createPool, type Database } from '#server/db/pool.ts'
import { createTestDatabase, type TestDatabase } from '#server/test/database.ts'
import { eventTypes } from '#shared/events.ts'
import type { EventField } from '#shared/lib/event-type.ts'
import type { Column, PersonalTable } from './choices.ts'
import { personalData } from './personal-data.ts'
import { isLoggedWithoutValue, mergedColumns } from './statements.ts'

const howTo = `Edit server/db/personal-data/personal-data.ts: give each column its entry in the list of its table.
- It says something about a person: { export, erase, merge, log }, see choices.ts.
  export: true (own export, by its name), a text (by this name), { shown: key } (code presents it), { left: reason }
  erase:  SQL of the new value when the account is closed ('null'), or { stays: reason }
  merge:  (people, accounts, clients) { chosen: field }, 'kept', 'filled', 'earlier', 'counted', 'recomputed'
  log:    left out (the log says that it changed, never what it held), or 'shown'
- It says nothing about a person: ...nothing('why', 'column')
A new table: table(person('column', 'moves'), { … }), or client(…), row(…). A table without personal data:
impersonal('table') in clinic-tables.ts.`

const lists = personalData as unknown as Record<string, PersonalTable & { isImpersonal?: true }>
let database: TestDatabase
let db: Database

beforeAll(async () => {
  database = await createTestDatabase()
  db = createDatabase(createPool({ connectionString: database.ownerUrl, max: 1 }))
})
afterAll(async () => {
  await db.destroy()
  await database.drop()
})

type Found = { table: string; column: string; is_reference: boolean }

/** Every column of every table, and whether it refers to a person. */
async function columnsOfDatabase(): Promise<Found[]> {
  const { rows } = await sql<Found>`
    select t.relname as table, a.attname as column, exists (
      select from pg_constraint k where k.contype = 'f' and k.conrelid = t.oid and a.attnum = any (k.conkey)
        and k.confrelid in ('people'::regclass, 'accounts'::regclass, 'clients'::regclass)) as is_reference
    from pg_class t join pg_attribute a on a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped
    where t.relnamespace = 'public'::regnamespace and t.relkind = 'r'
      and t.relname not like 'kysely_%' and t.relname <> 'migration_checksums'
    order by 1, a.attnum`.execute(db)
  return rows
}

const unclassified = (found: readonly Found[]) =>
  found
    .filter(({ table, column }) => {
      const list = lists[table]
      return !list || (!list.isImpersonal && !(column in list.columns))
    })
    .map(({ table, column }) => `${table}.${column}`)

/**
 * Expects that no column or table lacks an entry in the list of personal data; the error message says which file to
 * edit.
 */
const expectNone = (names: readonly string[]) => expect(names, `${names.join(', ')}: no entry. ${howTo}`).toEqual([])

test('every column of the database has its entry in the list of personal data', async () => {
  const found = await columnsOfDatabase()
  expectNone(unclassified(found))
  const known = new Set(found.flatMap(({ table, column }) => [table, `${table}.${column}`]))
  const listed = Object.entries(lists).flatMap(([table, { columns }]) => [
    table,
    ...Object.keys(columns).map((column) => `${table}.${column}`),
  ])
  expect(listed.filter((name) => !known.has(name))).toEqual([])
})

test('a column or table that is missing from the list of personal data is found, and the failure says which file to edit', async () => {
  await sql`alter table clients add column column_of_the_test text`.execute(db)
  await sql`create table allergies (id uuid primary key, patient uuid references clients)`.execute(db)
  const names = unclassified(await columnsOfDatabase())
  expect(names).toEqual(['allergies.id', 'allergies.patient', 'clients.column_of_the_test'])
  expect(() => expectNone(names)).toThrow(
    /clients\.column_of_the_test: no entry\. Edit server\/db\/personal-data\/personal-data\.ts/,
  )
  await sql`alter table clients drop column column_of_the_test`.execute(db)
  await sql`drop table allergies`.execute(db)
})

test('no table that refers to people or has their contact details is listed as a table without personal data', async () => {
  const contact = /^(user|client|person)_id$|^(email|contact_number)$/
  const wrong = (await columnsOfDatabase()).filter(
    ({ table, column, is_reference }) => lists[table]?.isImpersonal && (is_reference || contact.test(column)),
  )
  // The e-mail of a branch is the clinic's own address and no personal data.
  expect(wrong.map(({ table, column }) => `${table}.${column}`)).toEqual(['branches.email'])
})

test('each column whose values a merge of two client records combines declares which of the two values is kept', () => {
  const silent = Object.entries(lists)
    .filter(([, { merge }]) => merge === 'one record')
    .flatMap(([table, { columns }]) =>
      Object.entries<Column>(columns)
        .filter(([, choice]) => !('nothing' in choice) && choice.merge === undefined)
        .map(([column]) => `${table}.${column}`),
    )
  expect(silent).toEqual([])
  // The undo data of a merge is keyed by column name, so no two merged columns may have the same name.
  const names = mergedColumns().map(({ column }) => column)
  expect(new Set(names).size).toBe(names.length)
})

test('no log event declares values of a field that the list of personal data excludes from the log', () => {
  const wrong = Object.entries(eventTypes).flatMap(([type, { subject, fields }]) =>
    Object.entries<EventField>(fields)
      .filter(([field, { value }]) => isLoggedWithoutValue(subject, field) && value !== 'hidden')
      .map(([field]) => `${type}: ${field}`),
  )
  expect(wrong).toEqual([])
  expect(isLoggedWithoutValue('client', 'email')).toBe(true)
  expect(isLoggedWithoutValue('client', 'name')).toBe(false)
})
