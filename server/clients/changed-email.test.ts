import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { expectRefused } from '#server/appointments/booking-fixture.ts'
import { openMailClinic, type MailClinic } from '#server/messages/message-fixture.ts'
import { createUser, givePassword, type TestUser } from '#server/test/factories.ts'
import { contactContract, authContract } from '#shared/auth/contract.ts'
import { contactMessages } from '#shared/auth/messages.ts'
import { clientsContract } from '#shared/clients/contract.ts'
import { clientMessages as s } from '#shared/clients/messages.ts'
import { usersContract } from '#shared/users/contract.ts'

const OWN = 'pearl of the orient'
const TAKEN = 'thief@example.ph'
let clinic: MailClinic
let client: TestUser

beforeAll(async () => {
  clinic = await openMailClinic()
})
afterAll(() => clinic.close())
let count = 0
beforeEach(async () => {
  const { db } = clinic.server
  clinic.mail.received.length = 0
  await db.deleteFrom('rate_windows').execute()
  await db.updateTable('people').set({ email: null }).where('email', '=', TAKEN).execute()
  client = await createUser(db, 'client', { name: 'Maria Santos', email: `maria-${count++}@example.ph` })
  await givePassword(db, client.id, OWN)
})

const params = () => ({ id: client.clientId! })
const change = (email: string | null, by = clinic.desk) =>
  by(clientsContract.update, { params: params(), body: { name: client.name, email } })
const logInOf = async () => (await clinic.desk(clientsContract.detail, { params: params() })).data.log_in
const logIn = (email: string) => clinic.server.as(null)(authContract.login, { body: { email, password: OWN } })
const askForLink = (email: string) => clinic.server.as(null)(authContract.forgotPassword, { body: { email } })
const links = async () =>
  (await clinic.messagesAbout(client.id)).filter(([occasion]) => occasion === 'password_reset').length
const linkTo = (address: string) =>
  clinic.mail.received
    .filter(({ to }) => to[0] === address)
    .map(({ email }) => /verify-email#([\w-]+)/.exec(email.text ?? '')?.[1])
    .find((token) => token !== undefined)

test('a client who has chosen a password cannot log in with an e-mail that a cashier set; the previous e-mail still works', async () => {
  await change(TAKEN)
  expect(await logInOf()).toMatchObject({ status: 'Own password', email_waits: { log_in_email: client.email } })
  await expect(logIn(TAKEN)).rejects.toMatchObject({ status: 401 })
  expect((await logIn(client.email)).user.id).toBe(client.id)
  await clinic.deliverAll()
  expect(clinic.mail.received.map(({ to, email }) => [to[0], email.subject])).toEqual([
    [client.email, 'The e-mail of your account at Perlas <Clinic> & Spa has been changed'],
    [TAKEN, 'Confirm your e-mail for Perlas <Clinic> & Spa'],
  ])
})

test('the list of users marks an e-mail that waits to be confirmed', async () => {
  const isMarked = async () => {
    const querystring = { search: client.name }
    const { users } = await clinic.admin(usersContract.list, { querystring })
    return users.find(({ id }) => id === client.id)!.email_waits
  }
  expect(await isMarked()).toBe(false)
  await change(TAKEN)
  expect(await isMarked()).toBe(true)
})

test('the link for a new password goes to the previous e-mail until the new one is confirmed', async () => {
  await change(TAKEN)
  await clinic.deliverAll()
  clinic.mail.received.length = 0
  await askForLink(TAKEN)
  await askForLink(client.email)
  // Background tasks run in order. So once the second e-mail has arrived, it is certain that the first one was not
  // sent.
  await expect.poll(links).toBe(1)
  await clinic.deliverAll()
  expect(clinic.mail.received.map(({ to }) => to)).toEqual([[client.email]])
})

test('removing a client’s e-mail first, or changing it twice, does not bypass the confirmation of a new e-mail', async () => {
  await change(null)
  const account = { client_id: params().id, name: client.name, email: TAKEN }
  await expect(clinic.desk(clientsContract.assignAccount, { body: account })).rejects.toMatchObject({ status: 409 })
  await change(TAKEN)
  await change(`other-${TAKEN}`)
  expect(await logInOf()).toMatchObject({ email_waits: { log_in_email: client.email } })
  for (const email of [TAKEN, `other-${TAKEN}`]) await expect(logIn(email)).rejects.toMatchObject({ status: 401 })
  expect((await logIn(client.email)).user.id).toBe(client.id)
  await change(client.email)
  expect((await logInOf()).email_waits).toBeUndefined()
})

test('the link to the new e-mail confirms it only for the logged-in client, not for anyone else who reads it', async () => {
  await change(TAKEN)
  await clinic.deliverAll()
  const token = linkTo(TAKEN)!
  const verify = (by: ReturnType<typeof clinic.server.as>) => by(contactContract.verifyEmail, { body: { token } })
  await expectRefused(verify(clinic.server.as(null)), 409, contactMessages.logInToConfirm)
  await expectRefused(verify(clinic.desk), 409, contactMessages.logInToConfirm)
  const { token: session } = await logIn(client.email)
  await verify(clinic.server.as(session))
  expect((await logInOf()).email_waits).toBeUndefined()
  expect((await logIn(TAKEN)).user.id).toBe(client.id)
  await expect(logIn(client.email)).rejects.toMatchObject({ status: 401 })
})

test('only an admin can confirm the new e-mail for a client; an admin’s own change takes effect at once', async () => {
  await change(TAKEN)
  const confirm = (by: typeof clinic.desk, email: string) =>
    by(clientsContract.confirmEmail, { params: params(), body: { email } })
  await expect(confirm(clinic.desk, TAKEN)).rejects.toMatchObject({ status: 403 })
  await expectRefused(confirm(clinic.admin, `other-${TAKEN}`), 409, s.noEmailWaits)
  const { data } = await confirm(clinic.admin, TAKEN)
  expect(data.log_in.email_waits).toBeUndefined()
  expect(await clinic.logs(params().id)).toContain('Confirmed the changed email of Maria Santos')
  expect((await logIn(TAKEN)).user.id).toBe(client.id)
  await expectRefused(confirm(clinic.admin, TAKEN), 409, s.noEmailWaits)
  await change(`new-${TAKEN}`, clinic.admin)
  expect((await logIn(`new-${TAKEN}`)).user.id).toBe(client.id)
})

test('a client who has not chosen a password yet logs in with the e-mail that the cashier set', async () => {
  const { db } = clinic.server
  await db.updateTable('accounts').set({ must_set_password: true }).where('person_id', '=', client.id).execute()
  await change(TAKEN)
  expect((await logInOf()).email_waits).toBeUndefined()
  expect((await logIn(TAKEN)).user.id).toBe(client.id)
})

test('when a cashier changes the e-mail while the client is choosing their first own password, the new e-mail still waits for confirmation', async () => {
  const { db } = clinic.server
  await db.updateTable('accounts').set({ must_set_password: true }).where('person_id', '=', client.id).execute()
  // A concurrent transaction gives the client an own password, so the change of the e-mail has to wait.
  const setting = await db.startTransaction().execute()
  await setting.updateTable('accounts').set({ must_set_password: false }).where('person_id', '=', client.id).execute()
  const changing = change(TAKEN)
  await setting.commit().execute()
  await changing
  expect(await logInOf()).toMatchObject({ email_waits: { log_in_email: client.email } })
})
