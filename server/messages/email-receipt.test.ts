import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectRefused } from '#server/appointments/booking-fixture.ts'
import { lineMakers, orderOf } from '#server/sales/till-fixture.ts'
import { logEntries } from '#server/test/log-entries.ts'
import { messagesContract as contract } from '#shared/messages/contract.ts'
import { receiptMailMessages as s } from '#shared/messages/receipt-mail-messages.ts'
import { salesContract } from '#shared/sales/contract.ts'
import { openMailClinic, type MailClinic } from './message-fixture.ts'

let clinic: MailClinic
beforeAll(async () => {
  clinic = await openMailClinic()
})
afterAll(() => clinic.close())

async function sellTo(client: Awaited<ReturnType<MailClinic['newClient']>>) {
  const { peel } = lineMakers(clinic.catalogue)
  const body = orderOf(client, [peel({ quantity: 2 })])
  return (await clinic.desk(salesContract.checkout, { body }, { idempotencyKey: randomUUID() })).data
}
const email = (id: string) => clinic.desk(contract.emailReceipt, { params: { id } })

test('a cashier sends the receipt to the address on file, once for two presses, also in the evening', async () => {
  const client = await clinic.newClient('Bianca <Garcia>')
  const sale = await sellTo(client)
  const before = clinic.server.clock.now
  clinic.server.clock.now = new Date('2026-11-21T21:00:00+08:00')
  expect((await email(sale.id)).message).toBe(s.receiptQueued('Bianca <Garcia>'))
  await email(sale.id)
  await clinic.deliverAll()
  clinic.server.clock.now = before
  const mail = await clinic.mail.next()
  expect(clinic.mail.received).toHaveLength(1)
  expect(mail.to).toEqual([client.email])
  expect(mail.email.subject).toBe('Receipt 000001 from Perlas <Clinic> & Spa')
  expect(mail.email.text).toContain('Diamond peel: 2 × ₱1,500.00 = ₱3,000.00')
  expect(mail.email.text).toContain('Total: ₱3,000.00')
  expect(mail.email.html).toContain('Hello Bianca &lt;Garcia&gt;,')
  const told = (await logEntries(clinic.server.db, { subject_id: sale.id })).map(({ action }) => action)
  expect(told).toContain('Sent receipt 000001 to Bianca <Garcia> by e-mail')
  // A mail is no print: the first one on paper is no reprint.
  const { data } = await clinic.desk(salesContract.receipt, { params: { id: sale.id } })
  expect(data.print_count).toBe(0)
})

test('a customer without an address, and a receipt that is unknown, are told', async () => {
  const client = await clinic.newClient()
  const sale = await sellTo(client)
  await clinic.server.db.updateTable('people').set({ email: null }).where('id', '=', client.id).execute()
  await expectRefused(email(sale.id), 409, s.customerNeedsEmail)
  await expect(email(randomUUID())).rejects.toMatchObject({ status: 404 })
})
