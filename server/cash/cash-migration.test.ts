import { expect, onTestFinished, test } from 'vitest'
import { startEarlierDatabase } from '#server/test/earlier-database.ts'
import { CASHIER_AND_SERVICE, earlierDocument } from '#server/test/earlier-documents.ts'

test('the migration to cash control leaves it switched off, and assigns no shift to existing documents', async () => {
  const database = await startEarlierDatabase('0048-terminals-and-shifts')
  onTestFinished(() => database.close())
  await database.run(CASHIER_AND_SERVICE + earlierDocument({ number: 1 }))
  const before = await database.rows('select * from documents')
  await database.migrate()
  const after = await database.rows('select * from documents')
  expect(after).toMatchObject(before.map((row) => ({ ...row, terminal_id: null, shift_id: null })))
  expect(await database.rows('select is_on, difference_centavos from cash_settings')).toEqual([
    { is_on: 'f', difference_centavos: '5000' },
  ])
})
