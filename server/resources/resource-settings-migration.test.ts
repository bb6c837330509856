import { expect, onTestFinished, test } from 'vitest'
import { MAIN_ROOM_ID } from '#server/test/factories.ts'
import { startEarlierDatabase } from '#server/test/earlier-database.ts'

const id = (n: number) => `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`

test('the migration keeps resources’ settings, and turns each earlier exception into its own entry', async () => {
  const database = await startEarlierDatabase('0033-resource-settings')
  onTestFinished(() => database.close())
  await database.run(`
    update resources set name = 'Blue room', colour = '#2473ab' where id = '${MAIN_ROOM_ID}';
    insert into resource_exceptions (id, resource_id, date, kind, note)
      values ('${id(1)}', '${MAIN_ROOM_ID}', '2026-12-24', 'leave', 'Painted'),
        ('${id(2)}', '${MAIN_ROOM_ID}', '2026-12-25', 'leave', '');`)
  await database.migrate()
  expect(await database.rows('select name, colour, title, photo_path, version from resources')).toEqual([
    { name: 'Blue room', colour: '#2473ab', title: '', photo_path: null, version: '1' },
  ])
  expect(await database.rows('select date, note from resource_exceptions order by date')).toEqual([
    { date: '2026-12-24', note: 'Painted' },
    { date: '2026-12-25', note: '' },
  ])
  expect(await database.rows('select count(distinct entry_id) from resource_exceptions')).toEqual([{ count: '2' }])
})
