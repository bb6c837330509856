import { expect, onTestFinished, test } from 'vitest'
import { startEarlierDatabase } from '#server/test/earlier-database.ts'
import { CASHIER_AND_SERVICE, earlierDocument } from '#server/test/earlier-documents.ts'

const paidBy = (number: number, reference: string, method = 'gcash') =>
  earlierDocument({ number, payment: { method, reference } })

test('the migration compares earlier reference numbers by letters and digits, and keeps numbers that were accepted twice', async () => {
  const database = await startEarlierDatabase('0249-reference-keys')
  onTestFinished(() => database.close())
  await database.run(
    [
      CASHIER_AND_SERVICE,
      earlierDocument({ number: 1 }),
      paidBy(2, 'Ref# 88.12'),
      paidBy(3, 'A.1'),
      paidBy(4, 'A1'),
      paidBy(5, 'Peña/7\u200b'),
      paidBy(6, 'B.2'),
      paidBy(7, 'B_2'),
      paidBy(8, '...'),
      paidBy(9, 'A/1', 'maya'),
    ].join(''),
  )
  const numbers = 'select reference_number from payments order by document_id'
  const before = await database.rows(numbers)
  await database.migrate()
  expect(await database.rows(numbers)).toEqual(before)
  const keys = await database.rows('select reference_key from payments order by document_id')
  expect(keys.map((row) => row['reference_key'])).toEqual([
    null,
    'REF8812',
    'A.1',
    'A1',
    'PEÑA7',
    'B2',
    'B_2',
    '...',
    'A1',
  ])
  await expect(database.run(paidBy(10, 'ref8812'))).rejects.toMatchObject({ constraint: 'payments__reference_once' })
  await database.run('rollback')
  await expect(database.run("update payments set reference_key = 'X'")).rejects.toMatchObject({ code: '23001' })
})
