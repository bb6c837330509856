import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '#server/lib/new-id.ts'
import { createUser, type TestUser } from '#server/test/factories.ts'
import { startTestServer, type TestServer } from '#server/test/server.ts'
import { historyLogsContract, typeInExport } from '#shared/history-logs/contract.ts'
import { LEGACY_NOTE } from '#shared/history-logs/events.ts'
import { csvReader } from '#shared/lib/csv.ts'

let server: TestServer
let admin: TestUser

const entry = (user_name: string, action: string, kind: string, at: string) => ({
  id: newId(),
  happened_at: new Date(at),
  user_name,
  user_role: 'admin',
  type: LEGACY_NOTE,
  kind,
  parameters: JSON.stringify({ sentence: action }),
  subject: 'test',
  search_text: `${user_name} ${action}`.toLowerCase(),
})

beforeAll(async () => {
  server = await startTestServer()
  admin = await createUser(server.db, 'admin', { name: 'Ada Admin' })
  await server.db
    .insertInto('events')
    .values([
      entry('Ana Cruz', 'Added the client Bianca', 'create', '2026-11-01T09:00:00+08:00'),
      entry('=cmd', '@SUM(A1) and "quotes"', 'update', '2026-11-02T23:59:59+08:00'),
      entry('Carlo', `Changed ${'very '.repeat(200)}much`, 'delete', '2026-11-03T00:00:00+08:00'),
      ...Array.from({ length: 1200 }, (_, i) => entry('Pia', `Paged ${i}`, 'system', '2026-10-01T00:00:00Z')),
    ])
    .execute()
})
afterAll(() => server.close())

const download = (query = '', token = admin.token) =>
  server.app.inject({ url: `/api/history-logs/export${query}`, headers: { authorization: `Bearer ${token}` } })
async function rows(query = ''): Promise<string[][]> {
  const reader = csvReader()
  const found = reader.push((await download(query)).body)
  reader.end()
  return found
}

describe('the export of the history log', () => {
  test('the export of the log contains each entry that matches the filter once, not only those of one page, in the order of the screen', async () => {
    const all = await rows('?search=paged&sort=oldest')
    expect(all[0]).toEqual(['User', 'Action', 'Type', 'Timestamp'])
    expect(all.at(-1)).toEqual(['Total', '1,200 entries', '', ''])
    expect(all.slice(1, -1).map((row) => row[1])).toEqual(Array.from({ length: 1200 }, (_, i) => `Paged ${i}`))
    expect((await rows('?type=delete')).slice(1, -1)).toEqual([
      ['Carlo', `Changed ${'very '.repeat(200)}much`, 'Delete', '2026-11-03 00:00:00'],
    ])
    expect((await rows('?subject=test&type=delete')).slice(1, -1)).toHaveLength(1)
    expect((await rows('?subject=product')).slice(1, -1)).toEqual([])
  })

  test('the export of the log writes an apostrophe before a text that a spreadsheet would run as a formula, and reading the file returns the original text', async () => {
    const answer = await download('?type=update')
    expect(answer.body).toContain(`"'=cmd","'@SUM(A1) and ""quotes""","Update","2026-11-02 23:59:59"`)
    expect((await rows('?type=update'))[1]!.slice(0, 2)).toEqual(['=cmd', '@SUM(A1) and "quotes"'])
    expect(answer.headers['content-disposition']).toBe('attachment; filename="history-logs.csv"')
  })

  test('the export of the log accepts the filter “add” and returns the entries of the type “create”', async () => {
    expect(await rows('?type=add')).toEqual(await rows('?type=create'))
    expect((await rows('?type=add')).slice(1, -1).map((row) => row[2])).toEqual(['Create'])
    expect([typeInExport('add'), typeInExport('update')]).toEqual(['create', 'update'])
  })

  test('the export of the log writes a log entry about itself, without the search text', async () => {
    await download('?type=create&search=bianca')
    const querystring = { search: 'exported', type: 'system' } as const
    const [logged] = (await server.as(admin.token)(historyLogsContract.list, { querystring })).logs
    expect(logged).toMatchObject({
      user: 'Ada Admin',
      action: 'Exported 1 entry of the history log: Create, with a search',
    })
  })

  test('the export of the log is allowed only for admins, and rejects page numbers and unknown types', async () => {
    const cashier = await createUser(server.db, 'cashier')
    expect((await download('', cashier.token)).statusCode).toBe(403)
    for (const query of ['?page=1', '?type=other', '?sort=sideways'])
      expect((await download(query)).statusCode, query).toBe(422)
  })
})
