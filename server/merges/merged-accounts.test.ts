import { expect, test } from 'vitest'
import { givePassword, type TestUser } from '#server/test/factories.ts'
import { confirmAccountContract } from '#shared/clients/confirm-account-contract.ts'
import { clinic, detail, maria, twin, withTwoRecords } from './merge-people-fixture.ts'

withTwoRecords()

const lock = ({ id }: TestUser) =>
  clinic.server.db.updateTable('accounts').set({ awaits_confirmation: true }).where('person_id', '=', id).execute()
const isLocked = async () => (await detail(maria)).log_in.awaits_confirmation ?? false

test('after a merge, the remaining account awaits confirmation if one of the two merged accounts did; undoing the merge restores both accounts', async () => {
  await lock(twin)
  const before = await clinic.rowsOf(maria, twin)
  await clinic.merge(maria, twin)
  expect(await isLocked()).toBe(true)
  await clinic.undo(maria)
  expect(await clinic.rowsOf(maria, twin)).toEqual(before)
})

test('a merge does not confirm the account that remains', async () => {
  await lock(maria)
  await givePassword(clinic.server.db, maria.id, 'pearl of the orient')
  await clinic.merge(maria, twin)
  expect(await isLocked()).toBe(true)
})

test('an account with a password needs no confirmation after a merge, unless it took over the e-mail of an account that awaits confirmation', async () => {
  await lock(twin)
  await givePassword(clinic.server.db, maria.id, 'pearl of the orient')
  await clinic.merge(maria, twin)
  expect(await isLocked()).toBe(false)
  await clinic.undo(maria)
  await clinic.merge(maria, twin, { email: 'other' })
  expect(await isLocked()).toBe(true)
})

test('a merge that was followed by a confirmation of the account can be undone, and the account stays confirmed', async () => {
  await lock(twin)
  await clinic.merge(maria, twin, { email: 'other' })
  const body = { email: twin.email }
  await clinic.admin(confirmAccountContract.confirm, { params: { id: maria.clientId! }, body })
  await clinic.undo(maria)
  expect([await isLocked(), (await detail(maria)).email]).toEqual([false, maria.email])
})

test('undoing a merge removes the account that awaits confirmation from a record that had no account before the merge', async () => {
  await clinic.server.db.deleteFrom('sessions').where('user_id', '=', maria.id).execute()
  await clinic.server.db.deleteFrom('accounts').where('person_id', '=', maria.id).execute()
  await clinic.server.db.updateTable('people').set({ email: null }).where('id', '=', maria.id).execute()
  await lock(twin)
  const { accounts } = await clinic.rowsOf(maria, twin)
  await clinic.merge(maria, twin, { email: 'other' })
  expect(await isLocked()).toBe(true)
  await clinic.undo(maria)
  expect((await clinic.rowsOf(maria, twin))['accounts']).toEqual(accounts)
})
