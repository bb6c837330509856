import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createUser } from '#server/test/factories.ts'
import { mailMessages as s } from '#shared/messages/sent-messages.ts'
import { prepaidContract } from '#shared/prepaid/contract.ts'
import { prepaidMessages } from '#shared/prepaid/messages.ts'
import { paymentSettingsContract } from '#shared/sales/till-contract.ts'
import { openMailClinic, type MailClinic } from './message-fixture.ts'

let clinic: MailClinic
let admin: ReturnType<MailClinic['server']['as']>
beforeAll(async () => {
  clinic = await openMailClinic()
  admin = clinic.server.as((await createUser(clinic.server.db, 'admin')).token)
  await admin(paymentSettingsContract.save, { body: { methods: ['cash', 'prepaid'], discount_limit: null } })
})
afterAll(() => clinic.close())

const sell = async (recipient_email: string | null) =>
  (
    await clinic.desk(
      prepaidContract.sell,
      {
        body: {
          amount: 2500,
          method: 'cash',
          buyer_name: 'Bea <Buyer>',
          recipient_name: 'Ana Cruz',
          message: 'Happy birthday!\nEnjoy & rest',
          recipient_email,
        },
      },
      { idempotencyKey: randomUUID() },
    )
  ).data

test('a sold gift card is sent to the recipient’s e-mail address, with amount, message and number in the clinic’s look', async () => {
  const card = await sell('Ana@Perlas.example')
  expect(card.recipient_email).toBe('ana@perlas.example')
  expect(await clinic.messagesAbout(card.id)).toEqual([['gift_card', 'queued', null]])
  await clinic.deliverAll()
  const mail = await clinic.mail.next()
  expect(mail.to).toEqual(['ana@perlas.example'])
  expect(mail.email.subject).toBe(s.giftCardSubject('Bea <Buyer>', 'Perlas <Clinic> & Spa'))
  for (const part of [card.card_number, '₱2,500.00', 'Happy birthday!\nEnjoy & rest', prepaidMessages.noExpiry])
    expect(mail.email.text).toContain(part)
  for (const part of [card.card_number, '₱2,500.00', 'Happy birthday!<br>Enjoy &amp; rest', 'Bea &lt;Buyer&gt;'])
    expect(mail.email.html).toContain(part)
  expect(await clinic.messagesAbout(card.id)).toEqual([['gift_card', 'sent', null]])
})

test('a gift card is not sent if it has no e-mail address of a recipient, nor if it was voided before it was sent', async () => {
  expect(await clinic.messagesAbout((await sell(null)).id)).toEqual([])
  const card = await sell('ben@perlas.example')
  await admin(prepaidContract.voidCard, { params: { id: card.id }, body: { reason: 'Bought twice' } })
  const sent = clinic.mail.received.length
  await clinic.deliverAll()
  expect(clinic.mail.received).toHaveLength(sent)
  expect(await clinic.messagesAbout(card.id)).toEqual([['gift_card', 'skipped', 'superseded']])
})

test('a wrong e-mail address of the recipient is refused, and no gift card is sold', async () => {
  const count = async () => (await clinic.server.db.selectFrom('prepaid_sales').select('number').execute()).length
  const before = await count()
  await expect(sell('ana@')).rejects.toMatchObject({ status: 422 })
  expect(await count()).toBe(before)
})
