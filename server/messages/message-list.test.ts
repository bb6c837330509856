import { Kysely, sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startBookingClinic, type BookingClinic } from '#server/appointments/booking-fixture.ts'
import { PooledDialect } from '#server/db/driver.ts'
import { MAIN_BRANCH_ID } from '#server/db/main-branch.ts'
import type { DB } from '#server/db/schema.ts'
import { inSnapshot } from '#server/db/transactions.ts'
import { createTestPool } from '#server/test/database.ts'
import { messagesContract } from '#shared/messages/contract.ts'
import { messagesPage } from './views.ts'

let clinic: BookingClinic
beforeAll(async () => {
  clinic = await startBookingClinic()
})
afterAll(() => clinic.server.close())

/**
 * Creates visits of one client, half of them with a message. PostgreSQL has statistics of the visits, but not of the
 * messages.
 */
async function addVisitsWithMessages(visits: number): Promise<void> {
  const { db } = clinic.server
  const client = await clinic.newClient('Bianca Garcia')
  const { treatmentId, serviceId } = clinic.catalogue
  await sql`
    with made as (
      insert into appointments (id, branch_id, client_id, treatment_id, service_id, starts_at, ends_at, status, created_by,
        created_at, updated_at)
      select gen_random_uuid(), ${MAIN_BRANCH_ID}, ${client.clientId}, ${treatmentId}, ${serviceId}, start,
        start + interval '30 minutes', 'confirmed', ${client.id}, start, start
      from generate_series(0, ${visits - 1}) n, lateral (select timestamptz '2010-01-01 08:00+08' + n * interval '1 hour' as start) at
      returning id, created_at
    )
    insert into messages (id, branch_id, occasion, channel, subject_id, version, state, send_at, sent_at, created_at, updated_at)
    select gen_random_uuid(), ${MAIN_BRANCH_ID}, 'booked', 'email', id, 1, 'sent', created_at, created_at, created_at, created_at
    from made where extract(hour from created_at)::int % 2 = 0`.execute(db)
  const owner = createTestPool({ connectionString: clinic.server.database.ownerUrl, max: 1 })
  await owner.query('analyze appointments')
  await owner.end()
}

test('a page of the message list reads only the visits of its messages, even before the database has statistics of the table', async () => {
  await addVisitsWithMessages(4_000)
  const said: { sql: string; parameters: readonly unknown[] }[] = []
  const pool = createTestPool({ connectionString: clinic.server.database.appUrl, max: 1 })
  const db = new Kysely<DB>({
    dialect: new PooledDialect(pool, pool.driver),
    log: ({ query }) => void said.push(query),
  })
  const page = await inSnapshot(db, (tx) => messagesPage(tx, MAIN_BRANCH_ID, { search: '' }, { page: 1, per_page: 20 }))
  expect(page.map(({ person }) => person)).toEqual(Array(20).fill('Bianca Garcia'))
  const asked = said.find((query) => query.sql.includes('from "messages"'))!
  const plan = await pool.query<{ 'QUERY PLAN': string }>(`explain ${asked.sql}`, [...asked.parameters])
  await db.destroy()
  expect(plan.rows.map((row) => row['QUERY PLAN']).join('\n')).not.toMatch(/Seq Scan on appointments/)
})

test('the search of the message list finds messages by person, in pages, with the number of messages in each state', async () => {
  const read = async (search: string, page = 1) =>
    clinic.admin(messagesContract.list, { querystring: { search, page, per_page: 100 } })
  const found = await read('bianca')
  expect(found).toMatchObject({ total: 2_000, summary: { sent: 2_000, queued: 0 } })
  const second = await read('bianca', 2)
  expect(new Set([...found.data, ...second.data].map(({ id }) => id)).size).toBe(200)
  expect(await read('somebody else')).toMatchObject({ total: 0, data: [] })
})
