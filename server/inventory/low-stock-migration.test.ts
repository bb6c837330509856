import { expect, onTestFinished, test } from 'vitest'
import { MAIN_BRANCH_ID } from '#server/db/main-branch.ts'
import { startEarlierDatabase } from '#server/test/earlier-database.ts'

test('the migration keeps the low-stock level of 5 for existing products', async () => {
  const database = await startEarlierDatabase('0036-low-stock-level')
  onTestFinished(() => database.close())
  const at = `'2026-11-20T09:00:00+08:00'`
  await database.run(`
    insert into categories (id, name, created_at, search_text)
      values ('00000000-0000-7000-8000-000000000001', 'Gloves', ${at}, 'gloves');
    insert into products (id, branch_id, category_id, name, quantity, unit_type, created_at, updated_at, search_text)
      select gen_random_uuid(), '${MAIN_BRANCH_ID}', '00000000-0000-7000-8000-000000000001', 'Gloves ' || n, n, 'box',
        ${at}, ${at}, 'gloves' from generate_series(4, 6) n;
  `)
  await database.migrate()
  const rows = await database.rows('select quantity, low_stock_level, version from products order by quantity')
  expect(rows).toEqual(
    [4, 5, 6].map((quantity) => ({ quantity: String(quantity), low_stock_level: '5', version: '1' })),
  )
})
