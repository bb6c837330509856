import { expect, test } from 'vitest'
import { givePassword, type TestUser } from '#server/test/factories.ts'
import { logEntries } from '#server/test/log-entries.ts'
import { fileOf, picture } from '#server/test/pictures.ts'
import { ifMatchVersion } from '#server/test/if-match.ts'
import { appointmentsContract } from '#shared/appointments/contract.ts'
import { authContract } from '#shared/auth/contract.ts'
import { clientsContract } from '#shared/clients/contract.ts'
import { mergesContract } from '#shared/merges/contract.ts'
import { mergeMessages as s } from '#shared/merges/messages.ts'
import { exportContract, profileContract, photoContract } from '#shared/profile/contract.ts'
import { salesContract } from '#shared/sales/contract.ts'
import { closureRequestContract, usersContract } from '#shared/users/contract.ts'
import { clinic, detail, maria, twin, withTwoRecords } from './merge-people-fixture.ts'

withTwoRecords()

const suggested = async (search: string) =>
  (await clinic.admin(clientsContract.contacts, { querystring: { search } })).data.map((row) => row.name)
test('a merge moves everything of the merged record to the remaining one, and adds up the totals of both', async () => {
  const sale = await clinic.buy(twin)
  await clinic.buy(maria)
  await clinic.visitOf(twin, 'completed')
  await clinic.merge(maria, twin)
  const after = await detail(maria)
  expect(after.services_availed).toHaveLength(2)
  expect(after.last_visit).toBe('2026-11-21')
  const { data: spending } = await clinic.admin(salesContract.spending, { params: { id: maria.clientId! } })
  expect(spending).toEqual({ total_spent: 3000, visits: 2 })
  // The receipt keeps the customer's name at the time of the sale.
  expect((await clinic.admin(salesContract.one, { params: { id: sale.id } })).data.customer_name).toBe('Ma. Santos')
})

test('the URL of a merged record leads to the remaining one, also after later merges, until the remaining one is deleted', async () => {
  const third = await clinic.newClient('Maria T. Santos')
  await clinic.merge(maria, twin)
  const answer = { status: 404, message: 'Client not found' }
  await expect(detail(twin)).rejects.toMatchObject({ ...answer, data: { id: maria.clientId, name: maria.name } })
  await clinic.merge(third, maria)
  await expect(detail(twin)).rejects.toMatchObject({ ...answer, data: { id: third.clientId, name: third.name } })
  const { version } = (await clinic.admin(usersContract.list, { querystring: { search: third.name } })).users[0]!
  await clinic.admin(usersContract.remove, { params: { id: third.id } }, ifMatchVersion(version))
  const gone = await detail(twin).catch((error: unknown) => error)
  expect(gone).toMatchObject(answer)
  expect(gone).not.toHaveProperty('data.id')
})

test('a merged record is in no list and no suggestion, and its user is logged out', async () => {
  const { server, admin } = clinic
  await givePassword(server.db, twin.id, 'a password of my own')
  const before = (await admin(clientsContract.list, { querystring: {} })).total
  expect(await suggested('Ma. Santos')).toContain('Ma. Santos')
  await clinic.merge(maria, twin)
  expect(await suggested('Ma. Santos')).not.toContain('Ma. Santos')
  expect((await admin(clientsContract.list, { querystring: {} })).total).toBe(before - 1)
  await expect(detail(twin)).rejects.toMatchObject({ status: 404 })
  await expect(server.as(twin.token)(profileContract.read, {})).rejects.toMatchObject({ status: 401 })
  const logIn = { email: twin.email, password: 'a password of my own' }
  await expect(server.as(null)(authContract.login, { body: logIn })).rejects.toMatchObject({ status: 401 })
  // The remaining person is still logged in.
  expect((await server.as(maria.token)(profileContract.read, {})).data.name).toBe('Maria Santos')
})

test('a merge keeps the chosen value of each field, and both notes if requested', async () => {
  await clinic.writeNote(maria, 'Prefers mornings.')
  await clinic.writeNote(twin, 'Allergic to latex.')
  await clinic.server.as(twin.token)(profileContract.update, {
    body: { name: 'Ma. Santos', email: twin.email, contact: '0917 555 0101', location: 'Makati' },
  })
  await clinic.merge(maria, twin, { contact_number: 'other', location: 'other', note: 'both' })
  const after = await detail(maria)
  expect(after).toMatchObject({
    name: 'Maria Santos',
    email: maria.email,
    contact_number: '0917 555 0101',
    note: { text: 'Prefers mornings.\nAllergic to latex.' },
  })
  expect(await suggested('09175550101')).toEqual(['Maria Santos'])
})

test('a merge is rejected when both notes together are too long', async () => {
  await clinic.writeNote(maria, 'x'.repeat(1500))
  await clinic.writeNote(twin, 'y'.repeat(1500))
  await expect(clinic.merge(maria, twin, { note: 'both' })).rejects.toMatchObject({
    status: 422,
    errors: { 'takes.note': [s.noteTooLong] },
  })
  expect((await detail(twin)).note.text).toHaveLength(1500)
})

test('after a merge that chose the other record’s email, the client logs in with that email and the password of the remaining record', async () => {
  const { server } = clinic
  await givePassword(server.db, maria.id, 'a password of my own')
  await clinic.merge(maria, twin, { email: 'other' })
  await expect(server.as(maria.token)(profileContract.read, {})).rejects.toMatchObject({ status: 401 })
  const logIn = { email: twin.email, password: 'a password of my own' }
  expect((await server.as(null)(authContract.login, { body: logIn })).user.id).toBe(maria.id)
})

test('the histories of both merged records contain the merge and its undo, without contact details', async () => {
  await clinic.merge(maria, twin, { email: 'other', name: 'other' })
  await clinic.undo(maria)
  const actions = async (client: TestUser) =>
    (await logEntries(clinic.server.db, { subject_id: client.clientId! })).map(({ action }) => action)
  expect(await actions(maria)).toEqual([
    'Merged Ma. Santos into Ma. Santos: name from Maria Santos to Ma. Santos, email',
    'Undid the merge of Ma. Santos into Maria Santos: name from Ma. Santos to Maria Santos, email',
  ])
  expect(await actions(twin)).toEqual([
    'Merged the record of Ma. Santos into that of Ma. Santos',
    'Brought back the record of Ma. Santos, which was merged into that of Maria Santos',
  ])
  const rows = await clinic.server.db.selectFrom('events').selectAll().where('type', 'like', 'merges.%').execute()
  expect(JSON.stringify(rows)).not.toContain('@example.ph')
})

test('a merge is rejected when either record has changed since it was displayed', async () => {
  const { data } = await clinic.admin(mergesContract.compare, {
    params: { id: maria.clientId!, other_id: twin.clientId! },
  })
  const takes = {
    name: 'kept',
    email: 'kept',
    contact_number: 'kept',
    location: 'kept',
    photo: 'kept',
    note: 'kept',
  } as const
  const merge = (kept: number, other_version: number) =>
    clinic.admin(
      mergesContract.merge,
      { params: { id: maria.clientId! }, body: { other_id: twin.clientId!, other_version, takes } },
      { headers: { 'if-match': String(kept) } },
    )
  await clinic.writeNote(twin, 'New.')
  await expect(merge(data.kept.version, data.other.version)).rejects.toMatchObject({
    code: 'stale',
    data: { id: twin.clientId, note: 'New.' },
  })
  await clinic.writeNote(maria, 'New too.')
  await expect(merge(data.kept.version, data.other.version + 1)).rejects.toMatchObject({
    code: 'stale',
    data: { id: maria.clientId, note: 'New too.' },
  })
  await merge(data.kept.version + 1, data.other.version + 1)
})

test('a record cannot be merged with itself, or with one whose client has requested account closure', async () => {
  await expect(clinic.merge(maria, maria)).rejects.toMatchObject({ status: 422, errors: { other_id: [s.sameRecord] } })
  await givePassword(clinic.server.db, twin.id, 'a password of my own')
  await clinic.server.as(twin.token)(closureRequestContract.ask, {
    body: { current_password: 'a password of my own', reason: null },
  })
  const sentence = s.openClosureRequest('Ma. Santos')
  await expect(clinic.merge(maria, twin)).rejects.toMatchObject({ status: 409, message: sentence })
  await expect(clinic.merge(twin, maria)).rejects.toMatchObject({ status: 409, message: sentence })
})

test('the data export of the remaining record includes what was moved, the note, and what both accounts did', async () => {
  const { server } = clinic
  await clinic.buy(twin)
  await clinic.writeNote(twin, 'Allergic to latex.')
  await server.as(twin.token)(profileContract.update, {
    body: { name: 'Ma. Santos', email: twin.email, contact: '0917 555 0101', location: null },
  })
  await clinic.merge(maria, twin, { note: 'other' })
  const data = await server.as(maria.token)(exportContract.read, {})
  expect(data.profile.staff_note).toBe('Allergic to latex.')
  expect(data.transactions).toMatchObject([{ customer_name: 'Ma. Santos', total: 1500 }])
  expect(data.service_history).toHaveLength(1)
  expect(data.activity.map(({ action }) => action)).toContain('Changed own profile: mobile number')
})

test('when the remaining client is deleted, everything stored of the merged record is deleted too', async () => {
  const { server, admin } = clinic
  await server.as(twin.token)(photoContract.upload, { body: { photo: fileOf(await picture()) } })
  await clinic.merge(maria, twin)
  await admin(usersContract.remove, { params: { id: maria.id } })
  const left = JSON.stringify([
    await clinic.rowsOf(maria, twin),
    await server.db.selectFrom('client_merges').selectAll().where('merged_id', '=', twin.clientId!).execute(),
  ])
  expect(left).not.toContain(twin.email)
  expect(left).not.toContain('photo_path":"')
})

test('the check for duplicate clients still finds the remaining record, but not the merged one', async () => {
  const [known, double] = [await clinic.newClient('Perpetua Villanueva'), await clinic.newClient('Perpetua Vilanueva')]
  await clinic.merge(known, double)
  const again = clinic.admin(clientsContract.create, { body: { name: 'Perpetua Villanueva', unless_similar: true } })
  const { data } = (await again.catch((error: unknown) => error)) as { data: { candidates: { user_id: string }[] } }
  expect(data.candidates.map((candidate) => candidate.user_id)).toEqual([known.id])
})

test('sales and bookings for the merged record’s id go to the remaining one', async () => {
  await clinic.merge(maria, twin)
  const sale = await clinic.buy(twin)
  expect(sale.customer_name).toBe('Maria Santos')
  await clinic.admin(appointmentsContract.book, {
    body: {
      user_id: twin.id,
      appointment_date: '2026-12-18',
      appointment_time: '10:00:00',
      treatment_id: clinic.catalogue.treatmentId,
      service_id: clinic.catalogue.serviceId,
    },
  })
  expect((await clinic.rowsOf(maria))['appointments']).toHaveLength(1)
  expect((await clinic.rowsOf(twin))['appointments']).toEqual([])
})

test('the id of a record whose remaining record was merged too leads to the last remaining record', async () => {
  const third = await clinic.newClient('M. Santos')
  await clinic.merge(twin, third)
  await clinic.merge(maria, twin)
  expect((await clinic.buy(third)).customer_name).toBe('Maria Santos')
})
