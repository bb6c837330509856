import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openMailClinic, type MailClinic } from '#server/messages/message-fixture.ts'
import { createUser, givePassword } from '#server/test/factories.ts'
import type { Caller } from '#server/test/server.ts'
import { apiKeysContract } from '#shared/api-keys/contract.ts'
import { authContract } from '#shared/auth/contract.ts'
import { ownChartLockMessages } from '#shared/charts/own-chart-messages.ts'
import { clientsContract as clients } from '#shared/clients/contract.ts'
import { ownChartContract } from '#shared/profile/own-chart-contract.ts'

const OWN = 'pearl of the orient'
let clinic: MailClinic
let email: string
let count = 0

beforeAll(async () => {
  clinic = await openMailClinic()
  await clinic.server.db.updateTable('chart_settings').set({ is_on: true }).execute()
})
afterAll(() => clinic.close())
beforeEach(async () => {
  email = `nina-${count++}@example.ph`
  clinic.mail.received.length = 0
  await clinic.server.db.deleteFrom('rate_windows').execute()
})

const create = async (by: Caller, address: string | null = email) =>
  (await by(clients.create, { body: { name: 'Nina Santos', email: address } })).data
const change = (by: Caller, id: string, address: string) =>
  by(clients.update, { params: { id }, body: { name: 'Nina Santos', email: address } })
const isLocked = async (id: string) =>
  (await clinic.admin(clients.detail, { params: { id } })).data.log_in.awaits_confirmation ?? false
const newKey = async () => {
  const body = {
    name: `Program ${count}`,
    scopes: ['clients.read' as const, 'clients.manage' as const],
    expires_on: null,
  }
  return clinic.server.as((await clinic.admin(apiKeysContract.create, { body })).data.key)
}
const readChart = (token: string) => clinic.server.as(token)(ownChartContract.read, {})
const refusal = { status: 403, message: ownChartLockMessages.awaitsConfirmation }

/** Chooses a password with the link of “Forgot your password?”, and logs in with it. */
async function resetAndLogIn(address: string): Promise<string> {
  await clinic.server.as(null)(authContract.forgotPassword, { body: { email: address } })
  const link = async () => {
    await clinic.deliverAll()
    return clinic.mail.received
      .filter(({ to }) => to[0] === address)
      .map((mail) => /reset-password#([\w-]+)/.exec(mail.email.text ?? '')?.[1])
      .find((token) => token !== undefined)
  }
  await expect.poll(link).toBeDefined()
  const token = (await link())!
  await clinic.server.as(null)(authContract.resetPassword, { body: { token, password: OWN } })
  return (await clinic.server.as(null)(authContract.login, { body: { email: address, password: OWN } })).token
}

test('somebody who logs in with the default password that a cashier made, and chooses a password, does not see the client’s chart', async () => {
  const { id } = await create(clinic.desk)
  const { data } = await clinic.desk(clients.renewDefaultPassword, { params: { id } })
  const given = { email, password: data.default_password }
  const { token } = await clinic.server.as(null)(authContract.login, { body: given })
  const body = { current_password: data.default_password, new_password: OWN }
  await clinic.server.as(token)(authContract.choosePassword, { body })
  const { token: again } = await clinic.server.as(null)(authContract.login, { body: { email, password: OWN } })
  await expect(readChart(again)).rejects.toMatchObject(refusal)
})

test('an e-mail that a cashier writes into the record of a client without a password, and its password link, do not open the chart', async () => {
  const { id } = await create(clinic.admin)
  expect(await isLocked(id)).toBe(false)
  await change(clinic.desk, id, `thief-${email}`)
  expect(await isLocked(id)).toBe(true)
  const token = await resetAndLogIn(`thief-${email}`)
  await expect(readChart(token)).rejects.toMatchObject(refusal)
  // An admin who changes the e-mail does not confirm whose account it is.
  await change(clinic.admin, id, email)
  expect(await isLocked(id)).toBe(true)
})

test('an account awaits confirmation when a cashier makes it, adds the e-mail or assigns it, and not when an admin does', async () => {
  const made: [string, Caller][] = [
    ['desk', clinic.desk],
    ['admin', clinic.admin],
  ]
  for (const [name, by] of made) {
    const expected = name === 'desk'
    const withEmail = await create(by, `made-${name}-${email}`)
    const added = await create(by, null)
    await change(by, added.id, `added-${name}-${email}`)
    const assigned = await create(by, null)
    const body = { client_id: assigned.id, name: 'Nina Santos', email: `assigned-${name}-${email}` }
    await by(clients.assignAccount, { body })
    const renewed = await create(clinic.admin, `renewed-${name}-${email}`)
    await by(clients.renewDefaultPassword, { params: { id: renewed.id } })
    const all = [withEmail, added, assigned, renewed]
    expect(await Promise.all(all.map(({ id }) => isLocked(id)))).toEqual(all.map(() => expected))
  }
})

test('an account that an API key makes, or whose e-mail it changes, awaits confirmation although an admin created the key', async () => {
  const key = await newKey()
  expect(await isLocked((await create(key)).id)).toBe(true)
  const { id } = await create(clinic.admin, `own-${email}`)
  await change(key, id, `other-${email}`)
  expect(await isLocked(id)).toBe(true)
})

test('a person who registers, or who has chosen a password before a cashier changes the e-mail, needs no confirmation of the account', async () => {
  const { db } = clinic.server
  const other = await createUser(db, 'client')
  const body = { name: 'Bianca Garcia', email, password: OWN }
  const { token, user } = await clinic.server.as(other.token)(authContract.register, { body })
  expect((await readChart(token)).data.name).toBe('Bianca Garcia')
  const row = await db.selectFrom('clients').select('id').where('person_id', '=', user.id).executeTakeFirstOrThrow()
  const { data } = await clinic.admin(clients.detail, { params: { id: row.id } })
  await clinic.desk(clients.update, {
    params: { id: row.id },
    body: { name: data.name, email: `changed-${email}` },
  })
  expect(await isLocked(row.id)).toBe(false)
  await givePassword(db, other.id, OWN)
  expect(await isLocked(other.clientId!)).toBe(false)
})
