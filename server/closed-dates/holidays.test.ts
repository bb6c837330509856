import { readFileSync } from 'node:fs'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import type { DetachedContext } from '#server/lib/context.ts'
import { startTestServer, type TestServer } from '#server/test/server.ts'
import { closedDatesContract as contract, type Holiday } from '#shared/closed-dates/contract.ts'
import { EMBEDDED_SOURCE } from './embedded-holidays.ts'
import { HolidayCalendar } from './holiday-calendar.ts'

let server: TestServer | undefined
let service: Server | undefined

afterEach(async () => {
  await server?.close()
  service?.closeAllConnections()
  service?.close()
  server = service = undefined
})

/** Starts a local holiday service; returns its URL and the list of requested addresses. */
async function serve(listener: RequestListener): Promise<{ url: string; asked: string[] }> {
  const asked: string[] = []
  service = createServer((request, response) => {
    asked.push(request.url ?? '')
    listener(request, response)
  })
  await new Promise<void>((done) => service!.listen(0, '127.0.0.1', done))
  return { url: `http://127.0.0.1:${(service.address() as AddressInfo).port}`, asked }
}

const answering =
  (days: unknown): RequestListener =>
  (_, response) =>
    void response.setHeader('content-type', 'application/json').end(JSON.stringify(days))

const read = async (year: number): Promise<Holiday[]> =>
  (await server!.as(null)(contract.holidays, { querystring: { year } })).data

const names = async (year: number) => new Map((await read(year)).map((day) => [day.date, day.localName]))

test('the built-in calendar contains the regular and special non-working days of the Philippines, without Easter Sunday', async () => {
  server = await startTestServer()
  const days = await names(2026)
  const expected = {
    '2026-01-01': "New Year's Day",
    '2026-04-02': 'Maundy Thursday',
    '2026-04-03': 'Good Friday',
    '2026-04-09': 'Day of Valor',
    '2026-06-12': 'Independence Day',
    '2026-08-21': 'Ninoy Aquino Day',
    '2026-08-31': "National Heroes' Day",
    '2026-11-30': 'Bonifacio Day',
    '2026-12-25': 'Christmas Day',
    '2026-12-30': 'Rizal Day',
  }
  for (const [date, name] of Object.entries(expected)) expect([date, days.get(date)]).toEqual([date, name])
  for (const date of ['2026-04-05', '2026-10-31', '2026-02-25']) expect(days.has(date)).toBe(false)
  expect([...days.values()].some((name) => /Fitr/.test(name))).toBe(true)
  for (const date of days.keys()) expect(date).toMatch(/^2026-/)
})

test('in December the next year’s holidays are available for bookings in January', async () => {
  server = await startTestServer()
  expect((await names(2027)).get('2027-01-01')).toBe("New Year's Day")
})

test('a year’s holidays are stored in the database with the version of the installed library', async () => {
  server = await startTestServer()
  await read(2026)
  const kept = await server.db.selectFrom('public_holidays').select('source').distinct().execute()
  expect(kept).toEqual([{ source: EMBEDDED_SOURCE }])
  const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as { dependencies: Record<string, string> }
  expect(EMBEDDED_SOURCE).toBe(`date-holidays ${dependencies['date-holidays']}`)
})

test('holidays stored by an older version of the library are read from the library again', async () => {
  server = await startTestServer()
  const row = { year: 2026, date: '2026-03-03', local_name: 'Old', source: 'date-holidays 1', fetched_at: new Date() }
  await server.db.insertInto('public_holidays').values(row).execute()
  const days = await names(2026)
  expect([days.has('2026-03-03'), days.has('2026-12-25')]).toEqual([false, true])
})

test('a configured holiday service is called once for a year, and its answer is stored', async () => {
  const days = [
    { date: '2026-12-25', localName: 'Araw ng Pasko', name: 'Christmas Day', countryCode: 'PH', types: ['Public'] },
    { date: '2027-01-01', localName: 'Another year' },
  ]
  const { url, asked } = await serve(answering(days))
  server = await startTestServer({ holidayServiceUrl: `${url}/` })
  const answers = await Promise.all([read(2026), read(2026), read(2026)])
  for (const answer of answers) expect(answer).toEqual([{ date: '2026-12-25', localName: 'Araw ng Pasko' }])
  await read(2026)
  expect(asked).toEqual(['/api/v3/PublicHolidays/2026/PH'])
})

test('requests for holidays that arrive during a call to the holiday service do not call the service again', async () => {
  const { url, asked } = await serve(answering([{ date: '2026-12-25', localName: 'Pasko' }]))
  server = await startTestServer()
  const calendar = new HolidayCalendar(url)
  const contextOf = (afterFirstRead: () => Promise<void>): DetachedContext => {
    let reads = 0
    const base = { user: null, now: server!.clock.now, log: server!.app.log } as unknown as DetachedContext
    const inTransaction: DetachedContext['inTransaction'] = async (work) => {
      const result = await server!.db
        .transaction()
        .execute((tx) => work({ ...base, tx, publish: () => undefined, atCommit: () => undefined }))
      if (++reads === 1) await afterFirstRead()
      return result
    }
    return { ...base, inTransaction }
  }
  const first = () =>
    calendar.ofYear(
      contextOf(async () => undefined),
      2026,
    )
  // The second request has seen that nothing is stored; the first request then runs to its end before the second goes
  // on.
  const second = calendar.ofYear(
    contextOf(async () => void (await first())),
    2026,
  )
  expect(await second).toEqual([{ date: '2026-12-25', localName: 'Pasko' }])
  expect(asked).toHaveLength(1)
})

test('an answer of the holiday service is used for a week, then the service is called again', async () => {
  const { url, asked } = await serve(answering([{ date: '2026-12-25', localName: 'Pasko' }]))
  server = await startTestServer({ holidayServiceUrl: url })
  await read(2026)
  server.clock.now = new Date(server.clock.now.getTime() + 7 * 86_400_000 - 1)
  await read(2026)
  expect(asked).toHaveLength(1)
  server.clock.now = new Date(server.clock.now.getTime() + 1)
  await read(2026)
  expect(asked).toHaveLength(2)
})

test.each<[string, RequestListener]>([
  ['with an error', (_, response) => void response.writeHead(500).end('no')],
  ['with HTML', (_, response) => void response.end('<html>')],
  ['with unknown data', answering([{ day: 1 }])],
  ['with an empty list', answering([])],
  ['with a redirect', (_, response) => void response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end()],
  ['by closing the connection', (request) => void request.socket.destroy()],
])(
  'when the holiday service answers %s, the built-in calendar is used, and the service is not called for a while',
  async (_, how) => {
    const { url, asked } = await serve(how)
    server = await startTestServer({ holidayServiceUrl: url })
    expect((await names(2026)).get('2026-12-25')).toBe('Christmas Day')
    await read(2026)
    expect(asked).toHaveLength(1)
    server.clock.now = new Date(server.clock.now.getTime() + 10 * 60_000)
    await read(2026)
    expect(asked).toHaveLength(2)
  },
)

test('the app waits three seconds for a holiday service that does not answer, and uses no database connection meanwhile', async () => {
  const { url } = await serve(() => undefined)
  server = await startTestServer({ holidayServiceUrl: url, poolSize: 1 })
  const started = performance.now()
  let hasAnswered = false
  const waiting = names(2026).finally(() => {
    hasAnswered = true
  })
  await server.as(null)(contract.disabledDates, {})
  expect(hasAnswered).toBe(false)
  expect((await waiting).get('2026-12-25')).toBe('Christmas Day')
  // The service never answers, so this proves the timeout.
  expect(performance.now() - started).toBeGreaterThan(2_900)
})

test('when the holiday service fails later, its earlier answer is still used', async () => {
  let works = true
  const { url } = await serve((request, response) =>
    works ? answering([{ date: '2026-12-25', localName: 'Pasko' }])(request, response) : request.socket.destroy(),
  )
  server = await startTestServer({ holidayServiceUrl: url })
  await read(2026)
  works = false
  server.clock.now = new Date(server.clock.now.getTime() + 8 * 86_400_000)
  expect(await read(2026)).toEqual([{ date: '2026-12-25', localName: 'Pasko' }])
})

test('a request for the holidays of an invalid year is rejected', async () => {
  server = await startTestServer()
  for (const query of [
    '',
    '?year=',
    '?year=abc',
    '?year=1999',
    '?year=2101',
    '?year=2026.5',
    '?year=2026&country=US',
  ]) {
    const answer = await server.app.inject({ url: `/api/public-holidays${query}` })
    expect([query, answer.statusCode]).toEqual([query, 422])
  }
})
