import { expect, test } from 'vitest'
import { MAIN_BRANCH_ID } from '#server/db/main-branch.ts'
import { MAIN_ROOM_ID } from '#server/test/factories.ts'
import { startEarlierDatabase } from '#server/test/earlier-database.ts'

const id = (n: number) => `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`
const at = `'2026-11-20T09:00:00+08:00'`

/**
 * Two visits from the time before visits had a practitioner column: one occupies a room and Bea, the other only a room.
 */
const VISITS = `
  insert into resources (id, branch_id, kind, name, position) values ('${id(9)}', '${MAIN_BRANCH_ID}', 'practitioner', 'Bea', 1);
  insert into people (id, first_name, created_at, updated_at, search_text) values ('${id(1)}', 'Ana', ${at}, ${at}, 'ana');
  insert into accounts (id, person_id, role, created_at, updated_at) values ('${id(1)}', '${id(1)}', 'client', ${at}, ${at});
  insert into clients (id, person_id, joined_at) values ('${id(2)}', '${id(1)}', ${at});
  insert into treatments (id, name, created_at, updated_at, search_text) values ('${id(3)}', 'Facials', ${at}, ${at}, '');
  insert into services (id, treatment_id, name, created_at, updated_at, search_text)
    values ('${id(4)}', '${id(3)}', 'Peel', ${at}, ${at}, '');
  insert into appointments (id, branch_id, client_id, treatment_id, service_id, starts_at, ends_at, created_by, created_at, updated_at)
  select n::uuid, '${MAIN_BRANCH_ID}', '${id(2)}', '${id(3)}', '${id(4)}', starts::timestamptz,
    starts::timestamptz + interval '30 minutes', '${id(1)}', ${at}, ${at}
  from (values ('${id(5)}', '2026-12-01T09:30:00+08:00'), ('${id(6)}', '2026-12-01T11:00:00+08:00')) visits (n, starts);
  insert into resource_slots (resource_id, slot_at, appointment_id)
  select r::uuid, starts_at + quarter, a.id
  from appointments a join (values ('${id(5)}', '${MAIN_ROOM_ID}'), ('${id(5)}', '${id(9)}'), ('${id(6)}', '${MAIN_ROOM_ID}')) v (n, r)
    on v.n::uuid = a.id, (values (interval '0'), (interval '15 minutes')) quarters (quarter);
`

test('the migration stores for a visit the practitioner whom it occupies, and none for a visit that occupies none', async () => {
  const database = await startEarlierDatabase('0034-visits-with-a-person')
  try {
    await database.run(VISITS)
    await database.migrate()
    expect(await database.rows(`select id, practitioner_id from appointments order by id`)).toEqual([
      { id: id(5), practitioner_id: id(9) },
      { id: id(6), practitioner_id: null },
    ])
  } finally {
    await database.close()
  }
})
