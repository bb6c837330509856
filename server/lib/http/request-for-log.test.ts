import { expect, test } from 'vitest'
import { buildApp } from '#server/app.ts'
import { createDatabase, createPool } from '#server/db/pool.ts'
import { EventHub } from '#server/lib/event-hub.ts'
import { defaultLimits } from './limits.ts'
import { withoutSecret } from './request-for-log.ts'

test.each([
  ['/api/unsubscribe/abc', '/api/unsubscribe/…'],
  ['/API/Calendar-Feeds/abc.ics?x=1', '/api/calendar-feeds/…'],
  ['/api/sales?search=abc', '/api/sales?search=abc'],
])('%s is logged as %s', (url, logged) => {
  expect(withoutSecret(url)).toBe(logged)
})

test('a secret address never appears in the log, with any method', async () => {
  const lines: string[] = []
  const nowhere = 'postgres://nobody@127.0.0.1:9/none'
  const db = createDatabase(createPool({ connectionString: nowhere, waitMs: 500 }))
  const app = await buildApp({
    db,
    exportDb: db,
    hub: new EventHub(nowhere, () => undefined),
    clock: () => new Date('2026-11-21T01:00:00Z'),
    logger: { level: 'info', stream: { write: (line: string) => void lines.push(line) } },
    limits: defaultLimits,
    sessionHours: 24,
    uploadsDir: 'uploads',
  })
  const secret = 'a-secret-token-of-forty-characters-and-more'
  for (const method of ['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT'] as const)
    for (const url of [`/api/unsubscribe/${secret}`, `/api/calendar-feeds/${secret}.ics`])
      await app.inject({ method, url })
  await app.close()
  await db.destroy()
  expect(lines.length).toBeGreaterThan(5)
  expect(lines.join('')).not.toContain(secret)
})
