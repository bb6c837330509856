import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '#server/lib/new-id.ts'
import { createUser, type TestUser } from '#server/test/factories.ts'
import { ifMatchVersion } from '#server/test/if-match.ts'
import { startTestServer, type TestServer } from '#server/test/server.ts'
import { catalogueContract } from '#shared/catalogue/contract.ts'
import { clientsContract } from '#shared/clients/contract.ts'
import { historyLogsContract, type LogType } from '#shared/history-logs/contract.ts'
import { LEGACY_NOTE } from '#shared/history-logs/events.ts'
import { ApiError } from '#shared/lib/http-client.ts'
import type { Input } from '#shared/lib/endpoint.ts'
import { usersContract } from '#shared/users/contract.ts'
import { insertEvent } from './write-audit-log.ts'

let server: TestServer
let admin: TestUser

type Entry = { by?: string; action: string; type: LogType; at: string }

/** Writes entries as the services do, each in a transaction of its own. */
async function log(entries: Entry[]): Promise<void> {
  for (const { by = 'Ana Cruz', action, type, at } of entries)
    await server.db.transaction().execute((tx) =>
      insertEvent(
        tx,
        {
          type: LEGACY_NOTE,
          kind: type,
          subject: 'test',
          subjectId: null,
          parameters: { sentence: action },
          changes: [],
        },
        { now: new Date(at), requestId: 'r', user: { id: admin.id, name: by, role: 'cashier' } },
      ),
    )
}

const list = (querystring: Input<typeof historyLogsContract.list>['querystring'] = {}) =>
  server.as(admin.token)(historyLogsContract.list, { querystring })
const actions = async (querystring: Parameters<typeof list>[0]) => (await list(querystring)).logs.map((l) => l.action)

beforeAll(async () => {
  server = await startTestServer()
  admin = await createUser(server.db, 'admin', { name: 'Ada Admin' })
  await log([
    { action: 'Added the client Bianca Peña', type: 'create', at: '2026-11-01T09:00:00+08:00' },
    { action: 'Changed the treatment 100% glow', type: 'update', at: '2026-11-02T09:00:00+08:00' },
    { action: 'Deleted the product Cotton_pads', type: 'delete', at: '2026-11-03T09:00:00+08:00' },
    { by: 'Carlo Reyes', action: 'Logged in', type: 'system', at: '2026-11-04T09:00:00+08:00' },
    { by: 'Carlo Reyes', action: 'Changed the user Dina', type: 'update', at: '2026-11-05T23:59:59+08:00' },
  ])
})
afterAll(() => server.close())

describe('the list of the history log', () => {
  test('the list of the log shows who did what and when in Manila time, newest first, with counts of all types', async () => {
    const answer = await list()
    expect(answer.logs.map((entry) => entry.type)).toEqual(['update', 'system', 'delete', 'update', 'create'])
    expect(answer.logs[0]).toMatchObject({
      user: 'Carlo Reyes',
      user_role: 'cashier',
      action: 'Changed the user Dina',
      type: 'update',
      timestamp: '2026-11-05T23:59:59+08:00',
    })
    expect(answer).toMatchObject({ total: 5, page: 1, per_page: 10 })
    expect(answer.summary).toEqual({
      total: 5,
      created: 1,
      updated: 2,
      deleted: 1,
      last_updated: '2026-11-05T23:59:59+08:00',
    })
  })

  test('the list of the log is sorted oldest first on request', async () => {
    expect((await actions({ sort: 'oldest' }))[0]).toBe('Added the client Bianca Peña')
  })

  test('the list of the log is filtered by type, and the counts follow the filter', async () => {
    const answer = await list({ type: 'update' })
    expect(answer.logs).toHaveLength(2)
    expect(answer.summary).toMatchObject({ total: 2, created: 0, updated: 2, deleted: 0 })
  })

  test('a search of the log finds users and actions regardless of accents and case', async () => {
    expect(await actions({ search: 'carlo' })).toEqual(['Changed the user Dina', 'Logged in'])
    expect(await actions({ search: 'PENA' })).toEqual(['Added the client Bianca Peña'])
    expect(await actions({ search: 'user  reyes' })).toEqual(['Changed the user Dina'])
    const answer = await list({ search: 'carlo', type: 'system' })
    expect(answer.total).toBe(1)
    expect(answer.summary).toEqual({
      total: 1,
      created: 0,
      updated: 0,
      deleted: 0,
      last_updated: '2026-11-04T09:00:00+08:00',
    })
  })

  test('a search of the log treats %, _ and \\ as plain characters', async () => {
    expect(await actions({ search: '100%' })).toEqual(['Changed the treatment 100% glow'])
    expect(await actions({ search: 'co__on' })).toEqual([])
    expect(await actions({ search: 'cotton_pads' })).toEqual(['Deleted the product Cotton_pads'])
    expect(await actions({ search: '\\' })).toEqual([])
  })

  test('the counts of the log are zero when nothing matches a search', async () => {
    const answer = await list({ search: 'nobody ever did this' })
    expect(answer).toMatchObject({ logs: [], total: 0 })
    expect(answer.summary).toEqual({ total: 0, created: 0, updated: 0, deleted: 0, last_updated: null })
  })

  test('the pages of the log have no gaps or repetitions, even for entries with the same time', async () => {
    await log(
      Array.from({ length: 9 }, (_, i) => ({
        by: 'Pia Page',
        action: `Paged ${i}`,
        type: 'create' as const,
        at: '2026-11-06T08:00:00+08:00',
      })),
    )
    const ids: string[] = []
    for (const page of [1, 2, 3, 4]) {
      const answer = await list({ search: 'paged', page, per_page: 4 })
      expect(answer.total).toBe(9)
      ids.push(...answer.logs.map((entry) => entry.id))
    }
    expect(ids).toHaveLength(9)
    expect(new Set(ids).size).toBe(9)
    const backwards = await list({ search: 'paged', sort: 'oldest' })
    expect(backwards.logs.map((entry) => entry.id)).toEqual(ids.toReversed())
  })

  test('the history of one record has only the log entries about it, with what changed', async () => {
    const call = server.as(admin.token)
    const { data } = await call(catalogueContract.createTreatment, { body: { treatment_name: 'Peels' } })
    await call(catalogueContract.createTreatment, { body: { treatment_name: 'Drips' } })
    const body = { treatment_name: 'Peels', treatment_price: 100 }
    await call(catalogueContract.updateTreatment, { params: { id: data.id }, body })
    const answer = await list({ subject: 'treatment', subject_id: data.id })
    expect(answer.logs.map(({ action }) => action)).toEqual([
      'Changed the treatment Peels: price from ₱0 to ₱100',
      'Added the treatment Peels',
    ])
    expect(answer.logs[0]).toMatchObject({
      headline: 'Changed the treatment Peels',
      event: 'catalogue.treatment.changed',
      subject: 'treatment',
      subject_id: data.id,
      changes: [{ field: 'treatment_price', label: 'price', told: false, from: '₱0', to: '₱100' }],
    })
    expect(answer).toMatchObject({ total: 2, summary: { total: 2, created: 1, updated: 1 } })
  })

  test('a client and the client’s account have the same history', async () => {
    const call = server.as(admin.token)
    const { data } = await call(clientsContract.create, { body: { name: 'Fe Ramos', email: 'fe@example.ph' } })
    const other = await call(clientsContract.create, { body: { name: 'Gia Ramos' } })
    const { version } = (await call(usersContract.list, { querystring: { search: 'fe@example.ph' } })).users[0]!
    const body = { name: 'Fe Cruz', email: 'fe@example.ph', role: 'client' as const }
    await call(usersContract.update, { params: { id: data.user_id }, body }, ifMatchVersion(version))
    const expected = ['Changed the account of Fe Cruz: name from Fe Ramos to Fe Cruz', 'Added the client Fe Ramos']
    expect(await actions({ subject: 'client', subject_id: data.id })).toEqual(expected)
    expect(await actions({ subject: 'user', subject_id: data.user_id })).toEqual(expected)
    expect(await actions({ subject: 'client', subject_id: other.data.id })).toEqual(['Added the client Gia Ramos'])
    for (const id of ['nobody', data.user_id]) expect(await actions({ subject: 'client', subject_id: id })).toEqual([])
    const answer = await list({ subject: 'client', subject_id: data.id, per_page: 1, page: 2 })
    expect(answer).toMatchObject({ total: 2, summary: { total: 2, created: 1, updated: 1 } })
    expect(answer.logs.map(({ headline }) => headline)).toEqual(['Added the client Fe Ramos'])
  })

  test('the list of the log rejects an unknown type, sort order and page size', async () => {
    const wrong = ['type=other', 'sort=sideways', 'per_page=101', 'page=0', 'order=asc', 'page=1&page=2']
    for (const query of wrong) {
      const url = `/api/history-logs?${query}`
      const answer = await server.app.inject({ url, headers: { authorization: `Bearer ${admin.token}` } })
      expect(answer.statusCode, query).toBe(422)
    }
  })

  test.each(['cashier', 'client'] as const)('a %s cannot read the log', async (role) => {
    const person = await createUser(server.db, role)
    await expect(server.as(person.token)(historyLogsContract.list, { querystring: {} })).rejects.toMatchObject({
      status: 403,
    })
  })

  test('a visitor without a session cannot read the log', async () => {
    const refused = server.as(null)(historyLogsContract.list, { querystring: {} })
    await expect(refused).rejects.toBeInstanceOf(ApiError)
    await expect(refused).rejects.toMatchObject({ status: 401 })
  })
})

describe('an entry of the history log', () => {
  test('a log entry is a single line, whatever characters a name contains', async () => {
    await log([{ by: 'Eve\r\nMallory', action: 'Tried\nto look like two', type: 'update', at: '2026-10-01T00:00:00Z' }])
    const [entry] = (await list({ search: 'look like two' })).logs
    expect(entry).toMatchObject({ user: 'Eve Mallory', action: 'Tried to look like two' })
  })

  test('a log entry is removed when the change that it records is rolled back, and is no longer counted', async () => {
    const before = (await list()).total
    const change = server.db.transaction().execute(async (tx) => {
      await insertPlain(tx)
      throw new Error('rolled back')
    })
    await expect(change).rejects.toThrow('rolled back')
    expect((await list()).total).toBe(before)
  })

  test('each log entry is counted once even when many are written at the same time', async () => {
    const before = (await list()).total
    await Promise.all(Array.from({ length: 40 }, () => server.db.transaction().execute(insertPlain)))
    expect((await list()).total).toBe(before + 40)
    expect((await list({ search: 'plain entry' })).total).toBe(40)
  })
})

const insertPlain = (tx: TestServer['db']) =>
  tx
    .insertInto('events')
    .values({
      id: newId(),
      happened_at: new Date('2026-10-02T00:00:00Z'),
      user_name: 'Ana',
      user_role: 'admin',
      type: 'legacy.note',
      kind: 'system',
      parameters: JSON.stringify({ sentence: 'Plain entry' }),
      subject: 'test',
      search_text: 'ana plain entry',
    })
    .execute()

describe('the log is append-only', () => {
  const attempts = ["update events set user_name = 'nobody'", 'delete from events', 'truncate events']

  async function attempt(url: string, statement: string): Promise<string | undefined> {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    try {
      await client.query(statement)
      return 'allowed'
    } catch (error) {
      return (error as { code?: string }).code
    } finally {
      await client.end()
    }
  }

  test.each(attempts)('the app’s database role may not run this statement on the log: %s', async (statement) => {
    expect(await attempt(server.database.appUrl, statement)).toBe('42501')
  })

  test.each(attempts)('a trigger of the log rejects this statement of the database owner: %s', async (statement) => {
    expect(await attempt(server.database.ownerUrl, statement)).toBe('23001')
  })

  test('after the refused statements the entries of the log are unchanged', async () => {
    expect(await actions({ search: 'bianca' })).toEqual(['Added the client Bianca Peña'])
  })
})
