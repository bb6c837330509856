import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { TestUser } from '#server/test/factories.ts'
import { appointmentsContract } from '#shared/appointments/contract.ts'
import { openMergeClinic, type MergeClinic } from './merge-fixture.ts'

let clinic: MergeClinic
let other: pg.Client
/**
 * A connection outside of the test's transaction, because within a transaction pg_stat_activity always shows the same
 * state.
 */
let watcher: pg.Client
let maria: TestUser
let twin: TestUser

beforeAll(async () => {
  clinic = await openMergeClinic()
  other = new pg.Client({ connectionString: clinic.server.database.appUrl })
  watcher = new pg.Client({ connectionString: clinic.server.database.appUrl })
  await Promise.all([other.connect(), watcher.connect()])
})
afterAll(async () => {
  await Promise.all([other.end(), watcher.end()])
  await clinic.server.close()
})
beforeEach(async () => {
  maria = await clinic.newClient('Maria Santos')
  twin = await clinic.newClient('Ma. Santos')
})

const hanging = async (client: TestUser) => {
  const { appointments, documents, client_services } = await clinic.rowsOf(client)
  return [appointments!.length, documents!.length, client_services!.length]
}

/** Waits until this many statements of the app wait for a lock. */
const untilWaiting = (count: number) =>
  expect
    .poll(async () => {
      const { rows } = await watcher.query<{ waiting: number }>(
        `select count(*)::int as waiting from pg_stat_activity
         where datname = current_database() and wait_event_type = 'Lock'`,
      )
      return rows[0]!.waiting
    })
    .toBeGreaterThanOrEqual(count)

test('of two simultaneous merges of the same two records in opposite directions one succeeds', async () => {
  for (let round = 0; round < 5; round++) {
    const [a, b] = [await clinic.newClient('Rosa Lim'), await clinic.newClient('Rosa Lim')]
    const outcomes = await Promise.allSettled([clinic.merge(a, b), clinic.merge(b, a)])
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const { clients } = await clinic.rowsOf(a, b)
    expect(clients!.filter((row) => (row as { merged_into: string | null }).merged_into !== null)).toHaveLength(1)
  }
})

test('a merge waits for a sale to the merged client that is in progress, and moves the sale', async () => {
  const sale = await clinic.buy(twin)
  await other.query('begin')
  await other.query('select from clients where id = $1 for key share', [twin.clientId])
  // Writes the rows that a sale in another process writes before its commit.
  await other.query(
    `insert into client_services (id, client_id, treatment_id, treatment_name, service_id, service_name, date, sale_id, created_at)
     select gen_random_uuid(), client_id, treatment_id, treatment_name, service_id, service_name, date, $2, created_at
     from client_services where client_id = $1`,
    [twin.clientId, sale.id],
  )
  const merged = clinic.merge(maria, twin)
  await untilWaiting(1)
  await other.query('commit')
  await merged
  expect(await hanging(twin)).toEqual([0, 0, 0])
  expect(await hanging(maria)).toEqual([0, 1, 2])
})

test('a sale and a booking for the merged client that start during the merge go to the remaining record', async () => {
  const visit = await clinic.visitOf(twin)
  await other.query('begin')
  // Locks the visit, so that the merge waits for the visit after it has locked both records.
  await other.query('select from appointments where id = $1 for update', [visit])
  const merged = clinic.merge(maria, twin)
  await untilWaiting(1)
  const sold = clinic.buy(twin)
  const booked = clinic.admin(appointmentsContract.book, {
    body: {
      user_id: twin.id,
      appointment_date: '2026-12-18',
      appointment_time: '10:00:00',
      treatment_id: clinic.catalogue.treatmentId,
      service_id: clinic.catalogue.serviceId,
    },
  })
  await untilWaiting(3)
  await other.query('commit')
  await Promise.all([merged, sold, booked])
  expect(await hanging(twin)).toEqual([0, 0, 0])
  expect(await hanging(maria)).toEqual([2, 1, 1])
})

test('a sale to a merged client whose merge is undone meanwhile belongs to that client', async () => {
  await clinic.merge(maria, twin)
  await other.query('begin')
  // Takes the locks and makes the changes of an undo in another process before its commit.
  await other.query('select from clients where id = any($1) order by id for update', [[maria.clientId, twin.clientId]])
  await other.query('update clients set merged_into = null where id = $1', [twin.clientId])
  await other.query('update people set closed_at = null where id = $1', [twin.id])
  const sold = clinic.buy(twin)
  await untilWaiting(1)
  await other.query('commit')
  await sold
  expect(await hanging(twin)).toEqual([0, 1, 1])
  expect(await hanging(maria)).toEqual([0, 0, 0])
})

test('after simultaneous sales, merges and undos nothing belongs to a merged record, and the stored counts are correct', async () => {
  await clinic.merge(maria, twin)
  await Promise.all([clinic.buy(twin), clinic.undo(maria), clinic.buy(maria), clinic.buy(twin)])
  await Promise.all([clinic.buy(twin), clinic.merge(maria, twin), clinic.buy(twin)])
  expect(await hanging(twin)).toEqual([0, 0, 0])
  expect(await hanging(maria)).toEqual([0, 5, 5])
  const { clients } = await clinic.rowsOf(maria)
  expect(clients).toMatchObject([{ services_availed: 5 }])
})

test('two simultaneous undos of a merge undo it once', async () => {
  await clinic.merge(maria, twin)
  const outcomes = await Promise.allSettled([clinic.undo(maria), clinic.undo(maria)])
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  const { clients } = await clinic.rowsOf(twin)
  expect(clients).toMatchObject([{ merged_into: null }])
})
