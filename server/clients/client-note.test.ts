import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createUser } from '#server/test/factories.ts'
import { logEntries } from '#server/test/log-entries.ts'
import { startTestServer, type Caller, type TestServer } from '#server/test/server.ts'
import { clientsContract as clients } from '#shared/clients/contract.ts'
import { fieldMessages } from '#shared/lib/messages.ts'
import { usersContract } from '#shared/users/contract.ts'

let server: TestServer
let cashier: Caller
let admin: Caller
let id: string
let personId: string

beforeAll(async () => {
  server = await startTestServer()
  cashier = server.as((await createUser(server.db, 'cashier')).token)
  admin = server.as((await createUser(server.db, 'admin')).token)
})
afterAll(() => server.close())
beforeEach(async () => {
  const { data } = await cashier(clients.create, { body: { name: 'Liza Ramos' } })
  id = data.id
  personId = data.user_id
})

const write = async (note: string | null, version?: number) => {
  const options = version === undefined ? {} : { headers: { 'if-match': String(version) } }
  return (await cashier(clients.changeNote, { params: { id }, body: { note } }, options)).data
}
const noteNow = async () => (await cashier(clients.detail, { params: { id } })).data.note

test('the note about a client can have several lines, be changed and removed, and each change increases its version', async () => {
  expect(await noteNow()).toEqual({ text: null, version: 1 })
  expect(await write(' Prefers mornings.\nAllergic to latex. ', 1)).toEqual({
    text: 'Prefers mornings.\nAllergic to latex.',
    version: 2,
  })
  await write('Prefers mornings.', 2)
  expect(await write('  ', 3)).toEqual({ text: null, version: 4 })
  expect(await noteNow()).toEqual({ text: null, version: 4 })
})

test('a note about a client that somebody else changed meanwhile is not overwritten, and the current note is returned', async () => {
  const theirs = await write('Prefers mornings.', 1)
  await expect(write('Prefers evenings.', 1)).rejects.toMatchObject({ status: 409, code: 'stale', data: theirs })
  expect(await noteNow()).toEqual(theirs)
})

test('the log names the client whose note was changed, but not the text of the note; saving an unchanged note writes no log entry', async () => {
  await write('Allergic to latex.')
  await write('Allergic to latex.')
  const rows = await logEntries(server.db, { subject_id: id })
  expect(rows.map(({ action }) => action)).toEqual(['Added the client Liza Ramos', 'Changed the note about Liza Ramos'])
  expect(JSON.stringify(rows)).not.toContain('latex')
})

test('the note about a client is at most 2,000 characters long', async () => {
  await expect(write('x'.repeat(2001))).rejects.toMatchObject({
    status: 422,
    errors: { note: [fieldMessages.tooLong(2000)] },
  })
})

test('removing a client removes the note about the client', async () => {
  await write('Allergic to latex.')
  await admin(usersContract.remove, { params: { id: personId } })
  const row = await server.db.selectFrom('clients').select('note').where('id', '=', id).executeTakeFirstOrThrow()
  expect(row.note).toBeNull()
  await expect(write('Again')).rejects.toMatchObject({ status: 404 })
})
