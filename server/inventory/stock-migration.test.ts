import { expect, onTestFinished, test } from 'vitest'
import { MAIN_BRANCH_ID } from '#server/db/main-branch.ts'
import { startEarlierDatabase } from '#server/test/earlier-database.ts'

test('the migration records the quantity of each existing product as an adjustment without a user', async () => {
  const database = await startEarlierDatabase('0221-stock-movements')
  onTestFinished(() => database.close())
  const at = `'2026-11-20T09:00:00+08:00'`
  await database.run(`
    insert into categories (id, name, created_at, search_text)
      values ('00000000-0000-7000-8000-000000000001', 'Gloves', ${at}, 'gloves');
    insert into products (id, branch_id, category_id, name, quantity, unit_type, created_at, updated_at, search_text)
      select gen_random_uuid(), '${MAIN_BRANCH_ID}', '00000000-0000-7000-8000-000000000001', 'Gloves ' || n, n, 'box',
        ${at}, ${at}, 'gloves' from generate_series(0, 2) n;
  `)
  await database.migrate()
  expect(await database.rows('select quantity from products order by quantity')).toEqual(
    ['0', '1', '2'].map((quantity) => ({ quantity })),
  )
  const movements = 'select number, kind, amount, balance, moved_by from stock_movements order by balance'
  expect(await database.rows(movements)).toEqual(
    ['1', '2'].map((amount) => ({ number: '1', kind: 'adjust', amount, balance: amount, moved_by: null })),
  )
})
