import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { migrate } from '#server/db/migrate.ts'
import { createDatabase, createPool } from '#server/db/pool.ts'
import { createOldDatabase } from '#server/test/database.ts'

const id = (kind: string, n: number) => `01900000-0000-7000-8000-${kind}${String(n).padStart(11, '0')}`
const [treatment, service] = [id('b', 1), id('b', 2)]
const at = `'2026-10-31T23:30:00Z'`

const person = (n: number, first: string, last: string | null) => `
  insert into people (id, first_name, last_name, created_at, updated_at, search_text)
    values ('${id('a', n)}', '${first}', ${last === null ? 'null' : `'${last}'`}, ${at}, ${at}, '');
  insert into clients (id, person_id, joined_at) values ('${id('c', n)}', '${id('a', n)}', ${at});`

const visit = (n: number, client: number, date: string, status: string) => `
  insert into appointments (id, branch_id, client_id, treatment_id, service_id, starts_at, ends_at, status, cancel_reason, cancelled_by,
      done_at, created_by, created_at, updated_at)
    select '${id('e', n)}', id, '${id('c', client)}', '${treatment}', '${service}', '${date} 09:00+08', '${date} 09:30+08',
      '${status}', ${status === 'cancelled' ? `'client', '${id('a', 1)}'` : 'null, null'}, ${status === 'completed' ? at : 'null'}, '${id('a', 1)}', ${at}, ${at} from branches;`

const service_of = (n: number, client: number, date: string) => `
  insert into client_services (id, client_id, treatment_id, service_id, treatment_name, service_name, date, created_at)
    values ('${id('f', n)}', '${id('c', client)}', '${treatment}', '${service}', 'x', 'x', '${date}', ${at});`

const oldRows = `
  insert into treatments (id, name, created_at, updated_at, search_text) values ('${treatment}', 'x', ${at}, ${at}, '');
  insert into services (id, treatment_id, name, created_at, updated_at, search_text)
    values ('${service}', '${treatment}', 'x', ${at}, ${at}, '');
  ${person(1, 'José  María', 'PEÑA')}
  ${person(2, 'Liza Ramos', null)}
  ${person(3, 'Nina', 'Uy')}
  insert into accounts (id, person_id, role, created_at, updated_at) values ('${id('a', 1)}', '${id('a', 1)}', 'client', ${at}, ${at});
  ${visit(1, 1, '2026-11-10', 'completed')}
  ${visit(2, 1, '2026-11-20', 'confirmed')}
  ${visit(3, 1, '2026-11-12', 'cancelled')}
  ${service_of(1, 1, '2026-11-05')}
  ${service_of(2, 2, '2026-11-08')}`

test('the migration sets last visits from the history, and stores names in a form that can be compared', async () => {
  const database = await createOldDatabase('0021-resources', oldRows)
  await migrate(database)
  const db = createDatabase(createPool({ connectionString: database.appUrl, max: 1 }))
  onTestFinished(async () => {
    await db.destroy()
    await database.drop()
  })
  const { rows } = await sql`
    select name_search, last_visit, last_seen, note, note_version
    from clients join people on people.id = clients.person_id order by clients.id`.execute(db)
  const noNote = { note: null, note_version: 1 }
  expect(rows).toEqual([
    { name_search: 'jose maria pena', last_visit: '2026-11-10', last_seen: '2026-11-10', ...noNote },
    { name_search: 'liza ramos', last_visit: '2026-11-08', last_seen: '2026-11-08', ...noNote },
    // This client joined on November 1 at 7:30 AM in Manila, which is still October 31 in UTC.
    { name_search: 'nina uy', last_visit: null, last_seen: '2026-11-01', ...noNote },
  ])
})
