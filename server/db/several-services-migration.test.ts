import { expect, onTestFinished, test } from 'vitest'
import { startEarlierDatabase } from '#server/test/earlier-database.ts'

const AT = `'2026-11-20T09:00:00+08:00'`
const id = (n: number) => `00000000-0000-4000-8000-00000000000${n}`
const [PERSON, FIRST, SECOND, THIRD, VISIT, HOLD] = [1, 2, 3, 4, 5, 6].map(id) as [
  string,
  string,
  string,
  string,
  string,
  string,
]

test('the migration keeps a visit of one service; several services must fill their visit without gaps or duplicates', async () => {
  const { rows, run, migrate, close } = await startEarlierDatabase('0045-several-services')
  onTestFinished(close)
  const service = (
    serviceId: string,
    name: string,
  ) => `insert into services (id, treatment_id, name, created_at, updated_at, search_text)
      values ('${serviceId}', '${PERSON}', '${name}', ${AT}, ${AT}, '');`
  await run(`
    insert into people (id, first_name, created_at, updated_at, search_text) values ('${PERSON}', 'Ana', ${AT}, ${AT}, 'ana');
    insert into accounts (id, person_id, role, created_at, updated_at) values ('${PERSON}', '${PERSON}', 'client', ${AT}, ${AT});
    insert into clients (id, person_id, joined_at) values ('${PERSON}', '${PERSON}', ${AT});
    insert into treatments (id, name, created_at, updated_at, search_text) values ('${PERSON}', 'Facials', ${AT}, ${AT}, '');
    ${service(FIRST, 'Peel')} ${service(SECOND, 'Glow')} ${service(THIRD, 'Drip')}
    insert into appointments (id, branch_id, client_id, treatment_id, service_id, starts_at, ends_at, created_by, created_at, updated_at)
      select '${VISIT}', id, '${PERSON}', '${PERSON}', '${FIRST}', '2026-11-23T02:00Z', '2026-11-23T03:30Z',
        '${PERSON}', ${AT}, ${AT} from branches;
    insert into holds (id, branch_id, key, service_id, starts_at, expires_at)
      select '${HOLD}', id, '\\x01', '${FIRST}', '2026-11-23T03:00Z', '2026-11-23T03:10Z' from branches`)
  await migrate()
  expect(await rows('select service_id, ends_at - starts_at as length from appointments')).toMatchObject([
    { service_id: FIRST },
  ])
  expect(await rows('select * from appointment_services')).toEqual([])
  expect(await rows('select cardinality(further_services) as further from holds')).toEqual([{ further: '0' }])

  const add = (position: number, serviceId: string, minutes = 30) =>
    run(`insert into appointment_services (appointment_id, position, service_id, minutes)
      values ('${VISIT}', ${position}, '${serviceId}', ${minutes})`)
  await expect(add(1, SECOND)).rejects.toThrow('appointment_services__position')
  await expect(add(6, SECOND)).rejects.toThrow('appointment_services__position')
  await expect(add(2, SECOND, 20)).rejects.toThrow('appointment_services__minutes')
  // Three invalid additions: no time left for the first service, a gap in the positions, and the first service twice.
  await expect(add(2, SECOND, 90)).rejects.toThrow('do not fit')
  await expect(add(3, SECOND)).rejects.toThrow('do not fit')
  await expect(add(2, FIRST)).rejects.toThrow('do not fit')
  await add(2, SECOND)
  await expect(add(3, SECOND, 15)).rejects.toThrow('appointment_services__once')
  await add(3, THIRD)
  await expect(run(`delete from appointment_services where position = 2`)).rejects.toThrow('do not fit')
  await expect(run(`update appointments set ends_at = '2026-11-23T03:00Z'`)).rejects.toThrow('do not fit')
  await expect(run(`update appointments set service_id = '${THIRD}'`)).rejects.toThrow('do not fit')
  await run(`update appointments set starts_at = '2026-11-24T02:00Z', ends_at = '2026-11-24T03:30Z'`)
})
