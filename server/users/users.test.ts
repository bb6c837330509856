import { afterAll, beforeAll, expect, test } from 'vitest'
import { createUser, givePassword, type TestUser } from '#server/test/factories.ts'
import { ifMatchCurrent } from '#server/test/if-match.ts'
import { startTestServer, type Caller, type TestServer } from '#server/test/server.ts'
import { logEntries } from '#server/test/log-entries.ts'
import { authContract } from '#shared/auth/contract.ts'
import { sessionContract } from '#shared/auth/session-contract.ts'
import { clientsContract } from '#shared/clients/contract.ts'
import { usersContract } from '#shared/users/contract.ts'
import { userMessages } from '#shared/users/messages.ts'

const PASSWORD = 'pearl of the orient'
let server: TestServer
let admin: TestUser
let as: Caller

beforeAll(async () => {
  server = await startTestServer()
  admin = await createUser(server.db, 'admin', { name: 'Isabel Cruz' })
  await givePassword(server.db, admin.id, PASSWORD)
  as = server.as(admin.token)
})
afterAll(() => server.close())

const list = (querystring: Parameters<typeof as<typeof usersContract.list>>[1]['querystring'] = {}) =>
  as(usersContract.list, { querystring })
const namesOf = async (search: string) => (await list({ search })).users.map(({ name }) => name)
const logIn = (email: string, password = PASSWORD) => server.as(null)(authContract.login, { body: { email, password } })
const isLoggedIn = (token: string) =>
  server
    .as(token)(sessionContract.session, {})
    .then(() => true)
    .catch(() => false)
const logsOf = (id: string) => logEntries(server.db, { subject_id: id })
const add = (body: Partial<{ name: string; email: string; role: 'client' | 'cashier' | 'admin' }>) =>
  as(usersContract.create, {
    body: { name: 'Liza Ramos', email: 'liza@example.ph', role: 'cashier', password: PASSWORD, ...body },
  })
/** Saves the user's form with the current version. */
const edit = async (user: TestUser, changes: object, by = as) =>
  by(
    usersContract.update,
    { params: { id: user.id }, body: { name: user.name, email: user.email, role: 'cashier', ...changes } },
    await ifMatchCurrent(server.db, 'users', user.id),
  )
const remove = (id: string) => as(usersContract.remove, { params: { id } })

test('an added cashier can log in with the given password', async () => {
  const { data } = await add({})
  expect(data).toEqual({
    id: expect.any(String),
    name: 'Liza Ramos',
    username: 'liza@example.ph',
    email: 'liza@example.ph',
    contact_number: null,
    role: 'cashier',
    status: 'Active',
    email_waits: false,
    joinDate: '2026-11-21T09:00:00+08:00',
    practitioner_id: null,
    closure_request: null,
    version: expect.any(Number),
  })
  expect((await logIn('liza@example.ph')).user).toMatchObject({ id: data.id, user_role: 'cashier' })
  const [log] = await logsOf(data.id)
  expect(log).toMatchObject({ action: 'Added Liza Ramos as cashier', type: 'create', user_name: 'Isabel Cruz' })
})

test('an added client gets a client record', async () => {
  const { data } = await add({ name: 'Bianca Garcia', email: 'bianca@example.ph', role: 'client' })
  const client = await server.db
    .selectFrom('clients')
    .innerJoin('people', 'people.id', 'clients.person_id')
    .selectAll()
    .where('person_id', '=', data.id)
    .execute()
  expect(client).toHaveLength(1)
  expect(client[0]).toMatchObject({ first_name: 'Bianca Garcia' })
})

test('adding a user with an e-mail in use is rejected at its field', async () => {
  await expect(add({ name: 'Another', email: 'LIZA@example.ph' })).rejects.toMatchObject({
    status: 422,
    errors: { email: ['This email is already registered.'] },
  })
})

test.each([
  ['name', { name: ' ' }, userMessages.nameRequired],
  ['email', { email: 'nothing' }, 'Enter a valid email address.'],
  ['password', { password: 'short' }, 'Use at least 10 characters.'],
  ['status', { status: 'Active' }, 'This field is not known.'],
  ['id', { id: '0190', name: 'x' }, 'This field is not known.'],
])('adding a user with an invalid %s is rejected with a message at this field', async (field, wrong, sentence) => {
  await expect(add({ email: 'field@example.ph', ...wrong })).rejects.toMatchObject({
    status: 422,
    errors: { [field]: [sentence] },
  })
})

test('the user list is searched by name in any order, by e-mail and by number, regardless of accents and case', async () => {
  const user = await createUser(server.db, 'client', { name: 'placeholder', contactNumber: '0917 555 0101' })
  await edit(user, { name: 'María Peña', email: 'm.pena@example.ph', role: 'client' })
  for (const search of ['pena maria', 'MARÍA', 'm.pena@', '0917 555 0101', '+63 917 555', '09175550101'])
    expect(await namesOf(search)).toEqual(['María Peña'])
  expect(await namesOf('100%')).toEqual([])
  expect(await namesOf('_')).toEqual([])
})

test('a search of the user list does not change the numbers of users shown above it; pages and the role filter limit the rows', async () => {
  const all = await list({ per_page: 100 })
  const by = (role: string) => all.users.filter((user) => user.role === role).length
  expect(all.summary).toEqual({
    total: all.total,
    clients: by('client'),
    admins: by('admin'),
    cashiers: by('cashier'),
    practitioners: by('practitioner'),
    closure_requests: 0,
  })
  const cashiers = await list({ role: 'cashier', per_page: 1, page: 1 })
  expect(cashiers.users).toHaveLength(1)
  expect(cashiers).toMatchObject({ total: by('cashier'), summary: all.summary })
  const joined = all.users.map(({ joinDate }) => joinDate)
  expect(joined).toEqual([...joined].sort().reverse())
})

test('a change of a user’s name and e-mail is logged with the field names, without the e-mail itself', async () => {
  const user = await createUser(server.db, 'cashier')
  const { data } = await edit(user, { name: 'Ana Santos', email: 'ana@example.ph' })
  expect(data).toMatchObject({ name: 'Ana Santos', email: 'ana@example.ph' })
  const [log] = await logsOf(user.id)
  expect(log).toMatchObject({
    action: `Changed the account of Ana Santos: name from ${user.name} to Ana Santos, email`,
    type: 'update',
    changed_fields: ['name', 'email'],
  })
  expect(JSON.stringify(log)).not.toContain('ana@')
})

test('saving a user without a change logs nothing and ends no session', async () => {
  const user = await createUser(server.db, 'cashier')
  await edit(user, {})
  expect(await logsOf(user.id)).toEqual([])
  expect(await isLoggedIn(user.token)).toBe(true)
})

test('changing a user’s name keeps the user logged in', async () => {
  const user = await createUser(server.db, 'cashier')
  await edit(user, { name: 'Only the name' })
  expect(await isLoggedIn(user.token)).toBe(true)
})

test.each([
  ['role', { role: 'admin' }],
  ['password', { password: 'another good password' }],
  ['email', { email: 'other@example.ph' }],
])('changing a user’s %s ends the sessions of the account', async (_field, changes) => {
  const user = await createUser(server.db, 'cashier')
  await edit(user, changes)
  expect(await isLoggedIn(user.token)).toBe(false)
})

test('a password set by an admin replaces a default password', async () => {
  const user = await createUser(server.db, 'client')
  await givePassword(server.db, user.id, 'bianca123', new Date('2026-12-01T00:00:00Z'))
  expect((await list({ search: user.email })).users[0]!.status).toBe('Must set password')
  const { data } = await edit(user, { role: 'client', password: 'another good password' })
  expect(data.status).toBe('Active')
  expect((await logIn(user.email, 'another good password')).user.must_set_password).toBe(false)
})

test.each(['cashier', 'admin'] as const)(
  'a client who becomes %s keeps the record, is logged out, must choose a new password, and can become a client again',
  async (role) => {
    const client = await createUser(server.db, 'client')
    await givePassword(server.db, client.id, PASSWORD)
    const recordOf = () =>
      server.db.selectFrom('clients').select('id').where('person_id', '=', client.id).executeTakeFirstOrThrow()
    const before = await recordOf()
    const { data } = await edit(client, { role, name: 'Now Staff' })
    expect(data).toMatchObject({ role, status: 'Must set password' })
    expect(await isLoggedIn(client.token)).toBe(false)
    const { token, user } = await logIn(client.email)
    expect(user).toMatchObject({ user_role: role, must_set_password: true })
    const readClients = () => server.as(token)(clientsContract.list, { querystring: {} })
    await expect(readClients()).rejects.toMatchObject({ status: 403, code: 'must_choose_password' })
    const body = { current_password: PASSWORD, new_password: 'a password of my own' }
    await server.as(token)(authContract.choosePassword, { body })
    expect(await readClients()).toHaveProperty('clients')

    expect((await edit(client, { role: 'client', name: 'Client Again' })).data.role).toBe('client')
    expect(await recordOf()).toEqual(before)
    const { clients } = await as(clientsContract.list, { querystring: { search: 'Client Again' } })
    expect(clients.map(({ id }) => id)).toContain(before.id)
    expect((await logsOf(client.id)).map(({ action }) => action)).toEqual([
      `Changed the account of Now Staff (client to ${role}): name from ${client.name} to Now Staff`,
      'Logged in',
      'Changed own password',
      `Changed the account of Client Again (${role} to client): name from Now Staff to Client Again`,
    ])
  },
)

test.each([
  ['no password', async () => undefined],
  ['a default password', (id: string) => givePassword(server.db, id, 'bianca123', new Date('2026-12-01T00:00:00Z'))],
])('a client with %s becomes staff only with a password from the admin, which must be changed', async (_, give) => {
  const client = await createUser(server.db, 'client')
  await give(client.id)
  await expect(edit(client, { role: 'admin' })).rejects.toMatchObject({
    status: 422,
    errors: { password: [userMessages.passwordOfNewStaff] },
  })
  const { data } = await edit(client, { role: 'admin', password: 'given by the admin' })
  expect(data.status).toBe('Must set password')
  await expect(logIn(client.email, 'bianca123')).rejects.toMatchObject({ status: 401 })
  expect((await logIn(client.email, 'given by the admin')).user.must_set_password).toBe(true)
})

test('a user with the role client can be saved without an e-mail, a staff member cannot', async () => {
  const walkIn = await createUser(server.db, 'client', { name: 'Rosa Lim' })
  const { data } = await edit(walkIn, { role: 'client', name: 'Rosa Lim Cruz', email: '' })
  expect(data).toMatchObject({ name: 'Rosa Lim Cruz', email: null })
  await expect(edit(walkIn, { email: ' ', password: PASSWORD })).rejects.toMatchObject({
    status: 422,
    errors: { email: [userMessages.emailOfStaff] },
  })
})

test('staff can become a client and get a client record', async () => {
  const cashier = await createUser(server.db, 'cashier')
  expect((await edit(cashier, { role: 'client', name: 'Tess Aquino' })).data.role).toBe('client')
  const rows = await server.db
    .selectFrom('clients')
    .innerJoin('people', 'people.id', 'clients.person_id')
    .select('first_name')
    .where('person_id', '=', cashier.id)
    .execute()
  expect(rows).toEqual([{ first_name: 'Tess Aquino' }])
})

test('renaming a client’s account renames the client record', async () => {
  const user = await createUser(server.db, 'client')
  await edit(user, { role: 'client', name: 'Bea Cruz' })
  const row = await server.db
    .selectFrom('clients')
    .innerJoin('people', 'people.id', 'clients.person_id')
    .selectAll()
    .where('person_id', '=', user.id)
    .executeTakeFirst()
  expect(row).toMatchObject({ first_name: 'Bea Cruz', middle_name: null, last_name: null, suffix: null })
})

test('a closed account loses e-mail, password and sessions, and keeps its name', async () => {
  const user = await createUser(server.db, 'cashier', { name: 'Old Cashier' })
  await givePassword(server.db, user.id, PASSWORD)
  expect(await remove(user.id)).toEqual({ message: userMessages.deleted })
  expect(await isLoggedIn(user.token)).toBe(false)
  await expect(logIn(user.email)).rejects.toMatchObject({ status: 401 })
  expect((await add({ name: 'New Cashier', email: user.email })).data.email).toBe(user.email)
  expect(await namesOf('Old Cashier')).toEqual([])
  const { users } = await list({ search: 'Old Cashier', closed: 'show' })
  expect(users).toMatchObject([{ name: 'Old Cashier', email: null, status: 'Closed' }])
  expect((await logsOf(user.id)).at(-1)).toMatchObject({
    action: 'Closed the account of Old Cashier',
    type: 'delete',
  })
})

test('a closed or unknown account can be neither changed nor closed', async () => {
  const user = await createUser(server.db, 'cashier')
  await remove(user.id)
  await expect(edit(user, { name: 'Again' })).rejects.toMatchObject({ status: 404, message: userMessages.notFound })
  await expect(remove(user.id)).rejects.toMatchObject({ status: 404 })
})

test('admins cannot close their own account', async () => {
  await expect(remove(admin.id)).rejects.toMatchObject({ status: 409, message: userMessages.notYourself })
  expect(await isLoggedIn(admin.token)).toBe(true)
})
