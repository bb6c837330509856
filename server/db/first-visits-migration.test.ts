import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { createOldDatabase, createTestPool } from '#server/test/database.ts'
import { migrate } from './migrate.ts'
import { createDatabase } from './pool.ts'

type Visit = { status: string; bookedBy?: 'staff'; confirmed?: true }
type Person = { name: string; isRegistered: boolean; visit?: Visit; bought?: true }

/**
 * Clients from before the migration: registered or not, with a visit in different states, a purchase, or neither. The
 * times of their visits follow the order of this list.
 */
const people: Person[] = [
  { name: 'At the counter', isRegistered: false },
  { name: 'Confirmed', isRegistered: true, visit: { status: 'confirmed', confirmed: true } },
  { name: 'Cancelled later', isRegistered: true, visit: { status: 'cancelled', confirmed: true } },
  { name: 'Staff booked', isRegistered: true, visit: { status: 'pending', bookedBy: 'staff' } },
  { name: 'Waiting', isRegistered: true, visit: { status: 'pending' } },
  { name: 'Declined', isRegistered: true, visit: { status: 'cancelled' } },
  { name: 'No visit', isRegistered: true },
  { name: 'Bought', isRegistered: true, bought: true },
]

const id = (kind: string, n: number) => `01900000-0000-7000-8000-${kind}${String(n).padStart(11, '0')}`
const staff = id('a', 99)
const [treatment, service] = [id('b', 1), id('b', 2)]
const times = `'2026-11-01Z', '2026-11-01Z'`

const log = (subject: string, subjectId: string, action: string) =>
  `insert into history_logs (id, happened_at, user_name, user_role, action, type, subject, subject_id, search_text)
    values (gen_random_uuid(), '2026-11-01Z', 'x', 'client', '${action}', 'create', '${subject}', '${subjectId}', '');`

const visitRows = (n: number, { status, bookedBy, confirmed }: Visit, name: string) => `
  insert into appointments (id, client_id, station_id, treatment_id, service_id, appointment_date, appointment_time,
      starts_at, status, cancel_reason, cancelled_by, created_by, created_at, updated_at)
    select '${id('e', n)}', '${id('c', n)}', id, '${treatment}', '${service}', '2026-12-01', '${9 + n}:00',
      '2026-12-01 ${9 + n}:00+08', '${status}', ${status === 'cancelled' ? `'clinic', '${staff}'` : 'null, null'},
      '${bookedBy ? staff : id('a', n)}', ${times} from stations;
  ${confirmed ? log('appointment', id('e', n), `Confirmed the appointment of ${name}`) : ''}`

const saleRow = (n: number) => `
  insert into sales (id, receipt_number, business_date, sold_at, cashier_id, cashier_name, client_id, is_walk_in,
      item_count, treatment_text, subtotal_centavos, discount_centavos, total_centavos, received_centavos,
      change_centavos, payment_method)
    values ('${id('d', n)}', 1, '2026-11-20', '2026-11-20Z', '${staff}', 'Staff', '${id('c', n)}', true, 1, 'x', 100, 0,
      100, 100, 0, 'cash');
  insert into sale_lines (sale_id, position, service_id, treatment_id, service_name, treatment_name, quantity,
      unit_price_centavos, line_total_centavos)
    values ('${id('d', n)}', 1, '${service}', '${treatment}', 'x', 'x', 1, 100, 100);`

const rowsOf = ({ name, isRegistered, visit, bought }: Person, n: number) => `
  insert into users (id, name, role, created_at, updated_at, search_text)
    values ('${id('a', n)}', '${name}', 'client', ${times}, '');
  insert into clients (id, user_id, first_name, joined_at) values ('${id('c', n)}', '${id('a', n)}', '${name}', '2026-11-01Z');
  ${isRegistered ? log('user', id('a', n), 'Registered as a client') : ''}
  ${visit ? visitRows(n, visit, name) : ''}
  ${bought ? saleRow(n) : ''}`

const oldRows = `
  insert into users (id, name, role, created_at, updated_at, search_text)
    values ('${staff}', 'Staff', 'cashier', ${times}, '');
  insert into treatments (id, name, created_at, updated_at, search_text) values ('${treatment}', 'x', ${times}, '');
  insert into services (id, treatment_id, name, created_at, updated_at, search_text)
    values ('${service}', '${treatment}', 'x', ${times}, '');
  ${people.map(rowsOf).join('')}`

test('the migration marks clients as known if staff created them, answered their booking, booked for them or sold to them', async () => {
  const database = await createOldDatabase('0003-ways-back-in', oldRows)
  await migrate(database)
  const db = createDatabase(createTestPool({ connectionString: database.appUrl, max: 1 }))
  onTestFinished(async () => {
    await db.destroy()
    await database.drop()
  })
  const names = async (isProven: boolean) =>
    (
      await db
        .selectFrom('clients')
        .innerJoin('people', 'people.id', 'clients.person_id')
        .select('first_name')
        .where('proven_at', isProven ? 'is not' : 'is', null)
        .orderBy('first_name')
        .execute()
    ).map(({ first_name }) => first_name)
  expect(await names(true)).toEqual(['At the counter', 'Bought', 'Cancelled later', 'Confirmed', 'Staff booked'])
  expect(await names(false)).toEqual(['Declined', 'No visit', 'Waiting'])
  const { rows } = await sql`select id, lapses_at from appointments where lapses_at is not null`.execute(db)
  const waiting = people.findIndex(({ name }) => name === 'Waiting')
  expect(rows).toEqual([{ id: id('e', waiting), lapses_at: new Date(`2026-12-01T${9 + waiting}:00:00+08:00`) }])
})
