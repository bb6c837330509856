import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeBackup } from '#server/backup/make-backup.ts'
import { restoreBackup } from '#server/backup/restore-backup.ts'
import { balanced, checkBooks } from '#server/sales/books/books-fixture.ts'
import { createEmptyDatabase, createOldDatabase } from '#server/test/database.ts'
import { createSession } from '#server/test/factories.ts'
import { startTestServer, type TestServer } from '#server/test/server.ts'
import { appointmentsContract } from '#shared/appointments/contract.ts'
import { clientsContract } from '#shared/clients/contract.ts'
import { exportContract } from '#shared/profile/contract.ts'
import { salesContract } from '#shared/sales/contract.ts'
import { saleMessages } from '#shared/sales/messages.ts'
import { migrate } from './migrate.ts'

/** Ids made of a letter for the table and the number of the row. */
const id = (kind: string, n: number) =>
  `01900000-0000-7000-8000-${kind.charCodeAt(0).toString(16)}${String(n).padStart(10, '0')}`
const [cashier, person, client, treatment] = [id('u', 1), id('u', 2), id('c', 1), id('t', 1)]
const [peel, glow, light, mask] = [id('s', 1), id('s', 2), id('a', 1), id('a', 2)]
const appointment = id('p', 1)
const sale = (n: number) => id('d', n)

/** Rows of a clinic from before the migration to documents, with a sale of each kind. */
const OLD_ROWS = `
insert into clinic (id, name, address, phone, tin, receipt_foot, location_label, updated_at)
  values (1, 'Ganda Clinic', '1 Rizal St, Cebu', '+63 32 111', '111-222', 'Salamat.', 'Cebu', '2026-11-01Z');
insert into users (id, name, email, role, created_at, updated_at, search_text) values
  ('${cashier}', 'Andrea Cruz', 'andrea@example.ph', 'cashier', '2026-11-01Z', '2026-11-01Z', 'andrea cruz'),
  ('${person}', 'Bianca Peña', 'bianca@example.ph', 'client', '2026-11-01Z', '2026-11-01Z', 'bianca pena');
insert into clients (id, user_id, first_name, joined_at, proven_at, services_availed)
  values ('${client}', '${person}', 'Bianca Peña', '2026-11-01Z', '2026-11-01Z', 1);
insert into treatments (id, name, created_at, updated_at, search_text)
  values ('${treatment}', 'Facials', '2026-11-01Z', '2026-11-01Z', 'facials');
insert into services (id, treatment_id, name, price_centavos, created_at, updated_at, search_text) values
  ('${peel}', '${treatment}', 'Diamond peel', 150000, '2026-11-01Z', '2026-11-01Z', 'diamond peel'),
  ('${glow}', '${treatment}', 'Hydra glow', 250050, '2026-11-01Z', '2026-11-01Z', 'hydra glow');
insert into add_ons (id, treatment_id, name, price_centavos, created_at, updated_at, search_text) values
  ('${light}', '${treatment}', 'LED light', 35000, '2026-11-01Z', '2026-11-01Z', 'led light'),
  ('${mask}', '${treatment}', 'Collagen mask', 20000, '2026-11-01Z', '2026-11-01Z', 'collagen mask');
insert into appointments (id, client_id, station_id, treatment_id, service_id, appointment_date, appointment_time,
    starts_at, status, created_by, created_at, updated_at)
  select '${appointment}', '${client}', id, '${treatment}', '${peel}', '2026-11-20', '09:00', '2026-11-20 09:00+08',
    'confirmed', '${cashier}', '2026-11-19Z', '2026-11-19Z' from stations;
insert into sales (id, receipt_number, voids_sale_id, void_reason, business_date, sold_at, reported_at, cashier_id,
    cashier_name, client_id, appointment_id, is_walk_in, item_count, treatment_text, subtotal_centavos,
    discount_centavos, discount_reason, discount_id_number, total_centavos, received_centavos, change_centavos,
    payment_method, reference_number)
select ('01900000-0000-7000-8000-64' || lpad(n::text, 10, '0'))::uuid, n,
    case when voids is not null then ('01900000-0000-7000-8000-64' || lpad(voids::text, 10, '0'))::uuid end, reason,
    '2026-11-20', '2026-11-20 10:00+08'::timestamptz + n * interval '1 minute',
    case n when 1 then '2026-11-20 09:59+08'::timestamptz end, '${cashier}', 'Andrea Cruz', '${client}',
    case n when 2 then '${appointment}'::uuid end, n <> 2, items, text, subtotal, discount, why, card,
    subtotal - discount, received, received - subtotal + discount, method, reference
from (values
  (1, null::int, null, 5, 'Facials: Diamond peel ×2 + LED light ×2, Facials: Hydra glow', 620050, 124010, 'PWD', 'PWD-77',
    500000, 'cash', null),
  (2, null, null, 1, 'Facials: Diamond peel', 150000, 0, null, null, 150000, 'gcash', 'GC-8812 0394'),
  (3, null, null, 1, 'Facials: Hydra glow', 250050, 0, null, null, 250050, 'maya', 'MY-1'),
  (4, null, null, 1, 'Facials: Hydra glow', 250050, 50, 'Other', null, 250000, 'bank_transfer', 'bt 1'),
  (5, null, null, 1, 'Facials: Diamond peel', 150000, 150000, 'Staff', null, 0, 'gcash', null),
  (6, 3, 'Wrong person', -1, 'Facials: Hydra glow', -250050, 0, null, null, -250050, 'maya', 'MY-1')
) x (n, voids, reason, items, text, subtotal, discount, why, card, received, method, reference);
insert into sale_customers (sale_id, customer_name, email, contact_number, search_text)
  select id, 'Bianca Peña', 'bianca@example.ph', '0917 555 0142', 'bianca pena ' || lower(treatment_text) from sales;
insert into sale_lines (sale_id, position, service_id, treatment_id, service_name, treatment_name, quantity,
    unit_price_centavos, line_total_centavos) values
  ('${sale(1)}', 1, '${peel}', '${treatment}', 'Diamond peel (old)', 'Facials', 2, 150000, 300000),
  ('${sale(1)}', 2, '${glow}', '${treatment}', 'Hydra glow', 'Facials', 1, 250050, 250050),
  ('${sale(2)}', 1, '${peel}', '${treatment}', 'Diamond peel', 'Facials', 1, 150000, 150000),
  ('${sale(3)}', 1, '${glow}', '${treatment}', 'Hydra glow', 'Facials', 1, 250050, 250050),
  ('${sale(4)}', 1, '${glow}', '${treatment}', 'Hydra glow', 'Facials', 1, 250050, 250050),
  ('${sale(5)}', 1, '${peel}', '${treatment}', 'Diamond peel', 'Facials', 1, 150000, 150000),
  ('${sale(6)}', 1, '${glow}', '${treatment}', 'Hydra glow', 'Facials', -1, 250050, -250050);
insert into sale_add_ons (sale_id, line_position, position, add_on_id, add_on_name, quantity, unit_price_centavos,
    line_total_centavos) values
  ('${sale(1)}', 1, 2, '${mask}', 'Collagen mask', 1, 0, 0),
  ('${sale(1)}', 1, 1, '${light}', 'LED light', 1, 35000, 35000),
  ('${sale(1)}', 2, 1, '${light}', 'LED light', 1, 35000, 35000);
insert into payment_references (payment_method, reference_key, sale_id) values
  ('gcash', 'GC88120394', '${sale(2)}'), ('maya', 'MY1', '${sale(3)}'), ('bank_transfer', 'BT1', '${sale(4)}');
insert into appointment_payments (appointment_id, sale_id) values ('${appointment}', '${sale(2)}');
insert into client_services (id, client_id, treatment_id, service_id, treatment_name, service_name, date, sale_id, created_at)
  values ('${id('h', 1)}', '${client}', '${treatment}', '${peel}', 'Facials', 'Diamond peel', '2026-11-20', '${sale(2)}',
    '2026-11-20Z');
insert into receipt_prints (id, sale_id, kind, printed_by, printed_at)
  values ('${id('r', 1)}', '${sale(1)}', 'print', '${cashier}', '2026-11-20 10:05+08'),
    ('${id('r', 2)}', '${sale(1)}', 'pdf', '${cashier}', '2026-11-20 10:02+08');
insert into history_logs (id, happened_at, user_name, user_role, action, type, subject, subject_id, search_text)
  select gen_random_uuid(), sold_at, 'Andrea Cruz', 'cashier', 'Recorded', 'create', 'sale', id::text, '' from sales;
insert into daily_sales select business_date, sum(total_centavos), count(*) from sales group by business_date;
update receipt_counter set last_number = 6;`

let server: TestServer
let backup: string
let desk: ReturnType<TestServer['as']>
let own: ReturnType<TestServer['as']>

beforeAll(async () => {
  const database = await createOldDatabase('0008-backups', OLD_ROWS)
  const uploadsDir = await mkdtemp(path.join(tmpdir(), 'mutya-uploads-'))
  backup = path.join(uploadsDir, '..', `${path.basename(uploadsDir)}.tar.gz`)
  await makeBackup({ ownerUrl: database.ownerUrl, uploadsDir, file: backup, now: new Date('2026-11-21T01:00:00Z') })
  await migrate(database)
  server = await startTestServer({ existing: { database, uploadsDir } })
  desk = server.as(await createSession(server.db, cashier))
  own = server.as(await createSession(server.db, person))
})
afterAll(() => server.close())

const line = (service_id: string, service_name: string, price: number, more: object = {}) => ({
  service_id,
  treatment_id: treatment,
  treatment_name: 'Facials',
  service_name,
  quantity: 1,
  price,
  addOns: [],
  ...more,
})
const addOn = (addOnId: string, name: string, price: number) => ({
  addOn_id: addOnId,
  addOn_name: name,
  addOn_price: price,
  quantity: 1,
})

const common = {
  customer_name: 'Bianca Peña',
  business_date: '2026-11-20',
  cashier_name: 'Andrea Cruz',
  is_walk_in: true,
  item_count: 1,
  location: 'Cebu',
  discount_reason: null,
  void_reason: null as string | null,
  voids_receipt_number: null as number | null,
  state: 'sale',
}
const paid = (payment_method: string, reference_number: string | null) => ({ payment_method, reference_number })
const amounts = (subtotal: number, discount: number, received: number) => ({
  subtotal,
  discount,
  total_after_discount: Math.round((subtotal - discount) * 100) / 100,
  received_money: received,
  exchange_money: Math.round((received - subtotal + discount) * 100) / 100,
})

/** The API's responses before the migration, newest first. */
const answers = [
  {
    ...common,
    ...amounts(-2500.5, 0, -2500.5),
    state: 'void',
    void_reason: 'Wrong person',
    voids_receipt_number: 3,
    item_count: -1,
    ...paid('maya', 'MY-1'),
    treatments: [line(glow, 'Hydra glow', 2500.5, { quantity: -1 })],
  },
  {
    ...common,
    ...amounts(1500, 1500, 0),
    ...paid('gcash', null),
    discount_reason: 'Staff',
    treatments: [line(peel, 'Diamond peel', 1500)],
  },
  {
    ...common,
    ...amounts(2500.5, 0.5, 2500),
    ...paid('bank_transfer', 'bt 1'),
    discount_reason: 'Other',
    treatments: [line(glow, 'Hydra glow', 2500.5)],
  },
  {
    ...common,
    ...amounts(2500.5, 0, 2500.5),
    state: 'voided',
    ...paid('maya', 'MY-1'),
    treatments: [line(glow, 'Hydra glow', 2500.5)],
  },
  {
    ...common,
    ...amounts(1500, 0, 1500),
    is_walk_in: false,
    ...paid('gcash', 'GC-8812 0394'),
    treatments: [line(peel, 'Diamond peel', 1500)],
  },
  {
    ...common,
    ...amounts(6200.5, 1240.1, 5000),
    item_count: 5,
    ...paid('cash', null),
    discount_reason: 'PWD',
    treatments: [
      line(peel, 'Diamond peel (old)', 1500, {
        quantity: 2,
        addOns: [addOn(light, 'LED light', 350), addOn(mask, 'Collagen mask', 0)],
      }),
      line(glow, 'Hydra glow', 2500.5, { addOns: [addOn(light, 'LED light', 350)] }),
    ],
  },
].map((answer, i) => ({
  id: sale(6 - i),
  receipt_number: 6 - i,
  transaction_date: `2026-11-20T10:0${6 - i}:00+08:00`,
  ...answer,
}))

test('sales migrated to documents have the same contents, ids and numbers as before', async () => {
  const page = await desk(salesContract.list, { querystring: {} })
  expect(page.data).toMatchObject(answers)
  expect(page.summary).toMatchObject({
    total_revenue: 8960.4,
    transaction_count: 4,
    average: 2240,
    active_customers: 1,
  })
  expect(page.summary.methods.map(({ total }) => total)).toEqual([4960.4, 2500, 1500, 0])
  for (const answer of answers)
    expect((await desk(salesContract.one, { params: { id: answer.id } })).data).toMatchObject(answer)
  expect((await desk(salesContract.list, { querystring: { search: 'led light' } })).total).toBe(1)
  expect(
    (await own(salesContract.mine, { querystring: { per_page: 6 } })).data.map((row) => row.receipt_number),
  ).toEqual([6, 5, 4, 3, 2, 1])
})

test('a migrated receipt has the clinic’s header at the migration, and keeps its numbered prints and ID number', async () => {
  const { data } = await desk(salesContract.receipt, { params: { id: sale(1) } })
  expect(data).toMatchObject({
    ...answers.at(-1),
    discount_id_number: 'PWD-77',
    print_count: 2,
    last_printed_at: '2026-11-20T10:05:00+08:00',
  })
  const [name, address, phone, tin] = ['Ganda Clinic', '1 Rizal St, Cebu', '+63 32 111', '111-222']
  expect(data.clinic).toEqual({ name, address, phone, tin, receipt_foot: 'Salamat.' })
  const copies = await server.db.selectFrom('receipt_prints').select(['kind', 'reprint']).orderBy('reprint').execute()
  expect(copies.map(({ kind, reprint }) => `${kind} ${reprint}`)).toEqual(['pdf 0', 'print 1'])
})

test('after the migration everything that refers to a sale refers to its document', async () => {
  const transactions = (await own(exportContract.read, {})).transactions
  expect(transactions.map((one) => one.takes_back)).toEqual(['Receipt 000003', null, null, null, null, null])
  expect(transactions[0]).toMatchObject({ receipt_number: 6, reason: 'Wrong person' })
  expect(transactions.at(-1)).toMatchObject({ email: 'bianca@example.ph', contact_number: '0917 555 0142' })
  const detail = await desk(clientsContract.detail, { params: { id: client } })
  expect(detail.data.services_availed).toMatchObject([{ service_name: 'Diamond peel', receipt_number: 2 }])
  const { appointments } = await desk(appointmentsContract.list, { querystring: { scope: 'active' } })
  expect(appointments).toMatchObject([{ paid_receipt_number: 2 }])
})

test('after the migration, new documents continue the numbering, and payment reference numbers of earlier sales cannot be used again', async () => {
  const body = {
    customer_name: 'Bianca Peña',
    treatments: [{ service_id: peel, name: 'Diamond peel', quantity: 1, price: 1500, treatment_id: treatment }],
    total: 1500,
    is_discounted: 'no' as const,
    total_after_discount: 1500,
    received_money: 1500,
    exchange_money: 0,
    user_id: person,
    appointment_id: 'walkin_1',
    is_walk_in: false,
  }
  const sell = (payment_method: 'cash' | 'gcash' | 'maya' | 'bank_transfer', reference_number: string | null) =>
    desk(
      salesContract.checkout,
      { body: { ...body, payment_method, reference_number } },
      { idempotencyKey: crypto.randomUUID() },
    )
  const used = [['gcash', 'gc88120394', 2] as const, ['bank_transfer', 'BT-1', 4] as const]
  for (const [method, reference, receipt] of used)
    await expect(sell(method, reference)).rejects.toMatchObject({
      status: 409,
      message: saleMessages.referenceUsed(`Receipt 00000${receipt}`),
    })
  expect((await sell('cash', null)).data.receipt_number).toBe(7)
  // Receipt 3 was voided, so its payment reference can be used again.
  expect((await sell('maya', 'MY 1')).data.receipt_number).toBe(8)
  expect(await checkBooks(server.db)).toEqual({ ...balanced, sales: 8 })
})

test('a backup from before the migration is restored with its sales as documents', async () => {
  const database = await createEmptyDatabase()
  const uploadsDir = await mkdtemp(path.join(tmpdir(), 'mutya-uploads-'))
  const now = new Date('2026-11-22T01:00:00Z')
  await restoreBackup({ ...database, file: backup, uploadsDir, now, mayReplace: () => Promise.resolve(false) })
  const restored = await startTestServer({ existing: { database, uploadsDir } })
  const page = await restored.as(await createSession(restored.db, cashier))(salesContract.list, { querystring: {} })
  expect(page.data).toMatchObject(answers)
  expect(await checkBooks(restored.db)).toEqual({ ...balanced, sales: 6 })
  await restored.close()
  await rm(backup)
})
