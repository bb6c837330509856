import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { inTransaction } from '#server/db/transactions.ts'
import { erasePerson, findAllRecords } from '#server/people/erase-person.ts'
import { lockPerson } from '#server/people/find-person.ts'
import { startEarlierDatabase } from '#server/test/earlier-database.ts'
import { clientsContract } from '#shared/clients/contract.ts'
import { startImportClinic, type ImportClinic } from './import-fixture.ts'

let clinic: ImportClinic
beforeAll(async () => {
  clinic = await startImportClinic()
})
afterAll(() => clinic.server.close())

const samplesOf = async (id: string) => (await clinic.read(id)).columns.map(({ samples }) => samples)

async function closeAccountOf(name: string) {
  const { clients } = await clinic.admin(clientsContract.list, { querystring: { search: name } })
  await inTransaction(clinic.server.appDb, async (tx) => {
    const person = await lockPerson(tx, clients[0]!.user_id)
    const context = { tx, now: clinic.server.clock.now }
    await erasePerson(context, person!, await findAllRecords(context, person!.id))
  })
}

test('the examples of a file’s columns are the first values in its rows, and a closed client’s values disappear from them', async () => {
  const file = 'Name,Notes\nZoe Yu,likes tea\nIan Po,\nAda Sy,\nLea Go,likes jazz\n'
  const uploaded = await clinic.upload('clients', file)
  const all = [
    ['Zoe Yu', 'Ian Po', 'Ada Sy'],
    ['likes tea', 'likes jazz'],
  ]
  expect(uploaded.columns.map(({ samples }) => samples)).toEqual(all)
  const imported = await clinic.start(await clinic.check(uploaded))
  expect(await samplesOf(imported.id)).toEqual(all)
  await closeAccountOf('zoe yu')
  expect(await samplesOf(imported.id)).toEqual([['Ian Po', 'Ada Sy'], ['likes jazz']])
  const stored = await clinic.server.db.selectFrom('import_batches').selectAll().where('id', '=', imported.id).execute()
  expect(JSON.stringify(stored)).not.toMatch(/Zoe|likes|Ian/)
})

test('a file that an earlier version of Mutya has read during an upgrade keeps its examples', async () => {
  const { id } = await clinic.upload('clients', 'Name\nTala Cruz\n')
  const columns = JSON.stringify([{ heading: 'Name', samples: ['Tala Cruz'], dates: null }])
  await clinic.server.db.updateTable('import_batches').set({ columns }).where('id', '=', id).execute()
  expect((await clinic.read(id)).columns).toEqual([{ heading: 'Name', samples: ['Tala Cruz'], dates: null }])
})

const ID = '00000000-0000-4000-8000-000000000001'
const AT = "'2026-11-20T09:00:00+08:00'"

test('the migration deletes the examples that import batches store, and files that are not imported yet find them in their rows', async () => {
  const { run, rows, migrate, close } = await startEarlierDatabase('0261-makers-of-password-links')
  onTestFinished(close)
  await run(`
    insert into people (id, first_name, created_at, updated_at, search_text) values ('${ID}', 'Ada', ${AT}, ${AT}, 'ada');
    insert into accounts (id, person_id, role, created_at, updated_at) values ('${ID}', '${ID}', 'admin', ${AT}, ${AT})`)
  const columns = (samples: string) => `[{"heading": "Name", "samples": ["Zoe Yu"], "dates": null},
    {"heading": "Notes", "samples": ${samples}, "dates": "dmy"}, {"heading": "", "samples": [], "dates": null}]`
  for (const [at, state] of ['uploaded', 'imported', 'reading'].entries()) {
    const id = `${ID.slice(0, -1)}${at + 2}`
    await run(`
      insert into import_batches (id, branch_id, kind, file_name, state, columns, headings_key, row_count, created_by,
        created_by_name, created_at, worked_at)
      select '${id}', id, 'clients', 'list.csv', '${state}', '${state === 'reading' ? '[]' : columns('["tea"]')}', '', 4,
        '${ID}', 'Ada', ${AT}, ${AT} from branches;
      insert into import_rows (batch_id, number, cells) values ('${id}', 2, '["Zoe Yu"]'), ('${id}', 3, '["Ian", ""]'),
        ('${id}', 5, '["Lea", "tea"]'), ('${id}', 7, '["Ana", "jazz"]')`)
  }
  await migrate()
  const column = (heading: string, dates: string | null, sample_rows: number[]) => ({
    heading,
    samples: [],
    dates,
    sample_rows,
  })
  const found = await rows('select columns from import_batches order by id')
  expect(found.map((row) => JSON.parse(row['columns'] as string) as unknown)).toEqual([
    [column('Name', null, [2, 3, 5]), column('Notes', 'dmy', [5, 7]), column('', null, [])],
    [column('Name', null, []), column('Notes', 'dmy', []), column('', null, [])],
    [],
  ])
})
