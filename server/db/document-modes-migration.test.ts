import { expect, onTestFinished, test } from 'vitest'
import { startEarlierDatabase } from '#server/test/earlier-database.ts'
import { CASHIER_AND_SERVICE, earlierDocument, earlierId } from '#server/test/earlier-documents.ts'

test('the migration makes old documents acknowledgements of their existing series, which the next document continues', async () => {
  const database = await startEarlierDatabase('0053-document-modes')
  onTestFinished(() => database.close())
  await database.run(`${CASHIER_AND_SERVICE}
    insert into terminals (id, branch_id, name, created_at) select '${earlierId(50)}', id, 'Front desk', '2026-11-01Z' from branches;
    update document_counters set last_number = 1;
    ${earlierDocument({ number: 1 })}`)
  const before = await database.rows('select * from documents')
  await database.migrate()
  const after = await database.rows('select * from documents')
  expect(after).toMatchObject(before.map((row) => ({ ...row, mode: 'acknowledgement', registration: null })))
  expect(await database.rows('select series, last_number from document_counters')).toEqual([
    { series: 'receipt', last_number: '1' },
  ])
  expect(await database.rows('select document_mode, registered_name, permit_date from branches')).toEqual([
    { document_mode: 'acknowledgement', registered_name: '', permit_date: null },
  ])
  expect(await database.rows('select machine_number, serial_number from terminals')).toEqual([
    { machine_number: '', serial_number: '' },
  ])
})
