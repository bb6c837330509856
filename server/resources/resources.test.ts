import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createCatalogue, createUser, MAIN_ROOM_ID, type TestCatalogue, type TestUser } from '#server/test/factories.ts'
import { lastLogEntry, logEntries } from '#server/test/log-entries.ts'
import { fileOf, picture } from '#server/test/pictures.ts'
import { startTestServer, type Caller, type TestServer } from '#server/test/server.ts'
import type { ResourceColour } from '#shared/resources/colours.ts'
import { resourcesContract as contract, type Resource } from '#shared/resources/contract.ts'
import { resourceMessages as s } from '#shared/resources/messages.ts'

let server: TestServer
let owner: TestUser
let admin: Caller
let catalogue: TestCatalogue

beforeAll(async () => {
  server = await startTestServer()
  owner = await createUser(server.db, 'admin')
  admin = server.as(owner.token)
  catalogue = await createCatalogue(server.db)
})
afterAll(() => server.close())
beforeEach(async () => {
  for (const table of ['resource_hours', 'resource_exceptions', 'service_resources'] as const)
    await server.db.deleteFrom(table).execute()
  await server.db.deleteFrom('resources').where('id', '<>', MAIN_ROOM_ID).execute()
})

const MONDAY = { weekday: 1, opens_at: '09:00:00', closes_at: '12:00:00' }
const AFTERNOON = { weekday: 1, opens_at: '13:00:00', closes_at: '18:00:00' }

type More = Partial<{
  kind: Resource['kind']
  name: string
  title: string
  colour: ResourceColour
  is_active: 'true' | 'false'
  services: readonly string[]
  week: readonly object[]
  photo: File
  without_photo: 'true'
}>
const body = ({ services = [], week = [], ...more }: More = {}) => ({
  name: 'Dr. Ana Reyes',
  title: 'Dermatologist',
  colour: '#2f7c49' as const,
  is_active: 'true' as const,
  service_ids: JSON.stringify(services),
  week: JSON.stringify(week),
  ...more,
})
const create = async (more: More = {}) =>
  (await admin(contract.create, { body: { kind: 'practitioner', ...body(more) } })).data
const update = async (one: Resource, more: More = {}, headers: Record<string, string> = {}) => {
  const { kind: _, ...changed } = body(more)
  return (await admin(contract.update, { params: { id: one.id }, body: changed }, { headers })).data
}
const list = async (kind: Resource['kind'], search = '') =>
  (await admin(contract.list, { querystring: { kind, search } })).data
const lastLog = async () => (await lastLogEntry(server.db)).action

test('a practitioner is saved with title, colour, services and several time spans a day', async () => {
  const made = await create({ services: [catalogue.serviceId, catalogue.otherServiceId], week: [AFTERNOON, MONDAY] })
  expect(made).toMatchObject({
    kind: 'practitioner',
    name: 'Dr. Ana Reyes',
    title: 'Dermatologist',
    colour: '#2f7c49',
    photo: null,
    is_active: true,
    services: [
      { id: catalogue.serviceId, name: 'Diamond peel' },
      { id: catalogue.otherServiceId, name: 'Hydra glow' },
    ],
    week: [MONDAY, AFTERNOON],
    exceptions: [],
    version: 1,
  })
  expect(await list('practitioner')).toEqual([made])
  expect(await lastLog()).toBe('Added the practitioner Dr. Ana Reyes')
})

test('rooms and devices have separate lists, searchable by name and title', async () => {
  await create({ kind: 'room', name: 'Señorita room', title: '' })
  await create({ kind: 'device', name: 'CO2 laser', title: '' })
  expect((await list('room')).map(({ name }) => name)).toEqual(['Main station', 'Señorita room'])
  expect((await list('device')).map(({ name }) => name)).toEqual(['CO2 laser'])
  expect((await list('room', 'senorita')).map(({ name }) => name)).toEqual(['Señorita room'])
  await create()
  expect(await list('practitioner', 'dermatologist')).toHaveLength(1)
})

test('the history log names the changed fields of a resource, and has no entry for a save that changes nothing', async () => {
  const made = await create({ services: [catalogue.serviceId] })
  const changed = await update(made, { name: 'Dr. Ana Cruz', services: [], week: [MONDAY] })
  expect(changed).toMatchObject({ name: 'Dr. Ana Cruz', services: [], week: [MONDAY], version: 2 })
  expect(await lastLog()).toBe(
    'Changed the practitioner Dr. Ana Cruz: name from Dr. Ana Reyes to Dr. Ana Cruz, services, weekly hours',
  )
  const before = (await logEntries(server.db)).length
  expect(await update(changed, { name: 'Dr. Ana Cruz', week: [MONDAY] })).toEqual(changed)
  expect(await logEntries(server.db)).toHaveLength(before)
})

test('a stale form of a resource is rejected, and the response has the newer values', async () => {
  const made = await create()
  const newer = await update(made, { week: [MONDAY] }, { 'if-match': '1' })
  const stale = update(made, { name: 'Ana' }, { 'if-match': '1' })
  await expect(stale).rejects.toMatchObject({ status: 409, code: 'stale', data: newer })
  expect(await list('practitioner')).toEqual([newer])
})

test('a practitioner’s photo is stored as a square under a new name, and the old photo is deleted', async () => {
  const made = await create({ photo: fileOf(await picture()) })
  expect(made.photo).toMatch(/^\/api\/resource-photos\/[0-9a-f-]{36}\.webp$/)
  const changed = await update(made, { photo: fileOf(await picture()) })
  expect(changed.photo).not.toBe(made.photo)
  const read = (url: string) => server.app.inject({ url })
  expect((await read(changed.photo!)).statusCode).toBe(200)
  expect((await read(made.photo!)).statusCode).toBe(404)
  expect((await update(changed, { title: 'Doctor' })).photo).toBe(changed.photo)
})

test('removing a practitioner’s photo deletes its file, and the log records the change', async () => {
  const made = await create({ photo: fileOf(await picture()) })
  const changed = await update(made, { without_photo: 'true' })
  expect(changed.photo).toBeNull()
  expect((await server.app.inject({ url: made.photo! })).statusCode).toBe(404)
  expect((await lastLogEntry(server.db)).changes).toMatchObject([{ field: 'photo' }])
  expect((await update(changed, { without_photo: 'true' })).version).toBe(changed.version)
})

test.each([
  ['a name that another practitioner has', { name: 'Bea' }, { name: [s.nameTaken] }],
  ['no name', { name: ' ' }, { name: [s.nameRequired] }],
  ['a colour that is not in the palette', { colour: '#ffffff' as ResourceColour }, { colour: [s.colour] }],
  ['an end before the start', { week: [{ ...MONDAY, closes_at: '08:00:00' }] }, { week: [s.endAfterBegin] }],
  [
    'a pair of overlapping time spans',
    { week: [MONDAY, { ...AFTERNOON, opens_at: '11:45:00' }] },
    { week: [s.spansOverlap] },
  ],
  ['a time off the quarter hours', { week: [{ ...MONDAY, opens_at: '09:10:00' }] }, {}],
  ['a service that the clinic does not offer', { services: [MAIN_ROOM_ID] }, { service_ids: [s.unknownService] }],
] as const)('%s is rejected, and nothing is saved', async (_, more, errors) => {
  await create({ name: 'Bea' })
  const before = await list('practitioner')
  await expect(create({ ...more })).rejects.toMatchObject({ status: 422, errors })
  expect(await list('practitioner')).toEqual(before)
})

test('a practitioner’s hours may extend into the night, until 4:00 AM at the latest', async () => {
  const made = await create({ week: [{ weekday: 6, opens_at: '18:00:00', closes_at: '00:30:00' }] })
  expect(made.week).toHaveLength(1)
  await expect(
    create({ name: 'Bea', week: [{ weekday: 6, opens_at: '18:00:00', closes_at: '05:00:00' }] }),
  ).rejects.toMatchObject({ status: 422, errors: { week: [s.endAfterBegin] } })
})

test('a resource swaps position with its neighbour of the same kind without changing its version', async () => {
  const names = ['Ana', 'Bea', 'Cora']
  const made: Resource[] = []
  for (const name of names) made.push(await create({ name }))
  await create({ kind: 'device', name: 'Laser' })
  const move = (n: number, direction: 'up' | 'down') =>
    admin(contract.move, { params: { id: made[n]!.id }, body: { direction } })
  const order = async () => (await list('practitioner')).map(({ name }) => name)
  await move(2, 'up')
  expect(await order()).toEqual(['Ana', 'Cora', 'Bea'])
  expect(await lastLog()).toBe('Moved the practitioner Cora up')
  await move(0, 'up')
  await move(1, 'down')
  expect(await order()).toEqual(['Ana', 'Cora', 'Bea'])
  expect((await list('practitioner')).map(({ version }) => version)).toEqual([1, 1, 1])
})

test('leave of several days is one entry, which is removed as a whole', async () => {
  const made = await create()
  const params = { id: made.id }
  const leave = { kind: 'leave' as const, starts_at: null, ends_at: null, note: 'Baguio' }
  const { data } = await admin(contract.addException, {
    params,
    body: { first_date: '2026-12-24', last_date: '2027-01-02', ...leave },
  })
  expect(data.exceptions).toEqual([
    {
      id: expect.any(String) as string,
      first_date: '2026-12-24',
      last_date: '2027-01-02',
      closes_clinic: false,
      ...leave,
    },
  ])
  expect(await lastLog()).toBe('Added leave of Dr. Ana Reyes from 2026-12-24 to 2027-01-02')
  expect(JSON.stringify(await logEntries(server.db))).not.toContain('Baguio')
  const exception_id = data.exceptions[0]!.id
  const emptied = await admin(contract.removeException, { params: { ...params, exception_id }, querystring: {} })
  expect(emptied.data.exceptions).toEqual([])
  expect(await server.db.selectFrom('resource_exceptions').selectAll().execute()).toEqual([])
  await expect(
    admin(contract.removeException, { params: { ...params, exception_id }, querystring: {} }),
  ).rejects.toMatchObject({ status: 404, message: s.exceptionNotFound })
})

test.each([
  ['leave on past days', { first_date: '2026-10-01', last_date: '2026-12-24' }, { first_date: [s.pastDate] }],
  ['leave whose last day is before the first', { last_date: '2026-12-01' }, { last_date: [s.lastBeforeFirst] }],
  ['leave of more than a year', { last_date: '2028-12-24' }, { last_date: [s.tooManyDays(366)] }],
  ['different hours without times', { kind: 'hours' as const }, { starts_at: [s.timeRequired] }],
  ['leave with a start time only', { starts_at: '09:00:00' }, { ends_at: [s.timeRequired] }],
  ['an end before the start', { starts_at: '12:00:00', ends_at: '09:00:00' }, { ends_at: [s.endAfterBegin] }],
])('in the leave and different hours of a resource, %s is rejected with a message', async (_, more, errors) => {
  const made = await create()
  const leave = { kind: 'leave' as const, starts_at: null, ends_at: null, note: '' }
  await expect(
    admin(contract.addException, {
      params: { id: made.id },
      body: { first_date: '2026-12-24', last_date: '2026-12-24', ...leave, ...more },
    }),
  ).rejects.toMatchObject({ status: 422, errors })
  expect(await server.db.selectFrom('resource_exceptions').selectAll().execute()).toEqual([])
})
