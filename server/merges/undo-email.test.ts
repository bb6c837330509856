import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { clientsContract } from '#shared/clients/contract.ts'
import { mergeMessages as s } from '#shared/merges/messages.ts'
import { usersContract } from '#shared/users/contract.ts'
import { clinic, maria, twin, withTwoRecords } from './merge-people-fixture.ts'
import { undoData } from './undo-data.ts'

withTwoRecords()

const at = new Date('2026-11-20T01:00:00Z')
const setPerson = (id: string, values: { email_waits?: boolean; log_in_email?: string; email_verified_at?: Date }) =>
  clinic.server.db.updateTable('people').set(values).where('id', '=', id).execute()

test('undoing a merge restores which e-mail waits for confirmation and which one is confirmed', async () => {
  await setPerson(maria.id, { email_waits: true, log_in_email: 'maria.before@example.ph' })
  await setPerson(twin.id, { email_verified_at: at })
  const before = await clinic.rowsOf(maria, twin)
  await clinic.merge(maria, twin, { email: 'other' })
  const merged = await clinic.rowsOf(maria)
  expect(merged['people']).toMatchObject([{ email: twin.email, email_waits: false, log_in_email: null }])
  await clinic.undo(maria)
  expect(await clinic.rowsOf(maria, twin)).toEqual(before)
})

test('a merge removes the log-in e-mail of the merged record, and undoing restores it', async () => {
  await setPerson(twin.id, { email_waits: true, log_in_email: 'twin.before@example.ph' })
  const before = await clinic.rowsOf(maria, twin)
  await clinic.merge(maria, twin)
  expect((await clinic.rowsOf(twin))['people']).toMatchObject([{ email: null, email_waits: false, log_in_email: null }])
  await clinic.undo(maria)
  expect(await clinic.rowsOf(maria, twin)).toEqual(before)
})

test('a merge cannot be undone when somebody else uses the log-in e-mail of the merged record by now', async () => {
  const email = 'twin.second@example.ph'
  await setPerson(twin.id, { email_waits: true, log_in_email: email })
  await clinic.merge(maria, twin)
  await clinic.admin(clientsContract.create, { body: { name: 'Rosa Lim', email } })
  await expect(clinic.undo(maria)).rejects.toMatchObject({ status: 409, message: s.emailTakenMeanwhile('Rosa Lim') })
})

test('undo data that an earlier version of the app stored for a merge can be read', () => {
  const fields = { first_name: 'Maria', email: null }
  const others = { held: [], before: fields, after: fields, last_visit: null }
  const moved = { visits: ['a'], services: ['b'], documents: ['c'] }
  expect(undoData.parse({ ...others, moved, email: 'twin@example.ph', email_is_second: true })).toMatchObject({
    moved: { appointments: ['a'], client_services: ['b'], documents: ['c'], waitlist_entries: [] },
    email: { email: 'twin@example.ph', email_is_second: true },
  })
})

test('closing an account also erases e-mail addresses in messages, the answer to a closure request, and the ID card of a record that was merged into it through a third record', async () => {
  const { db } = clinic.server
  const third = await clinic.newClient('M. Santos')
  await db
    .insertInto('client_cards')
    .values({ client_id: third.clientId!, kind: 'senior', id_number: 'QC-1', name: 'M. Santos', seen_at: at })
    .execute()
  await clinic.merge(twin, third)
  await clinic.merge(maria, twin)
  const id = '01900000-0000-7000-8000-0000000000aa'
  await sql`insert into closure_requests (id, user_id, state, requested_at, decided_at, decided_by, answer)
    values (${id}, ${maria.id}, 'declined', ${at}, ${at}, ${clinic.adminUser.id}, 'Please come, Maria.')`.execute(db)
  await sql`insert into messages (id, branch_id, occasion, channel, subject_id, version, parameters, state, send_at,
      created_at, updated_at)
    select ${id}, id, 'email_changed', 'email', ${maria.id}, 1, '{"to": "maria.before@example.ph"}', 'queued', ${at}, ${at},
      ${at} from branches`.execute(db)
  await clinic.admin(usersContract.remove, { params: { id: maria.id } })
  const row = async (table: 'closure_requests' | 'messages') =>
    db.selectFrom(table).selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  expect(await row('closure_requests')).toMatchObject({ state: 'declined', answer: 'erased' })
  expect(await row('messages')).toMatchObject({ parameters: {} })
  const cards = await db.selectFrom('client_cards').selectAll().where('client_id', '=', third.clientId).execute()
  expect(cards).toEqual([])
})
