import { expect, onTestFinished, test } from 'vitest'
import { MAIN_BRANCH_ID } from '#server/db/main-branch.ts'
import { startEarlierDatabase } from '#server/test/earlier-database.ts'

const id = (n: number) => `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`
const at = `'2026-11-20T09:00:00+08:00'`
const account = (n: number, role: string) => `
  insert into people (id, first_name, created_at, updated_at, search_text) values ('${id(n)}', 'Ana', ${at}, ${at}, 'ana');
  insert into accounts (id, person_id, role, created_at, updated_at) values ('${id(n)}', '${id(n)}', '${role}', ${at}, ${at});`

test('the migration keeps existing accounts, and allows only accounts of the role practitioner to refer to a practitioner', async () => {
  const database = await startEarlierDatabase('0043-practitioner-log-ins')
  onTestFinished(() => database.close())
  await database.run(`${account(1, 'client')} ${account(2, 'cashier')} ${account(3, 'admin')}
    insert into resources (id, branch_id, kind, name, position) values
      ('${id(4)}', '${MAIN_BRANCH_ID}', 'practitioner', 'Dra. Reyes', 1), ('${id(5)}', '${MAIN_BRANCH_ID}', 'room', 'Laser', 2)`)
  await database.migrate()
  expect(await database.rows('select id, role, version, practitioner_id from users order by id')).toEqual(
    ['client', 'cashier', 'admin'].map((role, n) => ({
      id: id(n + 1),
      role,
      version: '2',
      practitioner_id: null,
    })),
  )
  await database.run(account(6, 'practitioner'))
  const tie = (user: number, resource: number) =>
    database.run(`update accounts set practitioner_id = '${id(resource)}' where id = '${id(user)}'`)
  await expect(tie(2, 4)).rejects.toThrow('accounts__practitioner_role')
  await expect(tie(6, 5)).rejects.toThrow('accounts__practitioner')
  await tie(6, 4)
  await database.run(account(7, 'practitioner'))
  await expect(tie(7, 4)).rejects.toThrow('accounts__practitioner_once')
})
