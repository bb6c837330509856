import { afterAll, beforeAll, expect, test } from 'vitest'
import { createUser } from '#server/test/factories.ts'
import { addDepositRow } from '#server/test/deposit-row.ts'
import { depositsContract } from '#shared/deposits/contract.ts'
import { depositLinkContract } from '#shared/deposits/link-contract.ts'
import { ownDepositsContract } from '#shared/deposits/own-contract.ts'
import { openMailClinic, type MailClinic } from './message-fixture.ts'

let clinic: MailClinic
beforeAll(async () => {
  clinic = await openMailClinic()
})
afterAll(() => clinic.close())

test('a client whose deposit was not found gets the reason and a link to pay it by e-mail, unless the payment is reported again before', async () => {
  const client = await createUser(clinic.server.db, 'client', { name: 'Nena Cruz' })
  const visit = await clinic.appointment('2026-12-18', '10:00:00', 'pending', client)
  const id = await addDepositRow(clinic.server.db, client, visit)
  const refuse = () =>
    clinic.desk(depositsContract.refuse, { params: { id }, body: { reason: 'No payment has this number.' } })
  const report = () =>
    clinic.server.as(client.token)(ownDepositsContract.report, {
      params: { id: visit },
      body: { method: 'gcash', reference_number: 'GC 4472' },
    })
  await refuse()
  await clinic.deliverAll()
  const mail = clinic.mail.received.find(({ email }) => email.subject === 'We could not find your deposit')!
  expect(mail.to).toEqual([client.email])
  expect(mail.email.text).toContain('₱500.00 for your visit on Friday, December 18, 2026: No payment has this number.')
  const [, token] = /Pay the deposit:\nhttps:\/\/clinic\.example\.ph\/visit#([\w-]{64})/.exec(mail.email.text!)!
  const byLink = await clinic.server.as(null)(depositLinkContract.see, { body: { token: token! } })
  expect(byLink.data).toMatchObject({ appointment_id: visit, refused_reason: 'No payment has this number.' })
  await report()
  clinic.server.clock.now = new Date(clinic.server.clock.now.getTime() + 60_000)
  await refuse()
  await report()
  await clinic.deliverAll()
  const states = (await clinic.messagesAbout(id)).map(([, state, reason]) => reason ?? state)
  expect(states.toSorted()).toEqual(['sent', 'superseded'])
})

test('a client whom staff ask for a deposit gets the amount and a link to pay it, unless the deposit was paid at the desk at once', async () => {
  const client = await createUser(clinic.server.db, 'client', { name: 'Petra Lim' })
  const ask = async (appointment_id: string) =>
    (await clinic.desk(depositsContract.request, { body: { appointment_id, amount: 750 } })).data.id
  const unpaid = await clinic.appointment('2026-12-21', '10:00:00', 'confirmed', client)
  const asked = [await ask(unpaid), await ask(await clinic.appointment('2026-12-22', '10:00:00', 'confirmed', client))]
  const inCash = { params: { id: asked[1]! }, body: { method: 'cash' as const } }
  await clinic.desk(depositsContract.verify, inCash, { idempotencyKey: crypto.randomUUID() })
  const { send_at } = await clinic.server.db
    .selectFrom('messages')
    .select('send_at')
    .where('subject_id', '=', asked[0]!)
    .executeTakeFirstOrThrow()
  expect(send_at).toEqual(new Date(clinic.server.clock.now.getTime() + 60_000))
  await clinic.deliverAll()
  const [mail, ...more] = clinic.mail.received.filter(({ email }) => email.subject?.startsWith('A deposit'))
  expect(more).toEqual([])
  expect(mail!.email.subject).toBe('A deposit for your visit on Monday, December 21, 2026')
  expect(mail!.email.text).toContain('Please pay a deposit of ₱750.00 for your visit on Monday, December 21, 2026.')
  const [, token] = /Pay the deposit:\nhttps:\/\/clinic\.example\.ph\/visit#([\w-]{64})/.exec(mail!.email.text!)!
  const byLink = await clinic.server.as(null)(depositLinkContract.see, { body: { token: token! } })
  expect(byLink.data).toMatchObject({ appointment_id: unpaid, status: 'requested', amount: 750 })
  expect((await clinic.messagesAbout(asked[1]!)).map(([, state, reason]) => reason ?? state)).toEqual(['superseded'])
})
