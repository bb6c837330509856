import { afterAll, beforeAll, expect, test } from 'vitest'
import { createCatalogue, createUser } from '#server/test/factories.ts'
import { visitContract } from '#shared/appointments/desk-contract.ts'
import { catalogueContract } from '#shared/catalogue/contract.ts'
import { importRefusals as s } from '#shared/imports/messages.ts'
import { startImportClinic, type ImportClinic } from './import-fixture.ts'

let clinic: ImportClinic
let service: string
beforeAll(async () => {
  clinic = await startImportClinic()
  await createCatalogue(clinic.server.db)
  service = (await clinic.admin(catalogueContract.services, { querystring: {} })).data[0]!.service_name
  await createUser(clinic.server.db, 'client', { name: 'Bea Tan', contactNumber: '0917 000 1111' })
})
afterAll(() => clinic.server.close())

const visits = () =>
  clinic.server.db.selectFrom('appointments').select(['id', 'status', 'note']).orderBy('starts_at').execute()

test('an import adds upcoming appointments as confirmed visits without a message, and undoing it removes them', async () => {
  const { server } = clinic
  const file = [
    'Date,Time,Client,Mobile,Service,Notes',
    `2026-12-01,2:00 PM,Bea Tan,0917 000 1111,${service},Brings her sister`,
    `2026-12-01,3:00 PM,Nobody Known,,${service}`,
    `2020-12-01,3:00 PM,Bea Tan,,${service}`,
    '2026-12-02,3:00 PM,Bea Tan,,Massage',
  ].join('\n')
  const checked = await clinic.check(await clinic.upload('appointments', file))
  expect((await clinic.rows(checked, 'refused')).map(({ reason }) => reason)).toEqual([
    s.noClient,
    s.past,
    s.noService('Massage'),
  ])
  const imported = await clinic.start(checked)
  expect(await clinic.rows(imported, 'refused')).toHaveLength(3)
  expect(imported.counts).toMatchObject({ created: 1 })
  expect(await visits()).toMatchObject([{ status: 'confirmed', note: 'Brings her sister' }])
  expect(await server.db.selectFrom('messages').select('id').execute()).toEqual([])
  const again = await clinic.check(await clinic.upload('appointments', file))
  expect(again.counts).toMatchObject({ duplicate: 1, refused: 3 })
  expect(await clinic.undo(imported)).toMatchObject({ counts: { undone: 1 } })
  expect(await visits()).toEqual([])
  expect(await server.db.selectFrom('resource_slots').select('slot_at').execute()).toEqual([])
})

test('undoing an import keeps a visit whose note staff have written since, and one whose client has arrived', async () => {
  const { server } = clinic
  const row = (time: string) => `2026-12-01,${time},Bea Tan,0917 000 1111,${service},Imported`
  const file = ['Date,Time,Client,Mobile,Service,Notes', ...['1:00 PM', '2:00 PM', '3:00 PM'].map(row)].join('\n')
  const imported = await clinic.start(await clinic.check(await clinic.upload('appointments', file)))
  const [first, second] = await visits()
  const note = { params: { id: first!.id }, body: { note: 'Ring the daughter' } }
  await clinic.admin(visitContract.changeNote, note, { headers: { 'if-match': '"1"' } })
  await server.db.updateTable('appointments').set({ arrived_at: new Date() }).where('id', '=', second!.id).execute()
  expect(await clinic.undo(imported)).toMatchObject({ counts: { undone: 1, kept: 2 } })
  expect(await visits()).toMatchObject([{ note: 'Ring the daughter' }, { note: 'Imported' }])
})
