import { expect, onTestFinished, test } from 'vitest'
import { createUser } from '#server/test/factories.ts'
import { startTestServer } from '#server/test/server.ts'

/** Sends requests with personal data in all their parts, and returns the lines of the log. */
async function linesOf(hasAccessLog: boolean): Promise<string[]> {
  const lines: string[] = []
  const logger = { level: 'warn', stream: { write: (line: string) => void lines.push(line) } }
  const server = await startTestServer({ logger, hasAccessLog })
  onTestFinished(() => server.close())
  const { id, token } = await createUser(server.db, 'admin')
  const headers = { authorization: `Bearer ${token}` }
  await server.app.inject({ url: '/api/clients?search=Bianca', headers })
  await server.app.inject({ url: `/api/api-keys/${id}`, headers, method: 'DELETE' })
  await server.app.inject({ url: '/bianca@example.ph' })
  await server.app.inject({ url: '/api/unsubscribe/bianca-secret', method: 'POST' })
  await server.app.inject({
    url: '/api/login',
    method: 'POST',
    payload: { email: 'bianca@example.ph', password: 'bianca-secret' },
  })
  return lines
}

test('the access log has one line of JSON for each response, with route, status and time, and nothing about a person', async () => {
  const lines = await linesOf(true)
  const read = lines.map((line) => JSON.parse(line) as Record<string, unknown>)
  expect(read.map(({ method, route, status }) => [method, route, status])).toEqual([
    ['GET', '/api/clients', 200],
    ['DELETE', '/api/api-keys/:id', expect.any(Number)],
    ['GET', 'unknown', 404],
    ['POST', '/api/unsubscribe/:token', expect.any(Number)],
    ['POST', '/api/login', 401],
  ])
  for (const line of read) {
    expect(line).toEqual({
      level: 30,
      time: expect.any(Number),
      pid: process.pid,
      hostname: expect.any(String),
      reqId: expect.any(String),
      method: line['method'],
      route: line['route'],
      status: line['status'],
      ms: expect.any(Number),
      msg: 'access',
    })
  }
  expect(lines.join('')).not.toMatch(/bianca|127\.0\.0\.1|mutya_/i)
})

test('no responses are logged while the access log is switched off', async () => {
  expect(await linesOf(false)).toEqual([])
})
