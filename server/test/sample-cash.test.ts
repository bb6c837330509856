import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadDemo } from '../../scripts/demo/load-demo.ts'
import { recountBooks } from '#server/reports/check-books.ts'
import { readReport } from '#server/reports/read-report.ts'
import { MAIN_BRANCH_ID } from '#server/db/main-branch.ts'
import { inSnapshot } from '#server/db/transactions.ts'
import { TILL_ACTION_KINDS } from '#shared/cash/till-actions.ts'
import { startTestServer, type TestServer } from './server.ts'

let server: TestServer
beforeAll(async () => {
  // The sample clinic starts at 11:10, when the first shift of the day is open.
  server = await startTestServer({ now: new Date('2026-11-21T11:10:00+08:00') })
  expect(await loadDemo(server.db, server.clock.now, { isBusy: true, hasTill: true })).toBe(true)
})
afterAll(() => server.close())

test('the sample clinic has two shifts a day since last month, with small differences, and today’s is open', async () => {
  const shifts = await server.db.selectFrom('shifts').selectAll().orderBy('opened_at').execute()
  expect(shifts.length).toBeGreaterThan(60)
  expect(shifts[0]!.business_date.slice(0, 7)).toBe('2026-10')
  expect(shifts.filter(({ closed_at }) => closed_at === null)).toEqual([shifts.at(-1)])
  expect(shifts.at(-1)!.business_date).toBe('2026-11-21')
  const off = shifts.filter((one) => one.closed_at !== null && one.counted_centavos !== one.expected_centavos)
  expect(off.length).toBeGreaterThan(20)
  const large = off.filter((one) => Math.abs(one.counted_centavos! - one.expected_centavos!) > 5_000)
  expect(large.length).toBeGreaterThan(3)
  expect(large.every(({ difference_reason }) => difference_reason !== null)).toBe(true)
  const { is_on } = await server.db.selectFrom('cash_settings').select('is_on').executeTakeFirstOrThrow()
  expect(is_on).toBe(true)
  const moved = await server.db.selectFrom('cash_movements').select('kind').distinct().orderBy('kind').execute()
  expect(moved).toEqual([{ kind: 'drop' }, { kind: 'in' }, { kind: 'out' }])
  const drops = server.db.selectFrom('cash_movements').select(['slip_number', 'approval_id']).where('kind', '=', 'drop')
  for (const drop of await drops.execute())
    expect(drop).toEqual({ slip_number: expect.any(String), approval_id: expect.any(String) })
  const acted = await server.db.selectFrom('till_actions').select('kind').distinct().orderBy('kind').execute()
  expect(acted.map(({ kind }) => kind)).toEqual(TILL_ACTION_KINDS.toSorted())
})

test('the check of the books finds no differences in the sample clinic: documents, days, numbers, shifts and readings', async () => {
  const { counts, findings } = await inSnapshot(server.db, (tx) => recountBooks(tx, MAIN_BRANCH_ID, server.clock.now))
  expect(findings).toEqual([])
  expect(counts).toMatchObject({ series: 1 })
  expect(counts.shifts).toBe(counts.readings * 2)
  const stray = await server.db
    .selectFrom('documents')
    .select('id')
    .where('business_date', '>=', '2026-10-01')
    .where('shift_id', 'is', null)
    .execute()
  expect(stray).toEqual([])
})

test('the sample clinic has gift cards that are used in part, unused and void, and the store credit of a client', async () => {
  const { rows } = await sql<{
    kind: string
    sold: number | null
    left: number
    is_void: boolean
    has_client: boolean
  }>`
    select kind, sale.amount_centavos as sold, balance_centavos as left, voided_at is not null as is_void,
      client_id is not null as has_client
    from prepaid_accounts left join prepaid_sales sale on sale.account_id = id
    where kind <> 'package' order by kind, opened_at`.execute(server.db)
  const [used, unused, voided, credit, ...others] = rows
  expect(others).toEqual([])
  expect(used).toMatchObject({ kind: 'gift_card', sold: 500_000, is_void: false, has_client: true })
  expect(used!.left).toBeGreaterThan(0)
  expect(used!.left).toBeLessThan(500_000)
  expect(unused).toMatchObject({ sold: 300_000, left: 300_000, is_void: false })
  expect(voided).toMatchObject({ sold: 200_000, left: 0, is_void: true })
  expect(credit).toMatchObject({ kind: 'store_credit', sold: null, has_client: true })
  expect(credit!.left).toBeGreaterThan(0)
})

test('the sample clinic offers three packages, and clients have packages with sessions left, one of which expires soon', async () => {
  const offered = await server.db.selectFrom('packages').select('is_active').execute()
  expect(offered).toEqual(Array.from({ length: 3 }, () => ({ is_active: true })))
  const sold = await server.db
    .selectFrom('sold_packages')
    .innerJoin('package_sessions', 'package_sessions.account_id', 'sold_packages.account_id')
    .select(['name', 'expires_on', 'used_before'])
    .select(({ fn }) => fn.countAll<number>().as('left'))
    .where('used_by', 'is', null)
    .groupBy('sold_packages.account_id')
    .orderBy('expires_on')
    .execute()
  expect(sold).toHaveLength(5)
  expect(sold[0]).toMatchObject({ name: 'Peel Course', expires_on: '2026-11-30', left: 4 })
  expect(sold).toContainEqual({ name: 'Glow Package', expires_on: '2027-03-21', used_before: 2, left: 3 })
})

test('sales of the sample clinic were paid with sessions of two packages, and the packages have the other sessions left', async () => {
  const { rows } = await sql`
    select p.reference_number as package, p.amount_centavos = d.total_centavos as pays_all, l.discount_reason,
      (select count(*)::int from package_sessions s where s.account_id = p.prepaid_account_id and used_by is null) as left
    from payments p join documents d on d.id = p.document_id join document_lines l on l.document_id = d.id
    where l.package_session_id is not null order by d.sold_at`.execute(server.db)
  const glow = { package: 'Glow Package', pays_all: true, discount_reason: 'Package', left: 3 }
  expect(rows).toEqual([glow, glow, { ...glow, package: 'Drip and Glow', left: 7 }])
})

test('the sample clinic has sold products with a margin, and their pieces have left the stock', async () => {
  const range = { branchId: MAIN_BRANCH_ID, from: '2026-10-01', to: '2026-11-21', now: server.clock.now }
  const { rows } = await inSnapshot(server.db, (tx) => readReport(tx, 'sales-by-product', range))
  expect(rows.length).toBeGreaterThan(2)
  const unmoved = await sql`select l.product_id from document_lines l join documents d on d.id = l.document_id
    where l.kind = 'product' and (d.kind <> 'sale' or l.quantity + (select sum(amount) from stock_movements m
      where m.sale_id = d.id and m.product_id = l.product_id) <> 0)`.execute(server.db)
  expect(unmoved.rows).toEqual([])
})

test('completed visits of the sample clinic have used the supplies of their services', async () => {
  const range = { branchId: MAIN_BRANCH_ID, from: '2026-11-01', to: '2026-11-21', now: server.clock.now }
  const { rows } = await inSnapshot(server.db, (tx) => readReport(tx, 'supplies-by-service', range))
  expect(rows.length).toBeGreaterThan(10)
  const services = new Set(rows.map(([service]) => service))
  expect(services).toContain('Hydra Glow Facial')
  const wrong = await sql`select id from products where quantity <> (
    select sum(amount) from stock_movements where product_id = products.id)`.execute(server.db)
  expect(wrong.rows).toEqual([])
})

test('the sample clinic asks for deposits for some services, and has two deposits to verify and one that is not paid', async () => {
  const { rows } = await sql`
    select deposits.method, deposits.reference_number is not null as has_reference, appointments.status
    from deposits join appointments on appointments.id = appointment_id order by deposits.method`.execute(server.db)
  expect(rows).toEqual([
    { method: 'gcash', has_reference: true, status: 'pending' },
    { method: 'maya', has_reference: true, status: 'pending' },
    { method: null, has_reference: false, status: 'pending' },
  ])
  const unasked = await sql`select from deposits join appointments on appointments.id = appointment_id
    where not exists (select from deposit_rules join deposit_settings on is_on
      where deposit_rules.service_id = appointments.service_id)`.execute(server.db)
  expect(unasked.rows).toEqual([])
})

test('each document of a shift in the sample clinic is by the shift’s cashier or the admin, and from the time of the shift', async () => {
  const { rows } = await sql`select d.number from documents d join shifts s on s.id = d.shift_id
    where d.sold_at < s.opened_at or d.sold_at > coalesce(s.closed_at, ${server.clock.now})
      or d.business_date <> s.business_date
      or d.cashier_id <> s.cashier_id and d.cashier_name <> 'Dr. Isabel Reyes'`.execute(server.db)
  expect(rows).toEqual([])
})

test('the sales of the sample clinic are without VAT at first and with VAT for some months, as its tax summary shows', async () => {
  const { rows } = await sql<{
    month: string
    vat: boolean
    untaxed: boolean
  }>`select to_char(business_date, 'YYYY-MM') as month,
      bool_or(vat_centavos > 0) as vat, bool_or(tax_class is null) as untaxed
    from documents join (select document_id, min(tax_class) as tax_class from document_lines group by 1) l on l.document_id = id
    where kind = 'sale' group by 1 order by 1`.execute(server.db)
  const hasVat = rows.filter(({ vat }) => vat).map(({ month }) => month)
  expect(hasVat).toEqual(['2026-06', '2026-07', '2026-08', '2026-09', '2026-10', '2026-11'])
  expect(rows.every(({ vat, untaxed }) => vat !== untaxed)).toBe(true)
  expect(rows.length).toBeGreaterThan(10)
})

test('the sample clinic has voids, full and partial refunds, split payments, card slips, discount cards and approvals', async () => {
  const { rows } = await sql<Record<string, number>>`select
    (select count(*)::int from documents where kind = 'void') as voids,
    (select count(*)::int from documents r join documents s on s.id = r.refers_to
       where r.kind = 'refund' and r.total_centavos = -s.total_centavos) as whole,
    (select count(*)::int from documents r join documents s on s.id = r.refers_to
       where r.kind = 'refund' and r.total_centavos > -s.total_centavos) as in_part,
    (select count(*)::int from payments where position = 2) as split,
    (select count(*)::int from payments where method = 'card') as card_slips,
    (select count(*)::int from documents where kind = 'sale' and discount_centavos > 0) as discounted_orders,
    (select count(distinct document_id)::int from document_lines where discount_reason = 'Promo') as discounted_lines,
    (select count(*)::int from document_cards where kind = 'senior') as seniors,
    (select count(*)::int from document_cards where kind = 'pwd') as pwd,
    (select count(*)::int from document_lines where card_position = 2 and kind = 'service') as companions,
    (select count(*)::int from approvals where kind = 'void') as approved_voids,
    (select count(*)::int from approvals where kind = 'refund') as approved_refunds,
    (select count(*)::int from approvals where kind = 'discount') as approved_discounts`.execute(server.db)
  for (const [what, count] of Object.entries(rows[0]!)) expect(count, what).toBeGreaterThan(3)
})

test('voided sales of the sample clinic pay for no visit and are in no history, and the clients’ service counters match their histories', async () => {
  const { rows } = await sql<Record<string, number>>`select
    (select count(*)::int from documents v join appointment_payments p on p.sale_id = v.refers_to where v.kind = 'void') as paid,
    (select count(*)::int from documents v join client_services h on h.sale_id = v.refers_to where v.kind = 'void') as history,
    (select count(*)::int from clients c where services_availed <> (select count(*) from client_services h
       where h.client_id = c.id)) as counts,
    (select count(*)::int from documents d where not exists (select from events e
       where e.subject = 'sale' and e.subject_id = d.id::text)) as untold,
    (select count(*)::int from approvals where id not in (select approval_id from documents where approval_id is not null
      union select approval_id from cash_movements where approval_id is not null)) as unused,
    (select count(*)::int from documents d join people p on p.id = d.cashier_id where d.sold_at < p.created_at) as before_hired`.execute(
    server.db,
  )
  expect(rows).toEqual([{ paid: 0, history: 0, counts: 0, untold: 0, unused: 0, before_hired: 0 }])
})

test('discount cards of the sample clinic belong to clients of the right age, apply only to consultations, and are saved on client cards', async () => {
  const { rows } = await sql<Record<string, number>>`select
    (select count(*)::int from document_cards c join documents d on d.id = c.document_id
       where c.kind = 'senior' and age(d.business_date, c.birth_date) < interval '60 years') as too_young,
    (select count(*)::int from document_lines where discount_reason in ('Senior Citizen', 'PWD') and kind = 'service'
       and service_id not in (select id from services where senior_pwd_eligible)) as not_eligible,
    (select count(*)::int from document_cards c join documents d on d.id = c.document_id
       where c.position = 1 and not exists (select from client_cards k where k.client_id = d.client_id and k.id_number = c.id_number)) as forgotten,
    (select count(*)::int from services where senior_pwd_eligible) as eligible`.execute(server.db)
  expect(rows).toEqual([{ too_young: 0, not_eligible: 0, forgotten: 0, eligible: 3 }])
})

test('nothing in the sample clinic is in the future, and no request has waited for days', async () => {
  const now = server.clock.now
  const ahead = await server.db.selectFrom('events').select('id').where('happened_at', '>', now).execute()
  const opened = await server.db.selectFrom('shifts').select('id').where('opened_at', '>', now).execute()
  const unanswered = await server.db
    .selectFrom('appointments')
    .select('id')
    .where('status', '=', 'pending')
    .where('created_at', '<', new Date(now.getTime() - 48 * 3_600_000))
    .execute()
  expect([ahead, opened, unanswered]).toEqual([[], [], []])
})
