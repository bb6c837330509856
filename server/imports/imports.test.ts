import { afterAll, beforeAll, expect, test } from 'vitest'
import { inTransaction } from '#server/db/transactions.ts'
import { findAllRecords, erasePerson } from '#server/people/erase-person.ts'
import { lockPerson } from '#server/people/find-person.ts'
import { errorOf } from '#server/sales/till-fixture.ts'
import { createUser } from '#server/test/factories.ts'
import { explainedStatements } from '#server/test/explained-statements.ts'
import { lastLogEntry } from '#server/test/log-entries.ts'
import { catalogueContract } from '#shared/catalogue/contract.ts'
import { clientCardsContract, emptyCard } from '#shared/client-cards/contract.ts'
import { clientsContract } from '#shared/clients/contract.ts'
import { TOTAL_ROWS_HEADER } from '#shared/lib/csv.ts'
import { clientMessages } from '#shared/clients/messages.ts'
import { importsContract as contract } from '#shared/imports/contract.ts'
import { importMessages, importRefusals as s } from '#shared/imports/messages.ts'
import { inventoryContract } from '#shared/inventory/contract.ts'
import { startImportClinic, type ImportClinic } from './import-fixture.ts'
import { deleteOldImports } from './public.ts'
import { saveChecks } from './queries.ts'

let clinic: ImportClinic
beforeAll(async () => {
  clinic = await startImportClinic()
  await clinic.server.db.updateTable('chart_settings').set({ is_on: true }).execute()
})
afterAll(() => clinic.server.close())

const clients = async (search: string) =>
  (await clinic.admin(clientsContract.list, { querystring: { search } })).clients
/** Files as other systems write them, with invented people. */
const filesOfSystems: [string, string][] = [
  [
    'Fresha',
    'Client ID,First Name,Last Name,Full Name,Blocked,Gender,Mobile Number,Telephone,Email,Accepts Marketing,Address,City,Date of Birth,Added,Note,Referral Source\n' +
      '10231,Tala,Bautista,Tala Bautista,No,Female,+63 917 600 0001,,tala@bautista.test,Yes,"5 Rizal Street, Makati",Makati,1991-03-08,2024-02-01,Sensitive skin,Instagram\n',
  ],
  [
    'Square',
    'Reference ID,First Name,Last Name,Email Address,Phone Number,Nickname,Street Address 1,City,Postal Code,Birthday,Memo,Square Customer ID,Creation Source,First Visit,Last Visit,Transaction Count\n' +
      ',Tala,Bautista,tala@bautista.test,\'+639176000001,,"5 Rizal Street, Makati",Makati,1200,1991-03-08,Sensitive skin,SQ1,Merchant,2024-02-01,2026-01-01,4\n',
  ],
  [
    'Easy!Appointments',
    'id,first_name,last_name,email,mobile_number,phone_number,address,city,zip_code,notes\n' +
      '7,Tala,Bautista,tala@bautista.test,639176000001,,"5 Rizal Street, Makati",Makati,1200,Sensitive skin\n',
  ],
  [
    '',
    '\ufeffPangalan;CP No.;E-mail Add;Kaarawan;Tirahan;Remarks\r\nBautista, Tala;9176000001;tala@bautista.test;8-Mar-91;5 Rizal Street, Makati;Sensitive skin\r\n',
  ],
]

const messageCount = async () => (await clinic.server.db.selectFrom('messages').select('id').execute()).length

test('an import of clients reports the result of each row, sends no message, and undoing it removes the clients', async () => {
  const { server } = clinic
  await createUser(server.db, 'client', { name: 'Rosa Lim', email: 'rosa@lim.test' })
  const before = await messageCount()
  const file = [
    'Full Name;Mobile No.;E-mail Address;Birthday',
    'DELA CRUZ, MARIA S.;9171234567;MARIA@cruz.test;24/11/1992',
    'Ana Reyes;+63 918 222 3333;;05/06/1988',
    'Rosa Lim;0919 444 5555;rosa@lim.test;',
    'Pedro;12345;pedro-at-mail;31/02/1990',
    'Maria dela Cruz;0917 123 4567;;',
  ].join('\r\n')
  const uploaded = await clinic.upload('clients', file)
  expect(uploaded).toMatchObject({
    state: 'uploaded',
    row_count: 5,
    fields: ['name', 'contact_number', 'email', 'birth_date'],
  })
  const checked = await clinic.check(uploaded)
  expect(checked).toMatchObject({ state: 'checked', date_order: 'dmy', counts: { new: 2, duplicate: 2, refused: 1 } })
  expect(await clients('cruz')).toHaveLength(0)
  const [refused] = await clinic.rows(checked, 'refused')
  expect(refused).toMatchObject({
    number: 5,
    reason: `${s.phone('12345')} ${s.date('Birthday', '31/02/1990')} ${s.email('pedro-at-mail')}`,
  })
  expect(await clinic.rows(checked, 'duplicate')).toMatchObject([
    { number: 4, match_name: 'Rosa Lim', match_by: 'email' },
    { number: 6, match_name: null, same_as_row: 2, match_by: 'phone' },
  ])
  await clinic.admin(contract.decide, { params: { id: checked.id, number: 4 }, body: { decision: 'fill' } })
  const imported = await clinic.start(checked)
  expect(imported).toMatchObject({ state: 'imported', counts: { created: 2, filled: 1, skipped: 1, refused: 1 } })
  const [maria] = await clients('maria@cruz.test')
  expect(maria).toMatchObject({
    first_name: 'Maria',
    middle_name: 'S.',
    last_name: 'Dela Cruz',
    contact_number: '0917 123 4567',
  })
  expect((await clients('rosa'))[0]).toMatchObject({ contact_number: '0919 444 5555' })
  expect(await messageCount()).toBe(before)
  expect(await server.db.selectFrom('news_choices').selectAll().execute()).toEqual([])
  expect(await lastLogEntry(server.db)).toMatchObject({
    action: 'Imported clients from list.csv: 2 added, 1 completed, 2 left out',
  })
  const card = server.db.selectFrom('client_details').select('birth_date').where('client_id', '=', maria!.id)
  expect(await card.executeTakeFirst()).toEqual({ birth_date: '1992-11-24' })
  const undone = await clinic.undo(imported)
  expect(undone).toMatchObject({ state: 'undone', counts: { undone: 3 } })
  expect(await clients('cruz')).toHaveLength(0)
  expect((await clients('rosa'))[0]).toMatchObject({ contact_number: null })
  expect(await errorOf(clinic.admin(contract.undo, { params: { id: undone.id } }))).toMatchObject({ status: 409 })
})

test('an import fills every empty field of a client of the clinic or of an earlier row and overwrites no value; undoing it empties the filled fields', async () => {
  const { server } = clinic
  const cardOf = async (id: string) => (await clinic.admin(clientCardsContract.card, { params: { id } })).data
  const ben = await createUser(server.db, 'client', { name: 'Ben Uy', email: 'ben@uy.test' })
  const card = { ...emptyCard, address: '1 Rizal Street', tags: ['VIP'] }
  await clinic.admin(clientCardsContract.save, { params: { id: ben.clientId! }, body: card })
  const file = [
    'Name,Email,Mobile,Birthday,Gender,Address,Emergency contact,Emergency number,Referred by,Tags,Notes',
    'Ben Uy,ben@uy.test,0917 555 0001,1990-05-04,M,2 Mabini Street,Ana Uy,0917 555 0002,Instagram,regular,Likes tea',
    'Cora Diaz,cora@diaz.test,,,Other,,,,,"vip, Laser",',
    'Cora Diaz,cora@diaz.test,0917 555 0003,1991-06-05,Babae,,,,,,Quiet room',
  ].join('\n')
  const checked = await clinic.check(await clinic.upload('clients', file))
  await clinic.admin(contract.decideAll, { params: { id: checked.id }, body: { decision: 'fill' } })
  const imported = await clinic.start(checked)
  expect(imported.counts).toEqual({ created: 1, filled: 2 })
  expect(await cardOf(ben.clientId!)).toMatchObject({
    birth_date: '1990-05-04',
    sex: 'male',
    address: '1 Rizal Street',
    emergency_name: 'Ana Uy',
    emergency_number: '0917 555 0002',
    referred_by: 'Instagram',
    tags: ['VIP'],
  })
  const [cora] = await clients('cora@diaz.test')
  expect(await cardOf(cora!.id)).toMatchObject({ birth_date: '1991-06-05', sex: 'female', tags: ['VIP', 'Laser'] })
  const noteOf = (id: string) => server.db.selectFrom('clients').select('note').where('id', '=', id).executeTakeFirst()
  expect([await noteOf(ben.clientId!), await noteOf(cora!.id)]).toEqual([{ note: 'Likes tea' }, { note: 'Quiet room' }])
  const again = await clinic.check(await clinic.upload('clients', file))
  await clinic.admin(contract.decideAll, { params: { id: again.id }, body: { decision: 'fill' } })
  expect((await clinic.start(again)).counts).toEqual({ skipped: 3 })
  expect((await clinic.undo(imported)).counts).toEqual({ undone: 3 })
  expect(await clients('cora@diaz.test')).toEqual([])
  expect(await cardOf(ben.clientId!)).toMatchObject({ ...card, birth_date: null })
  expect((await clients('ben@uy.test'))[0]).toMatchObject({ contact_number: null })
  expect(await noteOf(ben.clientId!)).toEqual({ note: null })
})

const catalogueOf = async () =>
  (await clinic.admin(catalogueContract.services, { querystring: { per_page: 100 } })).data.map(
    ({ treatment_name, service_name, service_price, duration_minutes }) =>
      `${treatment_name} / ${service_name} ${service_price} ${duration_minutes}`,
  )

test('an import adds services with prices and products with stock, and undoing it removes what nobody has changed', async () => {
  const prices =
    'Category,Service Name,Price,Duration\nFacials,Deep Cleanse,"₱1,250.50",50\nFacials,Deep cleanse,900,\n,Peel,ask,'
  const services = await clinic.start(await clinic.check(await clinic.upload('services', prices)))
  expect(services).toMatchObject({ state: 'imported', counts: { created: 1, skipped: 1, refused: 1 } })
  expect(await catalogueOf()).toEqual(['Facials / Deep Cleanse 1250.5 60'])
  const stock = 'Product,Category,Qty,Unit\nNitrile gloves,Gloves,12,box\nSerum,Serums,many,\nMasks,,"1,200",pc'
  const products = await clinic.start(await clinic.check(await clinic.upload('products', stock)))
  expect(products).toMatchObject({ state: 'imported', counts: { created: 2, refused: 1 } })
  const list = () => clinic.admin(inventoryContract.products, { querystring: {} })
  expect((await list()).data).toMatchObject([
    { name: 'Masks', quantity: 1_200, category_name: importMessages.usualCategory },
    { name: 'Nitrile gloves', quantity: 12, unit_type: 'box', category_name: 'Gloves' },
  ])
  const [masks] = (await list()).data
  clinic.server.clock.now = new Date(clinic.server.clock.now.getTime() + 60_000)
  const change = { params: { id: masks!.id }, body: { quantity_change: '-1' } }
  await clinic.admin(inventoryContract.updateProduct, change)
  expect(await clinic.undo(products)).toMatchObject({ state: 'undone', counts: { undone: 1, kept: 1 } })
  expect(await clinic.rows(products, 'kept')).toMatchObject([{ number: 4, reason: s.keptChanged }])
  expect((await list()).data.map(({ name }) => name)).toEqual(['Masks'])
  expect(await clinic.undo(services)).toMatchObject({ counts: { undone: 1 } })
  expect(await catalogueOf()).toEqual([])
  expect((await clinic.admin(catalogueContract.treatments, { querystring: {} })).total).toBe(0)
})

test('files that Fresha, Square, Easy!Appointments and Excel write for one client import the same data without a change of columns', async () => {
  for (const [system, file] of filesOfSystems) {
    const uploaded = await clinic.upload('clients', file)
    expect(uploaded.system ?? '').toBe(system)
    const imported = await clinic.start(await clinic.check(uploaded))
    expect(imported.counts).toEqual({ created: 1 })
    const [tala] = await clients('tala@bautista.test')
    expect(tala).toMatchObject({ first_name: 'Tala', last_name: 'Bautista', contact_number: '0917 600 0001' })
    const card = (await clinic.admin(clientCardsContract.card, { params: { id: tala!.id } })).data
    expect(card.address).toBe('5 Rizal Street, Makati')
    if (system !== 'Easy!Appointments') expect(card.birth_date).toBe('1991-03-08')
    expect((await clinic.undo(imported)).counts).toEqual({ undone: 1 })
  }
})

test('if some rows of a file cannot be imported, the other rows are imported, and the refused rows can be downloaded with the reason for each', async () => {
  const { server } = clinic
  const file = 'Name,Email,Note\nMae Go,mae@go.test,=1+1\nJun Sy,jun@sy.test,\nBad,no-mail,=2+2\n'
  const checked = await clinic.check(await clinic.upload('clients', file))
  await createUser(server.db, 'client', { name: 'Somebody Else', email: 'jun@sy.test' })
  const imported = await clinic.start(checked)
  expect(imported.counts).toEqual({ created: 1, refused: 2 })
  const url = contract.refused.url.replace(':id', imported.id)
  const { body, headers } = await server.app.inject({ url, headers: { authorization: `Bearer ${clinic.user.token}` } })
  // The browser makes the Excel file from this response, and takes the response for complete if it has this number of
  // rows.
  expect(headers[TOTAL_ROWS_HEADER]).toBe('2')
  expect(body.split('\r\n')).toEqual([
    '\ufeff"Name","Email","Note","Why"',
    `"Jun Sy","jun@sy.test","","${clientMessages.emailInUse('Somebody Else')}"`,
    `"Bad","no-mail","'=2+2","${s.email('no-mail')}"`,
    '',
  ])
})

test('saving the results of an import’s check reads only the part of the file that was checked', async () => {
  const names = Array.from({ length: 3_000 }, (_, n) => `Client ${n}`)
  const { id } = await clinic.upload('clients', ['Name', ...names].join('\n'))
  const { planOf, close } = explainedStatements(clinic.server.database.appUrl)
  const none = { reason: null, client_id: null, same_as_row: null, match_name: null, match_by: null }
  const keys = { email_key: null, phone_key: null, name_key: null, birth_key: null }
  const plan = await planOf((tx) => saveChecks(tx, id, [{ number: 1, outcome: 'new', ...none, ...keys }]), /^update/)
  await close()
  expect(plan).toMatch(
    /import_rows_pkey on import_rows .*\n.*Index Cond: .*batch_id = .*\(number >= 1\) AND \(number <= 1/,
  )
})

test('an import remembers the fields chosen for a file’s columns, asks for the order of day and month, and refuses wrong columns', async () => {
  const file = 'Pangalan,Born\nAna Uy,04/05/1990\n'
  const first = await clinic.upload('clients', file)
  expect(first).toMatchObject({ fields: ['name', null], is_remembered: false, columns: [{}, { dates: 'both' }] })
  const check = (fields: (string | null)[], date_order: 'dmy' | 'mdy' | null = null) =>
    clinic.admin(contract.check, { params: { id: first.id }, body: { fields, date_order } })
  expect(await errorOf(check(['name', 'birth_date']))).toMatchObject({ errors: { date_order: [s.dateOrderNeeded] } })
  expect(await errorOf(check(['name', 'name']))).toMatchObject({ status: 422 })
  expect(await errorOf(check([null, null]))).toMatchObject({ status: 422 })
  expect(await errorOf(check(['name']))).toMatchObject({ errors: { fields: [s.wrongColumns] } })
  expect(await errorOf(check(['price', null]))).toMatchObject({ errors: { fields: [s.wrongColumns] } })
  await check(['name', 'birth_date'], 'mdy')
  const second = await clinic.upload('clients', file.replace('Ana', 'Bea'))
  expect(second).toMatchObject({ fields: ['name', 'birth_date'], date_order: 'mdy', is_remembered: true })
  await clinic.admin(contract.discard, { params: { id: second.id } })
  expect(await errorOf(clinic.read(second.id))).toMatchObject({ status: 404 })
})

test('the stored row of an imported file is deleted when its client’s account is closed, and all stored rows after 30 days', async () => {
  const { server } = clinic
  const imported = await clinic.start(await clinic.check(await clinic.upload('clients', 'Name\nZoe Yu\nIan Po\n')))
  const [zoe] = await clients('zoe yu')
  const rows = () => server.db.selectFrom('import_rows').select('number').where('batch_id', '=', imported.id).execute()
  await inTransaction(server.appDb, async (tx) => {
    const person = await lockPerson(tx, zoe!.user_id)
    const context = { tx, now: server.clock.now }
    await erasePerson(context, person!, await findAllRecords(context, person!.id))
  })
  expect(await rows()).toEqual([{ number: 3 }])
  const later = new Date(server.clock.now.getTime() + 31 * 86_400_000)
  await inTransaction(server.appDb, (tx) => deleteOldImports(tx, later))
  expect(await rows()).toEqual([])
  expect((await clinic.read(imported.id)).columns).toEqual([{ heading: 'Name', samples: [], dates: null }])
})
