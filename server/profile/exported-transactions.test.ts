import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTill, orderOf, type Till } from '#server/sales/till-fixture.ts'
import { createUser } from '#server/test/factories.ts'
import { exportContract } from '#shared/profile/contract.ts'
import { salesContract } from '#shared/sales/contract.ts'
import { refundContract } from '#shared/sales/refunds/refund-contract.ts'

let till: Till
beforeAll(async () => {
  till = await openTill()
})
afterAll(() => till.server.close())

test('the export of a client’s data contains every payment of a split sale, with refunds and voids and their reasons', async () => {
  const user = await createUser(till.server.db, 'client', { name: 'Liza Ñandu' })
  const admin = till.server.as((await createUser(till.server.db, 'admin')).token)
  const payments = [
    { method: 'cash' as const, amount: 1000, received: 1200, reference_number: null },
    { method: 'gcash' as const, amount: 500, received: 500, reference_number: 'GC-123' },
  ]
  const sell = () => till.send({ ...orderOf(user, [till.peel()], { received_money: 1700 }), payments })
  const sale = await sell()
  const before = till.server.clock.now
  till.server.clock.now = new Date('2026-11-22T09:00:00+08:00')
  const lines = [{ position: 1, quantity: 1 }]
  const body = { lines, total: 1500, method: 'maya' as const, reference_number: 'MY-1', reason: 'Allergic reaction' }
  await admin(refundContract.refund, { params: { id: sale.id }, body }, { idempotencyKey: randomUUID() })
  const second = { ...payments[1]!, reference_number: 'GC-124' }
  const twice = await till.send({
    ...orderOf(user, [till.peel()], { received_money: 1700 }),
    payments: [payments[0]!, second],
  })
  till.server.clock.now = new Date('2026-11-22T09:05:00+08:00')
  await admin(salesContract.voidSale, { params: { id: twice.id }, body: { reason: 'Rung up twice' } })
  const { transactions } = await till.server.as(user.token)(exportContract.read, {})
  till.server.clock.now = before
  expect(transactions).toMatchObject([
    {
      kind: 'void',
      total: -1500,
      payments: [{ method: 'Cash' }, { method: 'GCash', amount: -500 }],
      reason: 'Rung up twice',
      takes_back: twice.document_name,
    },
    { kind: 'sale', document: twice.document_name, receipt_number: twice.receipt_number, reason: null },
    {
      kind: 'refund',
      payments: [{ method: 'Maya', amount: -1500, reference_number: 'MY-1' }],
      reason: 'Allergic reaction',
      takes_back: sale.document_name,
    },
    {
      kind: 'sale',
      issued_as: 'Acknowledgement receipt',
      total: 1500,
      payments: [
        { method: 'Cash', amount: 1000, received: 1200, change: 200, reference_number: null },
        { method: 'GCash', amount: 500, received: 500, change: 0, reference_number: 'GC-123' },
      ],
    },
  ])
})
