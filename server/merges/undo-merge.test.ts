import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { cleanUp } from '#server/jobs/clean-up.ts'
import { balanced, checkBooks } from '#server/sales/books/books-fixture.ts'
import { addToQueue, givePassword, addToWaitlist, type TestUser } from '#server/test/factories.ts'
import { fileOf, picture } from '#server/test/pictures.ts'
import { clientsContract } from '#shared/clients/contract.ts'
import { mergesContract } from '#shared/merges/contract.ts'
import { mergeMessages as s } from '#shared/merges/messages.ts'
import { salesContract } from '#shared/sales/contract.ts'
import { photoContract } from '#shared/profile/contract.ts'
import { clinic, detail, maria, twin, withTwoRecords } from './merge-people-fixture.ts'

withTwoRecords()

test('undoing a merge right after it restores every row', async () => {
  await givePassword(clinic.server.db, twin.id, 'a password of my own')
  await clinic.server.as(twin.token)(photoContract.upload, { body: { photo: fileOf(await picture()) } })
  await clinic.writeNote(twin, 'Allergic to latex.')
  await clinic.buy(twin)
  await clinic.buy(maria)
  await clinic.visitOf(twin)
  await addToWaitlist(clinic.server.db, twin, clinic.catalogue.serviceId)
  await addToQueue(clinic.server.db, twin, clinic.catalogue.serviceId)
  await clinic.visitOf(maria)
  const before = await clinic.rowsOf(maria, twin)
  await clinic.merge(maria, twin, { name: 'other', email: 'other', photo: 'other', note: 'other' })
  expect(await clinic.rowsOf(maria, twin)).not.toEqual(before)
  await clinic.undo(maria)
  expect(await clinic.rowsOf(maria, twin)).toEqual(before)
  expect(await clinic.last(maria)).toBeNull()
})

test('undoing a merge removes the account that the remaining record got with the merged e-mail, unless the account has a password', async () => {
  const { server, admin } = clinic
  const walkIn = async (name: string): Promise<TestUser> => {
    const { data } = await admin(clientsContract.create, { body: { name } })
    return { ...maria, id: data.user_id, clientId: data.id, name }
  }
  const without = await walkIn('Maria de los Santos')
  const before = await clinic.rowsOf(without, twin)
  expect(before['accounts']).toHaveLength(1)
  await clinic.merge(without, twin, { email: 'other' })
  await clinic.undo(without)
  expect(await clinic.rowsOf(without, twin)).toEqual(before)

  const other = await walkIn('Maria Theresa Santos')
  await clinic.merge(other, twin, { email: 'other' })
  await givePassword(server.db, other.id, 'a password of my own')
  await clinic.undo(other)
  expect((await clinic.rowsOf(other))['accounts']).toHaveLength(1)
})

test('undoing a merge moves back a sale that was voided since, together with its void', async () => {
  const { server, admin } = clinic
  const sale = await clinic.buy(twin)
  await clinic.merge(maria, twin)
  await admin(salesContract.voidSale, { params: { id: sale.id }, body: { reason: 'Wrong person' } })
  await clinic.undo(maria)
  for (const person of [maria, twin]) {
    expect((await detail(person)).services_availed).toEqual([])
    const { data } = await admin(salesContract.spending, { params: { id: person.clientId! } })
    expect(data.total_spent).toBe(0)
  }
  expect(await checkBooks(server.db)).toMatchObject(balanced)
})

test('undoing a merge later moves records back in their current state and keeps newer ones', async () => {
  const { server, admin } = clinic
  await clinic.buy(twin)
  const moved = await clinic.visitOf(twin)
  const before = await clinic.rowsOf(maria, twin)
  await clinic.merge(maria, twin, { name: 'other', note: 'other' })
  const since = await clinic.buy(maria)
  const booked = await clinic.visitOf(maria)
  await clinic.writeNote(maria, 'Written since.')
  await server.db
    .updateTable('appointments')
    .set({ status: 'cancelled', cancel_reason: 'client', cancelled_by: maria.id })
    .where('id', '=', moved)
    .execute()
  server.clock.now = new Date('2026-11-22T08:59:00+08:00')
  expect((await clinic.undo(maria)).id).toBe(twin.clientId)
  const of = async (client: TestUser) => clinic.rowsOf(client)
  const ids = (rows: object[]) => rows.map((row) => (row as { id: string }).id)
  const [his, hers] = [await of(maria), await of(twin)]
  expect(ids(his['documents']!)).toEqual([since.id])
  expect(ids(his['appointments']!)).toEqual([booked])
  expect(ids(hers['appointments']!)).toEqual([moved])
  expect(hers['appointments']).toMatchObject([{ status: 'cancelled' }])
  const row = (rows: Record<string, object[]>, table: string, id: string) =>
    rows[table]!.find((found) => (found as { id: string }).id === id)
  expect(hers['documents']).toEqual(before['documents'])
  expect(row(hers, 'people', twin.id)).toEqual(row(before, 'people', twin.id))
  expect(row(his, 'people', maria.id)).toEqual(row(before, 'people', maria.id))
  expect(row(hers, 'clients', twin.clientId!)).toEqual(row(before, 'clients', twin.clientId!))
  expect(row(his, 'clients', maria.clientId!)).toMatchObject({
    note: 'Written since.',
    services_availed: 1,
    last_visit: '2026-11-21',
  })
  const found = await admin(clientsContract.list, { querystring: { sort: 'newest' } })
  expect(found.clients.map((client) => client.id)).toContain(twin.clientId)
})

test('a merge cannot be undone after a day, and its undo data is deleted', async () => {
  const { server } = clinic
  await givePassword(server.db, twin.id, 'a password of my own')
  await clinic.writeNote(twin, 'Allergic to latex.')
  await clinic.merge(maria, twin)
  const merge_id = (await clinic.last(maria))!.id
  server.clock.now = new Date('2026-11-22T09:00:00+08:00')
  expect(await clinic.last(maria)).toBeNull()
  const late = clinic.admin(mergesContract.undo, { params: { id: maria.clientId! }, body: { merge_id } })
  await expect(late).rejects.toMatchObject({ status: 409, message: s.cannotUndo })
  await cleanUp(server.db, server.clock.now, server.uploadsDir)
  const rows = await clinic.rowsOf(twin)
  expect(rows['accounts']).toMatchObject([{ password_hash: null }])
  expect(rows['clients']).toMatchObject([{ note: null, merged_into: maria.clientId }])
  expect(JSON.stringify(rows)).not.toContain(twin.email)
  const merges = await server.db.selectFrom('client_merges').select('undo').where('id', '=', merge_id).execute()
  expect(merges).toEqual([{ undo: null }])
})

test('a day after a merge the profile photo that the remaining record took over is kept, and the unused photo is deleted with its file', async () => {
  const { server } = clinic
  const photoOf = async (client: TestUser) => {
    await server.as(client.token)(photoContract.upload, { body: { photo: fileOf(await picture()) } })
    const { photo_path } = await server.db
      .selectFrom('people')
      .select('photo_path')
      .where('id', '=', client.id)
      .executeTakeFirstOrThrow()
    return photo_path!
  }
  const photosDir = path.join(server.uploadsDir, 'photos')
  const [replaced, taken] = [await photoOf(maria), await photoOf(twin)]
  await clinic.merge(maria, twin, { photo: 'other' })
  await cleanUp(server.db, server.clock.now, server.uploadsDir)
  expect(await readdir(photosDir)).toEqual(expect.arrayContaining([replaced, taken]))
  await cleanUp(server.db, new Date('2026-11-22T09:00:00+08:00'), server.uploadsDir)
  const left = await readdir(photosDir)
  expect(left).toContain(taken)
  expect(left).not.toContain(replaced)
})

test('several merges into one record are undone newest first', async () => {
  const third = await clinic.newClient('M. Santos')
  await clinic.merge(maria, twin, { email: 'other' })
  const first = (await clinic.last(maria))!
  await clinic.merge(maria, third, { email: 'other' })
  const undoFirst = clinic.admin(mergesContract.undo, { params: { id: maria.clientId! }, body: { merge_id: first.id } })
  await expect(undoFirst).rejects.toMatchObject({ status: 409, message: s.newerFirst })
  await clinic.undo(maria)
  expect((await detail(maria)).email).toBe(twin.email)
  await clinic.undo(maria)
  expect((await detail(maria)).email).toBe(maria.email)
  expect((await detail(third)).email).toBe(third.email)
})

test('undoing a merge is rejected when the remaining record has got a new email since the merge', async () => {
  await clinic.merge(maria, twin)
  const body = { name: 'Maria Santos', email: twin.email, contact_number: null }
  await clinic.admin(clientsContract.update, { params: { id: maria.clientId! }, body })
  await expect(clinic.undo(maria)).rejects.toMatchObject({
    status: 409,
    message: s.emailTakenMeanwhile('Maria Santos'),
  })
})

test('when two records with the same email are merged, the record of the holder of the email must be the remaining one and keeps the email; undoing restores both records', async () => {
  const { db } = clinic.server
  const { email } = maria
  const second = { email, email_is_second: true, search_text: `ma. santos ${email}` }
  await db.updateTable('people').set(second).where('id', '=', twin.id).execute()
  const before = await clinic.rowsOf(maria, twin)
  // Merging the holder's record into the other one would let a stranger's password open the holder's data.
  const refused = { status: 409, message: s.keepHolder('Maria Santos') }
  await expect(clinic.merge(twin, maria)).rejects.toMatchObject(refused)
  expect(await clinic.rowsOf(maria, twin)).toEqual(before)
  await clinic.merge(maria, twin, { email: 'other' })
  const own = db.selectFrom('people').select(['email', 'email_is_second']).where('id', '=', maria.id)
  expect(await own.executeTakeFirst()).toEqual({ email, email_is_second: false })
  await clinic.undo(maria)
  expect(await clinic.rowsOf(maria, twin)).toEqual(before)
})

test('when a merge takes over an email that a third client has too, the email still belongs to the third client', async () => {
  const { db } = clinic.server
  const rosa = await clinic.newClient('Rosa Lim')
  await db.updateTable('people').set({ email: rosa.email, email_is_second: true }).where('id', '=', twin.id).execute()
  await clinic.merge(maria, twin, { email: 'other' })
  const flagOf = async (id: string) =>
    (await db.selectFrom('people').select(['email', 'email_is_second']).where('id', '=', id).executeTakeFirst())!
  expect(await flagOf(maria.id)).toEqual({ email: rosa.email, email_is_second: true })
  expect(await flagOf(rosa.id)).toEqual({ email: rosa.email, email_is_second: false })
  await clinic.undo(maria)
  expect(await flagOf(maria.id)).toEqual({ email: maria.email, email_is_second: false })
  expect(await flagOf(twin.id)).toEqual({ email: rosa.email, email_is_second: true })
})

test('undoing a merge is rejected when somebody else uses the merged record’s email by now, and nothing changes', async () => {
  await clinic.merge(maria, twin)
  await clinic.admin(clientsContract.create, { body: { name: 'Rosa Lim', email: twin.email } })
  await expect(clinic.undo(maria)).rejects.toMatchObject({ status: 409, message: s.emailTakenMeanwhile('Rosa Lim') })
  await expect(detail(twin)).rejects.toMatchObject({ status: 404 })
})

test('merging a client unknown to the clinic into a known one stops the first visit from expiring, and undoing lets it expire again', async () => {
  const { db } = clinic.server
  const visit = await clinic.visitOf(twin, 'pending')
  const held = { lapses_at: new Date('2026-11-23T01:00:00.123Z'), address_hash: Buffer.alloc(32, 7) }
  await db.updateTable('clients').set({ proven_at: null }).where('id', '=', twin.clientId!).execute()
  await db.updateTable('appointments').set(held).where('id', '=', visit).execute()
  const read = () =>
    db
      .selectFrom('appointments')
      .select(['lapses_at', 'address_hash'])
      .where('id', '=', visit)
      .executeTakeFirstOrThrow()
  await clinic.merge(maria, twin)
  expect(await read()).toEqual({ lapses_at: null, address_hash: null })
  await clinic.undo(maria)
  expect(await read()).toEqual(held)
})

test('undoing a merge after the first visit would have expired reserves it for another day, at most until it starts', async () => {
  const { db, clock } = clinic.server
  const visit = await clinic.visitOf(twin, 'pending')
  const passed = { lapses_at: new Date(clock.now.getTime() + 60_000), address_hash: null }
  await db.updateTable('clients').set({ proven_at: null }).where('id', '=', twin.clientId!).execute()
  await db.updateTable('appointments').set(passed).where('id', '=', visit).execute()
  await clinic.merge(maria, twin)
  clock.now = new Date(clock.now.getTime() + 120_000)
  await clinic.undo(maria)
  const row = await db
    .selectFrom('appointments')
    .select(['lapses_at', 'starts_at'])
    .where('id', '=', visit)
    .executeTakeFirstOrThrow()
  const inADay = clock.now.getTime() + 24 * 3_600_000
  expect(row.lapses_at!.getTime()).toBe(Math.min(inADay, row.starts_at.getTime()))
})
