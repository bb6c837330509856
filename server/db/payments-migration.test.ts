import { expect, onTestFinished, test } from 'vitest'
import { startEarlierDatabase } from '#server/test/earlier-database.ts'
import { CASHIER_AND_SERVICE, earlier, earlierDocument, earlierId } from '#server/test/earlier-documents.ts'

/** Sales by every payment method of the old schema, one of them voided. */
const SOLD = [
  CASHIER_AND_SERVICE,
  earlierDocument({ number: 1 }),
  earlierDocument({ number: 2, payment: { method: 'gcash', reference: 'GC 12-3' } }),
  earlierDocument({ number: 3, payment: { method: 'bank_transfer', reference: 'BT-1' } }),
  earlierDocument({ number: 4, takesBack: { number: 1, kind: 'void' } }),
].join('')

async function startWith(migration: string) {
  const database = await startEarlierDatabase(migration)
  onTestFinished(() => database.close())
  await database.run(SOLD)
  const books = async () => [
    await database.rows('select * from documents order by number'),
    await database.rows('select * from document_lines order by document_id'),
    await database.rows('select * from payments order by document_id'),
  ]
  return { ...database, books }
}

test('the migration keeps a clinic’s four payment methods and its payments, and sets no limit for discounts', async () => {
  const { books, migrate, rows, run } = await startWith('0055-payments')
  const before = await books()
  await migrate()
  expect(await books()).toEqual(before)
  expect(await rows('select payment_methods, cashier_discount_limit from branches')).toEqual([
    { payment_methods: '{cash,gcash,maya,bank_transfer}', cashier_discount_limit: null },
  ])
  const again = (number: number, method: string, reference: string) =>
    run(earlierDocument({ number, payment: { method, reference } })).catch(async (error: unknown) => {
      await run('rollback')
      throw error
    })
  // Reference numbers of old payments stay unique per method; numbers of slips of card terminals may repeat.
  await expect(again(5, 'gcash', 'gc123')).rejects.toMatchObject({ constraint: 'payments__reference_once' })
  await again(6, 'card', '0001')
  await again(7, 'card', '0001')
  await expect(again(8, 'cheque', '1')).rejects.toMatchObject({ constraint: 'payments__method' })
  await expect(run(`update branches set payment_methods = '{}'`)).rejects.toMatchObject({
    constraint: 'branches__payment_methods',
  })
})

test('sales and voids from before the migration need no approval, and sales can be refunded up to the amount paid', async () => {
  const { books, migrate, rows, run } = await startWith('0056-refunds-and-approvals')
  const [documents, ...parts] = await books()
  await migrate()
  expect(await books()).toEqual([documents!.map((row) => ({ ...row, approval_id: null })), ...parts])
  expect(await rows('select * from approvals')).toEqual([])
  const takeBack = (number: number, sale: number, kind: 'void' | 'refund') =>
    run(earlierDocument({ number, takesBack: { number: sale, kind } })).catch(async (error: unknown) => {
      await run('rollback')
      throw error
    })
  await expect(takeBack(5, 1, 'refund')).rejects.toMatchObject({ constraint: 'documents__void_or_refund' })
  await takeBack(6, 2, 'refund')
  await expect(takeBack(7, 2, 'refund')).rejects.toMatchObject({ constraint: 'documents__refund_within' })
  await run(`insert into approvals (id, kind, sale_id, amount_centavos, approver_id, approver_name, requested_by, approved_at)
    values ('${earlierId(90)}', 'refund', '${earlierId(3)}', 100, '${earlier.cashier}', 'Andrea', '${earlier.cashier}', now())`)
  await expect(run('delete from approvals')).rejects.toThrow('append-only')
})
