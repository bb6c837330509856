import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectRefused } from '#server/appointments/booking-fixture.ts'
import { openInvoicer } from '#server/sales/invoice-fixture.ts'
import { lineMakers, orderOf } from '#server/sales/till-fixture.ts'
import { createUser } from '#server/test/factories.ts'
import { logEntries } from '#server/test/log-entries.ts'
import { messagesContract as contract } from '#shared/messages/contract.ts'
import { receiptMailMessages as s } from '#shared/messages/sent-messages.ts'
import { salesContract } from '#shared/sales/contract.ts'
import { PAYMENT_METHODS } from '#shared/sales/payment.ts'
import { receiptText } from '#shared/sales/receipt.ts'
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

test('a cashier sends a receipt to the client’s e-mail address, even in the evening; a second request at once sends no second e-mail', async () => {
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
  expect(mail.email.subject).toBe('Your receipt 000001 from Perlas <Clinic> & Spa')
  expect(mail.email.text).toContain('Diamond peel: 2 × ₱1,500.00 = ₱3,000.00')
  expect(mail.email.text).toContain('Total: ₱3,000.00')
  expect(mail.email.html).toContain('Hello Bianca &lt;Garcia&gt;,')
  const actions = (await logEntries(clinic.server.db, { subject_id: sale.id })).map(({ action }) => action)
  expect(actions).toContain('Sent receipt 000001 to Bianca <Garcia> by e-mail')
  // An e-mail is not a print, so the first printed receipt is no reprint.
  const { data } = await clinic.desk(salesContract.receipt, { params: { id: sale.id } })
  expect(data.print_count).toBe(0)
})

test('a clinic customises the text above a receipt, and can switch receipts by e-mail off', async () => {
  const admin = clinic.server.as((await createUser(clinic.server.db, 'admin')).token)
  const save = (is_on: boolean, subject: string | null, body: string | null) =>
    admin(contract.saveOccasion, { body: { occasion: 'receipt', channel: 'email', is_on, subject, body } })
  await save(true, 'Salamat, {client}', 'Your {document} {number} & more:')
  const client = await clinic.newClient('Ana <i>Cruz</i>')
  const sale = await sellTo(client)
  await email(sale.id)
  await clinic.deliverAll()
  const mail = (await clinic.mail.next()).email
  expect(mail.subject).toBe('Salamat, Ana <i>Cruz</i>')
  expect(mail.text).toMatch(/^Your receipt \d{6} & more:\n/)
  expect(mail.html).toContain('&amp; more:')
  await save(false, null, null)
  await expectRefused(email(sale.id), 409, s.off.receipt)
  await save(true, null, null)
})

test('sending a receipt to a customer without an e-mail, or sending an unknown receipt, gets an error', async () => {
  const client = await clinic.newClient()
  const sale = await sellTo(client)
  await clinic.server.db.updateTable('people').set({ email: null }).where('id', '=', client.id).execute()
  await expectRefused(email(sale.id), 409, s.customerNeedsEmail)
  await expect(email(randomUUID())).rejects.toMatchObject({ status: 404 })
})

test('the e-mails of an order slip and of a void have texts of their own', async () => {
  await clinic.server.db.updateTable('branches').set({ document_mode: 'booklet', is_vat_registered: false }).execute()
  const client = await clinic.newClient()
  const sale = await sellTo(client)
  await email(sale.id)
  await clinic.deliverAll()
  const slip = (await clinic.mail.next()).email
  expect(slip.subject).toMatch(/^Your order slip 000001 from /)
  expect(slip.text).toContain('Your invoice was written by hand at the clinic.')
  expect(slip.text).toContain('ORDER SLIP - THIS IS NOT AN INVOICE')
  expect(slip.text).toContain('THIS IS NOT AN INVOICE\n')
  const admin = clinic.server.as((await createUser(clinic.server.db, 'admin')).token)
  const params = { id: sale.id }
  const counter = (await admin(salesContract.voidSale, { params, body: { reason: 'Rung up twice' } })).data
  clinic.server.clock.now = new Date(clinic.server.clock.now.getTime() + 60_000)
  await email(counter.id)
  await clinic.deliverAll()
  const back = (await clinic.mail.next()).email
  expect(back.subject).toMatch(/^Void of your order slip 000001 from /)
  expect(back.text).toContain('Your order slip 000001 was voided.')
  expect(back.text).toContain('Given back: ₱3,000.00')
})

/** Makes a service eligible for Senior Citizen and PWD discounts, and sets up VAT invoices on a terminal. */
async function sellInvoices() {
  const { db } = clinic.server
  const invoicer = await openInvoicer(clinic.server)
  await invoicer.addTerminal('Front desk', 'MIN-77', 'SN-88')
  await db
    .updateTable('branches')
    .set({ payment_methods: [...PAYMENT_METHODS] })
    .execute()
  await db
    .updateTable('services')
    .set({ senior_pwd_eligible: true })
    .where('id', '=', clinic.catalogue.serviceId)
    .execute()
  await invoicer.setUp({ mode: 'invoice_vat' })
}

test('the e-mail of an invoice with a discount card, discounts, a buyer and two payments has the contents of the printed invoice', async () => {
  await sellInvoices()
  const client = await clinic.newClient('Iñez Peña')
  const { peel, glow, light } = lineMakers(clinic.catalogue)
  const lines = [peel({ senior_pwd: true }), glow({ discount: 250.5, discount_reason: 'Promo', addOns: [light(2)] })]
  const tax = { isVatRegistered: true, chargesExcise: false }
  const body = {
    ...orderOf(client, lines, { is_discounted: 'yes', discount: 100, discount_reason: 'Staff' }, tax),
    senior_pwd_card: { kind: 'senior', id_number: 'QC-0148', name: 'Corazon Peña', birth_date: '1950-03-14' } as const,
    buyer: { name: 'Peña & Sons', address: '5 Colon St, Cebu', tin: '321-654-987-00001' },
    payments: [
      { method: 'cash' as const, amount: 3000, received: 3000, reference_number: null },
      { method: 'card' as const, amount: 921.43, received: 921.43, reference_number: 'SLIP-9' },
    ],
  }
  const sale = (await clinic.desk(salesContract.checkout, { body }, { idempotencyKey: randomUUID() })).data
  await email(sale.id)
  await clinic.deliverAll()
  const mail = await clinic.mail.next()
  expect(mail.email.subject).toBe('Your VAT invoice 000001 (Front desk) from Perlas Skin Clinic')
  const { data } = await clinic.desk(salesContract.receipt, { params: { id: sale.id } })
  const paper = receiptText(data, clinic.server.clock.now)
  const pairs = [...paper.facts, ...paper.sums, ...paper.parts!.flatMap((part) => part.pairs)]
  const plain = mail.email.text!
  const said = mail.email
    .html!.replaceAll(/<[^>]+>/g, ' ')
    .replaceAll('&amp;', '&')
    .replaceAll('&nbsp;', ' ')
    .replaceAll(/\s+/g, ' ')
  for (const line of [paper.heading, paper.number!, ...paper.clinicLines, ...paper.smallPrint!]) {
    expect(plain).toContain(line)
    expect(said).toContain(line)
  }
  for (const { label, value } of [...pairs, ...paper.items.flatMap(({ deductions = [] }) => deductions)]) {
    expect(plain).toContain(`${label}: ${value}`)
    expect(said).toContain(`${label} ${value}`)
  }
  for (const { name, detail, amount } of paper.items) {
    expect(plain).toContain(`${name}: ${detail} = ${amount}`)
    expect(said).toContain(`${name} ${detail} ${amount}`)
  }
  expect(pairs.map(({ label }) => label)).toEqual(
    expect.arrayContaining(['Sold to', 'Paid by Cash', 'Paid by Card', 'VATable sales', 'VAT-exempt sales', 'ID no.']),
  )
  expect(plain).toContain('Less VAT: −₱160.71')
})

test('an e-mail about a void or a refund names the voided or refunded document by kind, number and terminal', async () => {
  const sale = await sellTo(await clinic.newClient())
  const admin = clinic.server.as((await createUser(clinic.server.db, 'admin')).token)
  const voided = { params: { id: sale.id }, body: { reason: 'Rung up twice' } }
  const counter = (await admin(salesContract.voidSale, voided)).data
  await email(counter.id)
  await clinic.deliverAll()
  const { subject, text } = (await clinic.mail.next()).email
  expect(subject).toBe('Void of your VAT invoice 000002 (Front desk) from Perlas Skin Clinic')
  expect(text).toContain('Your VAT invoice 000002 (Front desk) was voided.')
})
