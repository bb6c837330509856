import { sql } from 'kysely'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { loadDemo } from '../../scripts/demo/load-demo.ts'
import { seedClinic } from '../../scripts/seed/seed-clinic.ts'
import { createDatabase, createPool, type Database } from '#server/db/pool.ts'
import { logEntries } from './log-entries.ts'
import { startTestServer, type TestServer } from './server.ts'

let server: TestServer
/** A connection with a longer statement timeout than the app's, because the check of the books reads every row. */
let books: Database
beforeAll(async () => {
  server = await startTestServer()
  books = createDatabase(createPool({ connectionString: server.database.appUrl, max: 1, statementMs: 60_000 }))
  expect(await loadDemo(server.db, server.clock.now)).toBe(true)
})
afterAll(async () => {
  await books.destroy()
  await server.close()
})

const one = async (query: ReturnType<typeof sql<Record<string, unknown>>>) => (await query.execute(books)).rows[0]

/** The rules of balanced books: for each rule, the number of rows that violate it. */
const imbalances = () =>
  one(sql<Record<string, unknown>>`select
    (select count(*) from documents s where s.subtotal_centavos is distinct from (select sum(l.line_total_centavos)
       from document_lines l where l.document_id = s.id)) as subtotals,
    (select count(*) from documents s where s.total_centavos is distinct from (select sum(p.amount_centavos)
       from payments p where p.document_id = s.id)) as payments_off,
    (select count(*) from documents s where (select min(position) from document_lines l where l.document_id = s.id) <> 1)
       as first_lines,
    (select count(*) - max(number) from documents) as receipt_gaps,
    (select count(*) from (select number, row_number() over (order by sold_at, number) as n from documents) x
       where x.number <> x.n) as receipts_out_of_order,
    (select last_number - (select max(number) from documents) from document_counters) as counter,
    (select count(*) from documents s, branches c where (s.issuer_name, s.issuer_address, s.issuer_phone, s.issuer_tin,
       s.receipt_foot) <> (c.name, c.address, c.phone, c.tin, c.receipt_foot)) as issuers,
    (select count(*) from (select business_date, sum(total_centavos) as total, count(*) as n from documents group by 1) s
       full join daily_sales d using (business_date)
       where s.total is distinct from d.total_centavos or s.n is distinct from d.transaction_count) as day_totals,
    (select count(*) from documents where business_date <> (sold_at at time zone 'Asia/Manila')::date) as business_dates,
    (select count(*) from documents s left join document_customers c on c.document_id = s.id where c.document_id is null) as nameless_sales,
    (select count(*) from clients c where c.services_availed <> (select count(*) from client_services h
       where h.client_id = c.id)) as history_counts,
    (select count(*) from appointments a where (select coalesce(min(s.slot_at) = a.starts_at and count(distinct s.slot_at) = extract(epoch from a.ends_at - a.starts_at) / 900
       and max(s.slot_at) = a.ends_at - interval '15 minutes', false) from resource_slots s
       where s.appointment_id = a.id) <> (a.status <> 'cancelled')) as slots,
    (select count(*) from appointments a join appointment_payments p on p.appointment_id = a.id
       join documents s on s.id = p.sale_id where s.appointment_id <> a.id or s.client_id <> a.client_id) as payments,
    (select count(*) from documents d where appointment_id is not null
       and not exists (select from appointment_payments p where p.sale_id = d.id)) as unlinked_payments,
    (select count(*) from appointments a join disabled_dates d on d.date = a.appointment_date) as closed_days,
    (select count(*) from documents s where not exists (select from events h where h.subject = 'sale'
       and h.subject_id = s.id::text)) as unlogged_sales,
    (select count(*) from appointments a where (select count(*) from events h where h.subject = 'appointment'
       and h.subject_id = a.id::text) <> a.version) as unlogged_moves,
    (select count(*) from products p where p.quantity::text is distinct from (select
       coalesce(h.parameters ->> 'quantity', jsonb_path_query_first(h.changes, '$[*] ? (@.field == "quantity").to') #>> '{}')
       from events h where h.subject = 'product'
       and h.subject_id = p.id::text order by h.happened_at desc limit 1)) as untold_stock,
    (select count(*) from users u where u.created_at > ${server.clock.now}) as from_the_future,
    (select count(*) from documents where sold_at > ${server.clock.now}) as sales_from_the_future
  `)
const balanced = (facts: Record<string, unknown> | undefined) =>
  Object.entries(facts ?? {}).filter(([, breaks]) => Number(breaks) !== 0)

test('the sample clinic has the stated size, with appointments in every state', async () => {
  const counts = await one(sql<Record<string, unknown>>`select
    (select count(*)::int from treatments) as treatments, (select count(*)::int from services) as services,
    (select count(*)::int from add_ons) as add_ons, (select count(*)::int from clients) as clients,
    (select count(*)::int from categories) as categories, (select count(*)::int from products) as products,
    (select count(*)::int from products where quantity = 0) as out_of_stock,
    (select count(distinct status)::int from appointments) as states,
    (select count(distinct date_trunc('month', business_date))::int from daily_sales) as months`)
  expect(counts).toMatchObject({ treatments: 12, clients: 400, states: 6, categories: 6, products: 30 })
  expect(counts!['services']).toBeGreaterThanOrEqual(43)
  expect(counts!['add_ons']).toBeGreaterThanOrEqual(20)
  expect(counts!['out_of_stock']).toBeGreaterThanOrEqual(2)
  expect(counts!['months']).toBeGreaterThanOrEqual(14)
})

test('most clients of the sample clinic are known to the clinic; the others have one visit each, which does not expire today', async () => {
  const facts = await one(sql<Record<string, unknown>>`select
    (select count(*)::int from clients where proven_at is null) as unknown_clients,
    (select count(*)::int from clients where proven_at < joined_at) as proven_too_early,
    (select count(*)::int from appointments where lapses_at is not null) as held,
    (select count(*)::int from appointments where lapses_at <= ${server.clock.now}) as lapsed,
    (select coalesce(max(n), 0)::int from (select count(*) as n from appointments where lapses_at is not null
       group by client_id) x) as most_held,
    (select count(*)::int from appointments a join clients c on c.id = a.client_id
       where a.status = 'pending' and (c.proven_at is null) <> (a.lapses_at is not null)) as held_wrongly`)
  expect(facts).toMatchObject({ proven_too_early: 0, lapsed: 0, most_held: 1, held_wrongly: 0 })
  expect(facts!['unknown_clients']).toBeGreaterThanOrEqual(2)
  expect(facts!['unknown_clients']).toBeLessThanOrEqual(40)
  expect(facts!['held']).toBeGreaterThanOrEqual(1)
})

test('the books of the sample clinic balance: totals, receipt numbers without gaps, occupied slots, day totals and logs', async () => {
  expect(balanced(await imbalances())).toEqual([])
})

test('the sample clinic’s log entries about sales look like those of the till and do not name the client', async () => {
  const customers = await server.db.selectFrom('document_customers').select(['document_id', 'customer_name']).execute()
  const names = new Map(customers.map(({ document_id, customer_name }) => [document_id, customer_name]))
  const entries = await logEntries(server.db, { subject: 'sale' })
  expect(entries.length).toBeGreaterThan(1_000)
  const asTold = /^Recorded receipt [0-9]+: ₱[0-9,.]+, (Cash|GCash|Maya|Bank)(, discount |$)/
  expect(entries.filter(({ action }) => !asTold.test(action))).toEqual([])
  expect(entries.filter(({ action, subject_id }) => action.includes(names.get(subject_id!)!))).toEqual([])
})

test('log entries of the sample clinic have the same format as those that the server writes', async () => {
  const moment = '[A-Z][a-z]+ [0-9]{1,2}, [0-9]{4}, [0-9]{1,2}:[03]0 [AP]M'
  const written = [
    ['appointment', `Booked .+ for .+ on ${moment}`],
    ['appointment', `(Confirmed|Started|Completed|Cancelled) the appointment of .+ on ${moment}`],
    ['appointment', `Rescheduled the appointment of .+ from ${moment} to ${moment}`],
    ['disabled date', 'Disabled [A-Z][a-z]+ [0-9]{1,2}, [0-9]{4}'],
    ['user', 'Registered as a client'],
    ['user', 'Added .+ as cashier'],
    ['client', 'Added the client .+'],
  ]
  const entries = await logEntries(server.db)
  for (const [subject, pattern] of written) {
    const told = entries.some((entry) => entry.subject === subject && new RegExp(`^${pattern}$`).test(entry.action))
    expect([pattern, told]).toEqual([pattern, true])
  }
  const patterns = new RegExp(written.map(([, pattern]) => `^${pattern}$`).join('|'))
  const subjects = ['appointment', 'disabled date', 'user', 'client']
  expect(entries.filter(({ subject, action }) => subjects.includes(subject) && !patterns.test(action))).toEqual([])
})

test('the command that generates load refuses to run in a clinic other than the sample clinic', async () => {
  const own = await startTestServer()
  onTestFinished(() => own.close())
  const seeding = seedClinic(own.database.ownerUrl, { clients: 1, products: 1 }, own.clock.now, () => undefined)
  await expect(seeding).rejects.toThrow('for the sample clinic only')
  expect(await own.db.selectFrom('users').select('id').execute()).toEqual([])
})

test('the check of the sample clinic’s books detects a difference that the test has added', async () => {
  await sql`update daily_sales set total_centavos = total_centavos + 1 where business_date =
    (select max(business_date) from daily_sales)`.execute(server.db)
  expect(balanced(await imbalances())).toEqual([['day_totals', 1]])
  await sql`update daily_sales set total_centavos = total_centavos - 1 where business_date =
    (select max(business_date) from daily_sales)`.execute(server.db)
})

test('the sample clinic can be loaded into a database only once', async () => {
  expect(await loadDemo(server.db, server.clock.now)).toBe(false)
})

test('the books of the sample clinic balance after the load has been generated', async () => {
  const told: string[] = []
  const counts = { clients: 300, appointments: 2_000, sales: 500, products: 250, logs: 1_000 }
  await seedClinic(
    server.database.ownerUrl,
    counts,
    server.clock.now,
    (kind, done, of) => void told.push(`${kind} ${done}/${of}`),
  )
  expect(told).toEqual([
    'clients 300/300',
    'appointments 2000/2000',
    'sales 500/500',
    'products 250/250',
    'logs 1000/1000',
  ])
  const facts = balanced(await imbalances()).map(([name]) => name)
  // Rules that seeded rows break: they have no log entries, and continue the numbering of existing sales.
  const bySeeding = ['unlogged_sales', 'unlogged_moves', 'receipts_out_of_order', 'untold_stock']
  expect(facts.filter((name) => !bySeeding.includes(name))).toEqual([])
  expect(await one(sql`select count(*)::int as n from clients`)).toEqual({ n: 700 })
  expect(await one(sql`select count(*)::int as n from products`)).toEqual({ n: 280 })
})

test('the sample clinic has visits of walk-ins, and visits that their clients cancelled late and in time', async () => {
  const found = await one(sql<Record<string, unknown>>`select
    count(*) filter (where created_at >= starts_at and status = 'completed') > 0 as walk_ins,
    count(*) filter (where cancel_reason = 'client' and updated_at > starts_at - interval '24 hours') > 0 as late,
    count(*) filter (where cancel_reason = 'client' and updated_at <= starts_at - interval '24 hours') > 0 as in_time
    from appointments`)
  expect(found).toEqual({ walk_ins: true, late: true, in_time: true })
})
