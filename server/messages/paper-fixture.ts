import { randomUUID } from 'node:crypto'
import { lineMakers, orderOf } from '#server/sales/till-fixture.ts'
import type { TestUser } from '#server/test/factories.ts'
import { salesContract } from '#shared/sales/contract.ts'
import { refundContract } from '#shared/sales/refunds/refund-contract.ts'
import type { MailClinic } from './message-fixture.ts'

/** For tests: makes a receipt, a void or a refund of a new sale. A refund is made on the day after the sale. */
export async function makePaper(
  { admin, catalogue, desk, server }: MailClinic,
  kind: 'receipt' | 'void' | 'refund',
  client: TestUser,
): Promise<{ id: string }> {
  const order = orderOf(client, [lineMakers(catalogue).peel({ quantity: 2 })])
  const { data: sale } = await desk(salesContract.checkout, { body: order }, { idempotencyKey: randomUUID() })
  if (kind === 'receipt') return sale
  const params = { id: sale.id }
  if (kind === 'void') return (await admin(salesContract.voidSale, { params, body: { reason: 'Twice' } })).data
  server.clock.now = new Date('2026-11-22T09:00:00+08:00')
  const body = { lines: [{ position: 1, quantity: 1 }], total: 1500, method: 'cash' as const, reason: 'Allergic' }
  return (await admin(refundContract.refund, { params, body }, { idempotencyKey: randomUUID() })).data
}
