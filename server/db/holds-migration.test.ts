import { expect, onTestFinished, test } from 'vitest'
import { startEarlierDatabase } from '#server/test/earlier-database.ts'

const ROOM = `(select id from resources limit 1)`
const AT = `'2026-11-20T09:00:00+08:00'`
const SERVICE = '00000000-0000-4000-8000-000000000001'
const HOLD = '00000000-0000-4000-8000-000000000002'

test('the migration keeps the slots of visits; from then on a slot belongs to a visit or to a reservation that expires', async () => {
  const { rows, run, migrate, close } = await startEarlierDatabase('0039-holds')
  onTestFinished(close)
  await run(`
    insert into people (id, first_name, created_at, updated_at, search_text) values ('${SERVICE}', 'Ana', ${AT}, ${AT}, 'ana');
    insert into accounts (id, person_id, role, created_at, updated_at) values ('${SERVICE}', '${SERVICE}', 'client', ${AT}, ${AT});
    insert into clients (id, person_id, joined_at) values ('${SERVICE}', '${SERVICE}', ${AT});
    insert into treatments (id, name, created_at, updated_at, search_text) values ('${SERVICE}', 'Facials', ${AT}, ${AT}, '');
    insert into services (id, treatment_id, name, created_at, updated_at, search_text)
      values ('${SERVICE}', '${SERVICE}', 'Peel', ${AT}, ${AT}, '');
    insert into appointments (id, branch_id, client_id, treatment_id, service_id, starts_at, ends_at, created_by, created_at, updated_at)
      select '${SERVICE}', id, '${SERVICE}', '${SERVICE}', '${SERVICE}', '2026-11-23T02:00Z', '2026-11-23T02:30Z',
        '${SERVICE}', ${AT}, ${AT} from branches;
    insert into resource_slots (resource_id, slot_at, appointment_id)
      values (${ROOM}, '2026-11-23T02:00Z', '${SERVICE}'), (${ROOM}, '2026-11-23T02:15Z', '${SERVICE}')`)
  await migrate()
  const slots = await rows('select appointment_id, hold_id, held_until from resource_slots order by slot_at')
  expect(slots).toEqual([0, 1].map(() => ({ appointment_id: SERVICE, hold_id: null, held_until: null })))
  await run(`insert into holds (id, branch_id, key, service_id, starts_at, expires_at)
    select '${HOLD}', id, '\\x01', '${SERVICE}', '2026-11-23T03:00Z', '2026-11-23T03:10Z' from branches`)
  const slot = (at: string, owners: string) =>
    run(`insert into resource_slots (resource_id, slot_at, appointment_id, hold_id, held_until)
      values (${ROOM}, '2026-11-23T${at}Z', ${owners})`)
  await slot('03:00', `null, '${HOLD}', '2026-11-23T03:10Z'`)
  await expect(slot('02:00', `null, '${HOLD}', '2026-11-23T03:10Z'`)).rejects.toThrow('resource_slots__taken')
  await expect(slot('04:00', `'${SERVICE}', '${HOLD}', '2026-11-23T03:10Z'`)).rejects.toThrow('resource_slots__of_one')
  await expect(slot('04:00', 'null, null, null')).rejects.toThrow('resource_slots__of_one')
  await expect(slot('04:00', `null, '${HOLD}', null`)).rejects.toThrow('resource_slots__held_until')
})
