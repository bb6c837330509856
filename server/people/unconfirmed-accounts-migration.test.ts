import { expect, onTestFinished, test } from 'vitest'
import { startEarlierDatabase } from '#server/test/earlier-database.ts'

const AT = `'2026-11-20T09:00:00+08:00'`

test('after the migration, only the accounts of clients who have an e-mail and have not chosen a password await confirmation', async () => {
  const { rows, run, migrate, close } = await startEarlierDatabase('0257-accounts-await-confirmation')
  onTestFinished(close)
  const add = (n: number, name: string, account: { email: string; role: string; hash: string; mustSet: boolean }) => {
    const id = `00000000-0000-4000-8000-00000000000${n}`
    return run(`
      insert into people (id, first_name, email, created_at, updated_at, search_text)
        values ('${id}', '${name}', ${account.email}, ${AT}, ${AT}, '${name}');
      insert into accounts (id, person_id, role, password_hash, must_set_password, created_at, updated_at)
        values ('${id}', '${id}', '${account.role}', ${account.hash}, ${account.mustSet}, ${AT}, ${AT})`)
  }
  const base = { email: 'null', role: 'client', hash: 'null', mustSet: false }
  await add(1, 'default password', { ...base, email: `'a@example.ph'`, hash: `'x'`, mustSet: true })
  await add(2, 'no email', base)
  await add(3, 'no password', { ...base, email: `'b@example.ph'` })
  await add(4, 'own password', { ...base, email: `'c@example.ph'`, hash: `'x'` })
  await add(5, 'staff', { ...base, email: `'d@example.ph'`, role: 'cashier', hash: `'x'`, mustSet: true })
  await migrate()
  expect(await rows('select first_name from users where awaits_confirmation order by first_name')).toEqual([
    { first_name: 'default password' },
    { first_name: 'no password' },
  ])
})
