import { afterAll, beforeAll, expect, test } from 'vitest'
import { everyEndpoint } from '#shared/contracts.ts'
import type { Endpoint } from '#shared/lib/endpoint.ts'
import { systemContract } from '#shared/system/contract.ts'
import { createUser } from './factories.ts'
import { fingerprintTables } from './fingerprint.ts'
import { startTestServer, type TestServer } from './server.ts'

let server: TestServer
const tokens: Record<string, string | null> = { nobody: null }

beforeAll(async () => {
  server = await startTestServer()
  tokens['client'] = (await createUser(server.db, 'client')).token
  tokens['admin'] = (await createUser(server.db, 'admin')).token
})
afterAll(() => server.close())

const reads = everyEndpoint.filter(({ method }) => method === 'GET')

/** The URL of a call. The URL of a report contains a range of two days. */
function addressOf({ url, querystring }: Endpoint): string {
  const path = url.replace(':report', 'sales-by-day').replace(/:\w+/g, '01900000-0000-7000-8000-00000000ffff')
  return querystring && 'from' in querystring.shape ? `${path}?from=2026-11-01&to=2026-11-02` : path
}

const send = (method: 'GET' | 'HEAD', e: Endpoint, token: string | null) =>
  server.app.inject({
    method,
    url: addressOf(e),
    headers: token === null ? {} : { authorization: `Bearer ${token}` },
  })

test.each(reads)('HEAD $url answers like GET, without a body, and changes nothing', async (e) => {
  const people = Object.entries(tokens)
  const before = await fingerprintTables(server.db)
  const heads = await Promise.all(people.map(([, token]) => send('HEAD', e, token)))
  expect(await fingerprintTables(server.db)).toEqual(before)
  for (const [n, [who, token]] of people.entries()) {
    const head = heads[n]!
    expect({ who, body: head.body }).toEqual({ who, body: '' })
    // GET is not compared for an authorized stream, because a stream does not end.
    if (e.answers === 'stream' && head.statusCode === 200) continue
    const get = await send('GET', e, token)
    // For a GET call that writes, HEAD does not look for the record, so HEAD answers 200 where GET answers 404.
    if (e.writesOnRead && head.statusCode === 200 && get.statusCode === 404) continue
    expect({ who, status: head.statusCode }).toEqual({ who, status: get.statusCode })
    expect(head.headers['content-type']).toBe(get.headers['content-type'])
    // The check of the system measures times, so two of its answers may differ in length.
    const answersAlike = !e.writesOnRead && e.url !== systemContract.read.url
    if (answersAlike) expect(head.headers['content-length']).toBe(get.headers['content-length'])
  }
})

test('only read calls answer HEAD', async () => {
  const changes = everyEndpoint.filter(({ method, url }) => method !== 'GET' && !reads.some((e) => e.url === url))
  for (const e of changes) expect((await send('HEAD', e, tokens['admin']!)).statusCode, e.url).toBe(404)
})
