import { logEntries } from '#server/test/log-entries.ts'
import { expect, onTestFinished, test } from 'vitest'
import { createUser, givePassword } from '#server/test/factories.ts'
import { appointmentsContract } from '#shared/appointments/contract.ts'
import { authContract, contactContract } from '#shared/auth/contract.ts'
import { dashboardContract } from '#shared/dashboard/contract.ts'
import { invitationsContract, usersContract } from '#shared/users/contract.ts'
import { openMailClinic } from './message-fixture.ts'
import { deliver } from './deliver.ts'

test('if the user who sent an invitation was deleted before the e-mail is sent, the e-mail names the clinic as the inviter', async () => {
  const clinic = await openMailClinic()
  onTestFinished(() => clinic.close())
  const { db } = clinic.server
  await db.updateTable('branches').set({ name: 'Perlas' }).execute()
  const sender = await createUser(db, 'admin', { name: 'Isabel Reyes' })
  const body = { name: 'Mara Ramos', email: 'mara@example.ph', role: 'cashier' } as const
  await clinic.server.as(sender.token)(invitationsContract.invite, { body })
  await clinic.admin(usersContract.remove, { params: { id: sender.id } })
  await clinic.deliverAll()
  const text = clinic.mail.received.find(({ to }) => to[0] === body.email)!.email.text!
  expect(text).toContain('Perlas invites you')
  expect(text).not.toMatch(/\{\w+\}|undefined|Isabel/)
})

test('an e-mail to an unconfirmed address contains no text that a stranger typed; the name is used only once the address is confirmed', async () => {
  const clinic = await openMailClinic()
  onTestFinished(() => clinic.close())
  const { db } = clinic.server
  const typed = 'You have won a prize'
  const person = await createUser(db, 'client', { name: typed, isUnknown: true })
  await givePassword(db, person.id, 'pearl of the orient')
  const own = clinic.server.as(person.token)
  const { data } = await own(appointmentsContract.book, { body: clinic.visit('2026-12-01', '09:00:00') })
  await own(contactContract.sendLink, {})
  await clinic.server.as(null)(authContract.forgotPassword, { body: { email: person.email } })
  const visitor = { name: typed, email: person.email, password: 'pearl of the orient' }
  await clinic.server.as(null)(authContract.register, { body: visitor })
  const confirm = { params: { id: data.appointment_id }, body: { status: 'confirmed' as const } }
  await clinic.deliverAll()
  await clinic.desk(appointmentsContract.updateStatus, confirm)
  await clinic.deliverAll()
  const subjects = clinic.mail.received.map(({ email }) => email.subject)
  expect(subjects).toHaveLength(5)
  for (const { to, raw } of clinic.mail.received) expect([to, raw.includes('prize')]).toEqual([[person.email], false])
  expect(clinic.mail.received[0]!.email.text).toContain('Hello there,')
  await db
    .updateTable('people')
    .set({ email_verified_at: clinic.server.clock.now })
    .where('id', '=', person.id)
    .execute()
  const cancel = { status: 'cancelled' as const, reason: 'clinic' as const }
  await clinic.desk(appointmentsContract.updateStatus, { params: { id: data.appointment_id }, body: cancel })
  await clinic.deliverAll()
  expect(clinic.mail.received.at(-1)!.email.text).toContain(`Hello ${typed},`)
})

test('a daily limit applies to e-mails to unconfirmed addresses, not to confirmed ones; admins are notified once when it is reached', async () => {
  const clinic = await openMailClinic({ limits: { unknownPeopleMails: { tries: 2, windowSeconds: 86_400 } } })
  onTestFinished(() => clinic.close())
  const { db, clock } = clinic.server
  const services = { ...clinic.services, unknownPeopleMails: { tries: 2, windowSeconds: 86_400 } }
  const deliverAll = async () => {
    const waiting = await db.selectFrom('messages').select('id').where('state', '=', 'queued').orderBy('id').execute()
    for (const { id } of waiting) await deliver(services, id, new AbortController().signal)
  }
  const queued = (occasion: string) =>
    db.selectFrom('messages').select('id').where('occasion', '=', occasion).where('state', '=', 'queued').execute()
  const notices = async () => (await clinic.admin(dashboardContract.monthlySales, {})).notices
  const register = (n: number) =>
    clinic.server.as(null)(authContract.register, {
      body: { name: `Ana Cruz ${n}`, email: `ana-${n}@example.ph`, password: 'pearl of the orient' },
    })
  for (const n of [1, 2]) await register(n)
  await deliverAll()
  expect([clinic.mail.received.length, await notices()]).toEqual([2, []])
  for (const n of [3, 4]) await register(n)
  const known = await createUser(db, 'client')
  await givePassword(db, known.id, 'pearl of the orient')
  await clinic.server.as(null)(authContract.forgotPassword, { body: { email: known.email } })
  // The message is queued only after the response, whose duration therefore does not reveal whether the e-mail is
  // known.
  await expect.poll(() => queued('password_reset')).toHaveLength(1)
  await deliverAll()
  expect(clinic.mail.received.slice(2).map(({ to }) => to)).toEqual([[known.email]])
  const stopped = await db.selectFrom('messages').select('id').where('reason', '=', 'daily-limit').execute()
  expect([stopped.length, await notices()]).toEqual([2, ['mails_stopped']])
  const logged = (await logEntries(db, {})).filter(({ action }) => action.startsWith('Stopped e-mails to unconfirmed'))
  expect(logged).toHaveLength(1)
  clock.now = new Date(clock.now.getTime() + 86_400_000)
  await register(5)
  await deliverAll()
  expect([clinic.mail.received.at(-1)!.to, await notices()]).toEqual([['ana-5@example.ph'], []])
})
