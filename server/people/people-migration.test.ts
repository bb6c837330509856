import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { emptyDatabase } from '#server/backup/backup-fixture.ts'
import { migrateOn } from '#server/db/migrate.ts'

/** Creates a database as of migration 0013, before the table `people` existed. */
async function oldDatabase() {
  const { adminUrl, ownerUrl } = await emptyDatabase()
  const run = async (url: string, work: (client: pg.Client) => Promise<void>) => {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    await work(client).finally(() => client.end())
  }
  await run(adminUrl, async (client) => {
    await client.query('drop schema public cascade; create schema public; grant all on schema public to mutya_owner')
  })
  const pool = new pg.Pool({ connectionString: ownerUrl, max: 1 })
  // Ignores the error of the connection that is still closing when the test drops the database.
  pool.on('error', () => undefined)
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) })
  onTestFinished(() => db.destroy())
  await migrateOn(db, { to: '0013-documents' })
  const rows = async (statement: string, values: unknown[] = []) =>
    (await pool.query<Record<string, unknown>>(statement, values)).rows
  return { rows, migrate: () => migrateOn(db) }
}

const id = (n: number) => `01900000-0000-7000-8000-0000000000${String(n).padStart(2, '0')}`
const [ADMIN, REGISTERED, WALK_IN, ONE_PIECE, CLOSED, GONE_CASHIER, POINTED_AT] = [1, 2, 3, 4, 5, 6, 7].map(id)
const before = '2026-11-01T09:00:00+08:00'
const hash = '$argon2id$x'

type OldUser = { id: string; name: string; email?: string; role?: string; hash?: string; closed?: string }

const oldUsers: OldUser[] = [
  { id: ADMIN!, name: 'Dr. Isabel Reyes', email: 'isabel@example.ph', role: 'admin', hash },
  { id: REGISTERED!, name: 'Jose Protacio Rizal Jr.', email: 'jose@example.ph', hash },
  { id: WALK_IN!, name: 'Liza Ramos' },
  { id: ONE_PIECE!, name: 'Bea Cruz' },
  { id: CLOSED!, name: 'Carla Tan', closed: '2026-11-02T09:00:00+08:00' },
  { id: GONE_CASHIER!, name: 'Joy Manalo', role: 'cashier', closed: '2026-11-03T09:00:00+08:00' },
  { id: POINTED_AT!, name: 'Nina Uy' },
]

/** Client id, first, middle and last name and suffix; an undivided name is stored as the first name. */
const oldClients: [string, ...(string | null)[]][] = [
  [REGISTERED!, 'Jose', 'Protacio', 'Rizal', 'Jr.'],
  [WALK_IN!, 'Liza', null, 'Ramos', null],
  // The full name in `users` differs from these name parts; people see the full name.
  [ONE_PIECE!, 'Beatriz', null, 'Santos', null],
  [CLOSED!, 'Carla Tan', null, null, null],
  [POINTED_AT!, 'Nina Uy', null, null, null],
]

async function fill(rows: (statement: string, values?: unknown[]) => Promise<unknown>) {
  for (const user of oldUsers)
    await rows(
      `insert into users (id, name, email, role, contact_number, contact_normalised, location, photo_path, sms_activated,
         password_hash, must_set_password, default_password_until, closed_at, created_at, updated_at, search_text)
       values ($1, $2, $3, $4, '0917 123 4567', '+639171234567', 'Makati', $5, true, $6, $7, $8, $9, $10, $10, lower($2))`,
      [
        user.id,
        user.name,
        user.email ?? null,
        user.role ?? 'client',
        `${user.id}.webp`,
        user.hash ?? null,
        user.id === REGISTERED,
        user.id === REGISTERED ? before : null,
        user.closed ?? null,
        before,
      ],
    )
  for (const [n, client] of oldClients.entries())
    await rows(
      `insert into clients (id, user_id, first_name, middle_name, last_name, suffix, services_availed, joined_at, proven_at)
       values ($1, $2, $3, $4, $5, $6, 3, $7, $7)`,
      [id(50 + n), ...client, before],
    )
  await rows(
    `insert into history_logs (id, happened_at, user_id, user_name, user_role, action, type, subject, search_text)
     values ($1, $2, $3, 'Nina Uy', 'client', 'Registered as a client', 'create', 'user', 'nina')`,
    [id(90), before, POINTED_AT],
  )
  await rows(
    `insert into sessions (id, token_hash, user_id, created_at, expires_at) values ($1, '\\x00', $2, $3, '2099-01-01')`,
    [id(91), REGISTERED, before],
  )
  await rows(
    `insert into reset_links (user_id, token_hash, created_at, expires_at) values ($1, '\\x01', $2, '2099-01-01')`,
    [REGISTERED, before],
  )
}

const userColumns = `id, name, email, role, contact_number, contact_normalised, location, photo_path, sms_activated,
  password_hash, must_set_password, default_password_until, closed_at, created_at, updated_at`

test('staff, clients with and without a log-in, closed and deleted people have the same data after the migration', async () => {
  const { rows, migrate } = await oldDatabase()
  await fill(rows)
  const users = await rows(`select ${userColumns} from users order by id`)
  const clients = `select c.id, services_availed, joined_at, proven_at, u.id as user_id, u.name`
  const told = await rows(`${clients} from clients c join users u on u.id = c.user_id order by c.id`)
  expect(await migrate()).toContain('0016-people')
  expect(await rows(`select ${userColumns} from users order by id`)).toEqual(users)
  expect(await rows(`${clients} from clients c join users u on u.id = c.person_id order by c.id`)).toEqual(told)
  expect(
    await rows(
      `select first_name, middle_name, last_name, suffix from people p join clients c on c.person_id = p.id order by c.id`,
    ),
  ).toEqual([
    { first_name: 'Jose', middle_name: 'Protacio', last_name: 'Rizal', suffix: 'Jr.' },
    { first_name: 'Liza', middle_name: null, last_name: 'Ramos', suffix: null },
    { first_name: 'Bea Cruz', middle_name: null, last_name: null, suffix: null },
    { first_name: 'Carla Tan', middle_name: null, last_name: null, suffix: null },
    { first_name: 'Nina Uy', middle_name: null, last_name: null, suffix: null },
  ])
})

test('the migration removes accounts that could never log in and are not referenced; other people keep their account with its id', async () => {
  const { rows, migrate } = await oldDatabase()
  await fill(rows)
  await migrate()
  expect(await rows('select id, person_id, role from accounts order by id')).toEqual([
    { id: ADMIN, person_id: ADMIN, role: 'admin' },
    { id: REGISTERED, person_id: REGISTERED, role: 'client' },
    { id: GONE_CASHIER, person_id: GONE_CASHIER, role: 'cashier' },
    { id: POINTED_AT, person_id: POINTED_AT, role: 'client' },
  ])
  expect(await rows('select user_id from sessions')).toEqual([{ user_id: REGISTERED }])
})

test('after the migration the rules for foreign keys, e-mails, closed people and password links still apply', async () => {
  const { rows, migrate } = await oldDatabase()
  await fill(rows)
  await migrate()
  const refused = (statement: string, constraint: string) =>
    expect(rows(statement)).rejects.toMatchObject({ constraint })
  await refused(`update sessions set user_id = '${WALK_IN}'`, 'sessions_user_id_fkey')
  await refused(`delete from accounts where id = '${POINTED_AT}'`, 'events_user_id_fkey')
  await refused(`update clients set person_id = '${id(99)}' where id = '${id(50)}'`, 'clients_person_id_fkey')
  await refused(`update people set email = 'jose@example.ph' where id = '${WALK_IN}'`, 'people__email')
  await refused(`update people set email = 'Big@example.ph' where id = '${WALK_IN}'`, 'people__email_lower')
  await refused(`update people set email = 'c@example.ph' where id = '${CLOSED}'`, 'people__closed_has_no_email')
  await refused(`update accounts set role = 'owner' where id = '${ADMIN}'`, 'accounts__role')
  await rows(`update people set first_name = 'Pepe' where id = '${REGISTERED}'`)
  expect(await rows('select user_id from reset_links')).toHaveLength(1)
  await rows(`update accounts set password_hash = 'other' where id = '${REGISTERED}'`)
  expect(await rows('select user_id from reset_links')).toEqual([])
})
