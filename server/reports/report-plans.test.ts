import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { seedClinic } from '../../scripts/seed/seed-clinic.ts'
import { MAIN_BRANCH_ID } from '#server/db/main-branch.ts'
import type { ReadTx } from '#server/db/pool.ts'
import { readOverview } from '#server/overview/public.ts'
import { openTill, type Till } from '#server/sales/till-fixture.ts'
import { mostSoldSince } from '#server/sales/views.ts'
import { explainedStatements } from '#server/test/explained-statements.ts'
import { createUser } from '#server/test/factories.ts'
import { csvReader } from '#shared/lib/csv.ts'
import { addDays, manilaDate, type CivilDate } from '#shared/lib/manila-time.ts'
import { toCentavos } from '#shared/lib/money.ts'
import { reportsContract } from '#shared/reports/contract.ts'
import { groupOf, MOST_ROWS_ON_SCREEN, REPORTS } from '#shared/reports/reports.ts'
import { readReport } from './read-report.ts'
import { salesReports as reports } from './sales-views.ts'

/** The visits are those of many clients, because PostgreSQL would read all visits to find those of an only client. */
const CLIENTS = 20

let till: Till
let explained: ReturnType<typeof explainedStatements>
beforeAll(async () => {
  till = await openTill()
  // Seeding only works on the sample clinic, which is recognized by this log-in.
  await createUser(till.server.db, 'admin', { email: 'admin@mutya.test' })
  await seedClinic(till.server.database.ownerUrl, { sales: 6_000 }, till.server.clock.now, () => undefined)
  for (let n = 1; n < CLIENTS; n++) await createUser(till.server.db, 'client')
  await addVisits(till.server.database.ownerUrl, till.server.clock.now)
  explained = explainedStatements(till.server.database.appUrl)
})
afterAll(async () => {
  await explained.close()
  await till.server.close()
})

/**
 * Adds a completed visit of half an hour for each half hour of the last 83 days, of each client in turn. The trigger that looks for a client's
 * first visit is off, to save time.
 */
async function addVisits(ownerUrl: string, now: Date): Promise<void> {
  const owner = new pg.Client({ connectionString: ownerUrl })
  await owner.connect()
  await owner.query('alter table appointments disable trigger appointments__first_kept_added')
  const visits = `insert into appointments (id, branch_id, client_id, treatment_id, service_id, starts_at, ends_at, status,
      done_at, created_by, created_at, updated_at)
    select gen_random_uuid(), branches.id, clients.id, treatment_id, services.id, at, at + interval '30 minutes', 'completed',
      at + interval '30 minutes', clients.person_id, at - interval '2 days', at
    from generate_series(1, 4000) n cross join lateral (select $1::timestamptz - n * interval '30 minutes' as at) starts,
      branches, (select *, row_number() over (order by id) - 1 as place from clients) clients,
      (select * from services order by id limit 1) services
    where clients.place = n % $2::int`
  await owner.query(visits, [new Date(Math.floor(now.getTime() / 1_800_000) * 1_800_000), CLIENTS])
  await owner.query(`insert into resource_slots (resource_id, slot_at, appointment_id)
    select resources.id, starts_at, appointments.id from appointments, (select id from resources limit 1) resources`)
  await owner.query('vacuum analyze')
  await owner.end()
}

/** The first date of the reports, two weeks before today. */
const from = (): CivilDate => addDays(manilaDate(till.server.clock.now), -14)
const books = () => ({
  branchId: MAIN_BRANCH_ID,
  from: from(),
  to: manilaDate(till.server.clock.now),
  now: till.server.clock.now,
})

test.each([
  ['services', (tx: ReadTx) => reports['sales-by-service'](tx, books())],
  ['treatments', (tx: ReadTx) => reports['sales-by-treatment'](tx, books())],
  ['practitioners', (tx: ReadTx) => reports['sales-by-practitioner'](tx, books())],
  ['payment methods', (tx: ReadTx) => reports['sales-by-method'](tx, books())],
  ['best-selling services', (tx: ReadTx) => mostSoldSince(tx, { branchId: MAIN_BRANCH_ID, from: from(), limit: 24 })],
])(
  'the report %s over two weeks, in a database with two months of sales, reads only the lines and payments of the documents of these two weeks',
  async (_, read) => {
    expect(await explained.planOf(read, /documents/)).not.toMatch(/Seq Scan on (document_lines|payments)/)
  },
)

const wholeTable = /Seq Scan on (appointments|client_services|document_lines|documents|payments|resource_slots)\b/

test.each(REPORTS.filter((report) => groupOf(report) === 'visits'))(
  'the report %s over a day, in a database with three months of visits and sales, reads only the visits and sales of this day',
  async (report) => {
    const day = addDays(books().to, -20)
    const plans = await explained.planOf((tx) => readReport(tx, report, { ...books(), from: day, to: day }))
    expect(plans).toMatch(/Index (Only )?Scan/)
    expect(plans).not.toMatch(wholeTable)
  },
)

test('the owner’s page, in a database with three months of visits and sales, reads only the visits and sales of the dates that it shows', async () => {
  const plans = await explained.planOf((tx) => readOverview({ tx, ...books() }))
  expect(plans).toContain('appointments__starts')
  expect(plans).not.toMatch(wholeTable)
})

test('the screen of a sales journal of six thousand sales gets only the first rows, and the CSV file has all of them and their sum', async () => {
  const querystring = { from: addDays(books().to, -300), to: books().to }
  const params = { report: 'sales-journal' } as const
  const { token } = await createUser(till.server.db, 'admin')
  const { data } = await till.server.as(token)(reportsContract.read, { params, querystring })
  expect(data.count).toBeGreaterThanOrEqual(6_000)
  expect(data.rows).toHaveLength(MOST_ROWS_ON_SCREEN)
  const { body } = await till.server.app.inject({
    url: `/api/reports/sales-journal/export.csv?from=${querystring.from}&to=${querystring.to}`,
    headers: { authorization: `Bearer ${token}` },
  })
  const rows = csvReader().push(body)
  expect(rows).toHaveLength(data.count + 2)
  const totals = rows.slice(1, -1).map((row) => toCentavos(Number(row.at(-1))))
  const sum = totals.reduce((all, one) => all + one, 0)
  expect(rows.at(-1)!.at(-1)).toBe((sum / 100).toFixed(2))
  expect(toCentavos(Number(data.totals.at(-1)))).toBe(sum)
})
