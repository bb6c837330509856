import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { openPackageClinic, type PackageClinic } from '#server/prepaid/packages/packages-fixture.ts'
import { balanced, checkBooks } from '#server/sales/books/books-fixture.ts'
import { errorOf } from '#server/sales/till-fixture.ts'
import { createUser } from '#server/test/factories.ts'
import { logEntries } from '#server/test/log-entries.ts'
import { importFieldNames as names, importRefusals as s } from '#shared/imports/messages.ts'
import { ownedPackagesContract } from '#shared/prepaid/owned-packages-contract.ts'
import { packageMessages } from '#shared/prepaid/package-messages.ts'
import { reportsContract } from '#shared/reports/contract.ts'
import { reports } from '#shared/reports/reports.ts'
import { salesContract } from '#shared/sales/contract.ts'
import { paymentSettingsContract } from '#shared/sales/till-contract.ts'
import { importerOf } from './import-fixture.ts'

let clinic: PackageClinic
let importer: ReturnType<typeof importerOf>
beforeEach(async () => {
  await clinic?.till.server.close()
  clinic = await openPackageClinic()
  importer = importerOf(clinic.till.server, clinic.asAdmin)
})
afterAll(() => clinic.till.server.close())

const HEADING = 'Client,Package,Service,Sessions left,Total sessions,Amount left,Valid until,Purchase date'
const listOf = (...rows: string[]) => [HEADING, ...rows].join('\n')
const checkList = async (...rows: string[]) => importer.check(await importer.upload('packages', listOf(...rows)), 'mdy')
const importList = async (...rows: string[]) => importer.start(await checkList(...rows))
const ownedBy = async ({ clientId } = clinic.till.client) =>
  (await clinic.asCashier(ownedPackagesContract.ofClient, { params: { id: clientId! } })).data
const voidSale = (id: string) =>
  clinic.asAdmin(salesContract.voidSale, { params: { id }, body: { reason: 'Wrong client' } })

/** The totals of one day in the report on money paid ahead. */
async function owedOn(day: string) {
  const { columns } = reports['money-paid-ahead']
  const { data } = await clinic.asAdmin(reportsContract.read, {
    params: { report: 'money-paid-ahead' },
    querystring: { from: day, to: day },
  })
  const named = (cells: readonly unknown[]) => Object.fromEntries(columns.map(({ key }, i) => [key, cells[i]]))
  return { rows: data.rows.map(named), totals: named(data.totals) as Record<string, number> }
}

test('an import opens packages with their remaining sessions, without a sale, a payment or cash, and the till redeems these sessions', async () => {
  const { till } = clinic
  const before = await clinic.x(clinic.shift.id)
  const batch = await importList(
    'Bianca Peña,Old Glow,Diamond peel,3,5,"₱2,400.50",12/31/27,3/15/2026',
    `${till.otherClient.name},Free peels,diamond PEEL,2,,,never,`,
  )
  expect(batch).toMatchObject({ state: 'imported', counts: { created: 2 } })
  const [glow] = await ownedBy()
  expect(glow).toMatchObject({
    name: 'Old Glow',
    sold_on: '2026-03-15',
    brought_in_on: '2026-11-21',
    number: null,
    price: 2400.5,
    balance: 2400.5,
    expires_on: '2027-12-31',
    can_be_extended: true,
    is_transferable: false,
  })
  expect(glow!.services).toMatchObject([{ service_name: 'Diamond peel', sessions: 5 }])
  expect(glow!.services[0]!.left.map(({ value }) => value)).toEqual([800.17, 800.16, 800.17])
  const [free] = await ownedBy(till.otherClient)
  // Without an amount, a session is worth the price of its service.
  expect(free).toMatchObject({ sold_on: '2026-11-21', price: 3000, expires_on: null, services: [{ sessions: 2 }] })
  expect(await clinic.x(clinic.shift.id)).toEqual(before)
  for (const table of ['prepaid_sales', 'documents', 'cash_movements'] as const)
    expect(await till.server.db.selectFrom(table).selectAll().execute()).toEqual([])
  expect((await logEntries(till.server.db)).map(({ action }) => action)).toContain(
    'Brought in package Old Glow of Bianca Peña with 3 sessions left, worth ₱2,400.50',
  )

  const open = await clinic.openPackages()
  expect(open).toMatchObject([{ name: 'Old Glow', services: [{ sessions: 5 }] }])
  const sale = await till.send(clinic.session(open[0]!))
  expect(sale.payments).toMatchObject([{ method: 'prepaid', amount: 800.17 }])
  expect((await clinic.openPackages())[0]!.services[0]!.left).toHaveLength(2)
  const { rows, totals } = await owedOn('2026-11-21')
  expect(rows).toMatchObject([
    { card: 'Old Glow', client: 'Bianca Peña', paid_in: 0, brought_in: 2400.5, used: 800.17, owed: 1600.33 },
    { card: 'Free peels', client: till.otherClient.name, brought_in: 3000, owed: 3000 },
  ])
  expect(totals).toMatchObject({ owed_before: 0, brought_in: 5400.5, owed: 4600.33 })
  expect(await clinic.wrongSessions()).toEqual([])
  expect(await clinic.wrongBalances()).toEqual([])
  expect(await checkBooks(till.server.db)).toMatchObject(balanced)
})

test('one cell of an imported file of packages may contain both the remaining and the bought sessions, such as “3 of 5”', async () => {
  await importList(
    'Bianca Peña,Old Glow,Diamond peel,3 of 5,,900,,',
    'Bianca Peña,Slashed,Diamond peel,1/4,,900,,',
    'Bianca Peña,Spoken,Diamond peel,2 out of 6 left,,900,,',
  )
  const sessions = (await ownedBy()).map(({ name, services: [first] }) => [name, first!.left.length, first!.sessions])
  expect(sessions.toSorted()).toEqual([
    ['Old Glow', 3, 5],
    ['Slashed', 1, 4],
    ['Spoken', 2, 6],
  ])
  const refused = await importer.rows(await checkList('Bianca Peña,Too many,Diamond peel,6 of 5,,900,,'), 'refused')
  expect(refused.map(({ reason }) => reason)).toEqual([s.moreLeftThanBought])
})

test('a session of an imported package cannot be used after its last day, and an admin extends the package', async () => {
  await importList('Bianca Peña,Old Glow,Diamond peel,2,,,11/21/2026,')
  const [open] = await clinic.openPackages()
  await clinic.beginDay('2026-11-22')
  expect((await clinic.till.error(clinic.session(open!))).message).toBe(
    packageMessages.expired('Old Glow', 'Nov 21, 2026'),
  )
  const extension = { expires_on: '2026-12-24' as const, reason: 'Was in hospital' }
  await clinic.asAdmin(ownedPackagesContract.extend, { params: { id: open!.id }, body: extension })
  await clinic.till.send(clinic.session(open!))
})

test('an import of packages refuses rows with an unknown client or service, or a wrong count, amount or date, and gives every reason', async () => {
  await createUser(clinic.till.server.db, 'client', { name: 'Ana Cruz' })
  await createUser(clinic.till.server.db, 'client', { name: 'Ana Cruz' })
  const refused: [string, string][] = [
    ['Nobody Here,P,Diamond peel,1,,,,', s.noClient],
    ['Ana Cruz,P,Diamond peel,1,,,,', s.severalClients],
    [',P,Diamond peel,1,,,,', s.noClient],
    ['Bianca Peña,P,Moon bath,1,,,,', s.noService('Moon bath')],
    ['Bianca Peña,,,1,,,,', `${s.missing(names.package)} ${s.missing(names.service)}`],
    ['Bianca Peña,P,Diamond peel,,5,,,', s.missing(names.sessions_left)],
    ['Bianca Peña,P,Diamond peel,2.5,,,,', s.count(names.sessions_left, '2.5')],
    ['Bianca Peña,P,Diamond peel,-1,,,,', s.count(names.sessions_left, '-1')],
    ['Bianca Peña,P,Diamond peel,0,5,,,', s.noSessionLeft],
    ['Bianca Peña,P,Diamond peel,5,3,,,', s.moreLeftThanBought],
    ['Bianca Peña,P,Diamond peel,101,,,,', `${names.sessions_left}: ${packageMessages.tooManySessions}`],
    ['Bianca Peña,P,Diamond peel,1,101,,,', `${names.sessions_total}: ${packageMessages.tooManySessions}`],
    ['Bianca Peña,P,Diamond peel,1,,lots,,', s.amount(names.amount_left, 'lots')],
    ['Bianca Peña,P,Diamond peel,1,,-5,,', s.amount(names.amount_left, '-5')],
    ['Bianca Peña,P,Diamond peel,2,,3000.01,,', s.moreThanSessionsCost('₱3,000.00')],
    ['Bianca Peña,P,Diamond peel,1,,1000001,,', `${names.amount_left}: ${packageMessages.priceTooHigh}`],
    ['Bianca Peña,P,Diamond peel,1,,,11/20/2026,', s.lastDayPassed],
    ['Bianca Peña,P,Diamond peel,1,,,someday,', s.date(names.last_day, 'someday')],
    ['Bianca Peña,P,Diamond peel,1,,,,11/22/2026', s.dateInFuture(names.bought_on)],
    ['Bianca Peña,P,Diamond peel,1,,,,then', s.date(names.bought_on, 'then')],
  ]
  const batch = await importList(...refused.map(([row]) => row))
  expect(batch.counts).toEqual({ refused: refused.length })
  const rows = await importer.rows(batch, 'refused')
  expect(rows.map(({ reason }) => reason)).toEqual(refused.map(([, reason]) => reason))
  expect(await clinic.till.server.db.selectFrom('sold_packages').selectAll().execute()).toEqual([])
})

test('an import of packages skips a package that the client already has open, and one that occurs twice in the file', async () => {
  const { till } = clinic
  await till.server.db
    .updateTable('people')
    .set({ email: 'bianca@mutya.test' })
    .where('id', '=', till.client.id)
    .execute()
  const sold = await clinic.sellPackage(await clinic.offer())
  const withEmail = (rows: string[]) => ['Email,Client,Package,Service,Sessions left', ...rows].join('\n')
  const rows = [
    ',Bianca Peña,glow package,Diamond Peel,5',
    ',Bianca Peña,Old Glow,Diamond peel,2',
    ',Bianca Peña,Old Glow,Diamond peel,2',
    'bianca@mutya.test,,OLD GLOW,Diamond peel,2',
    ',Bianca Peña,Old Glow,Hydra glow,1',
  ]
  const checked = await importer.check(await importer.upload('packages', withEmail(rows)))
  expect(checked.counts).toEqual({ new: 3, duplicate: 2 })
  expect(await importer.rows(checked, 'duplicate')).toMatchObject([
    { number: 2, match_name: 'Bianca Peña', same_as_row: null },
    { number: 4, same_as_row: 3 },
  ])
  const batch = await importer.start(checked)
  expect(batch.counts).toEqual({ created: 2, skipped: 3 })
  const again = await importer.check(await importer.upload('packages', withEmail(rows.slice(1))))
  expect(again.counts).toEqual({ duplicate: 4 })
  const owned = await ownedBy()
  expect(owned.map(({ name }) => name).toSorted()).toEqual(['Glow Package', 'Old Glow', 'Old Glow'])
  expect(owned.find(({ id }) => id === sold.id)).toMatchObject({
    brought_in_on: null,
    number: 1,
    sold_on: '2026-11-21',
  })
})

test('an import of packages finds clients who share a phone number by name, and refuses a row whose name does not fit the only client with its number', async () => {
  const { till } = clinic
  const phone = '0917 555 0100'
  for (const name of ['Maria Reyes', 'Lea Reyes'])
    await createUser(till.server.db, 'client', { name, contactNumber: phone })
  const list = (rows: string[]) => ['Client,Mobile No.,Package,Service,Sessions left', ...rows].join('\n')
  const rows = ['"Reyes, Maria",0917 555 0100,Glow,Diamond peel,2', 'Lea Reyes,0917 555 0100,Glow,Diamond peel,3']
  const shared = await importer.start(await importer.check(await importer.upload('packages', list(rows))))
  expect(shared.counts).toEqual({ created: 2 })
  await createUser(till.server.db, 'client', { name: 'Rosa Lim', contactNumber: '0917 555 0200' })
  const other = ['Ana Lim,0917 555 0200,Glow,Diamond peel,1', 'Rosa D. Lim,0917 555 0200,Glow,Diamond peel,1']
  const checked = await importer.check(await importer.upload('packages', list(other)))
  expect(checked.counts).toEqual({ refused: 1, new: 1 })
  expect(await importer.rows(checked, 'refused')).toMatchObject([{ reason: s.otherName('Rosa Lim') }])
})

test('an import takes two packages of the same kind that a client bought on different days', async () => {
  const batch = await importList(
    'Bianca Peña,Old Glow,Diamond peel,1,,,never,3/1/2026',
    'Bianca Peña,Old Glow,Diamond peel,4,,,never,6/1/2026',
  )
  expect(batch.counts).toEqual({ created: 2 })
  const again = ['Bianca Peña,Old Glow,Diamond peel,4,,,never,6/1/2026', 'Bianca Peña,Old Glow,Diamond peel,4,,,never,']
  expect((await checkList(...again)).counts).toEqual({ duplicate: 2 })
})

test('undoing an import of packages removes their amounts from the report on prepaid money, and keeps packages that were used, extended or given away', async () => {
  const { till } = clinic
  await clinic.offer({ name: 'Gift Glow', is_transferable: true })
  const batch = await importList(
    'Bianca Peña,Used,Diamond peel,2,,,,',
    'Bianca Peña,Voided,Diamond peel,2,,,,',
    'Bianca Peña,Extended,Diamond peel,2,,,12/31/2026,',
    'Bianca Peña,Gift Glow,Diamond peel,2,,,,',
    'Bianca Peña,Untouched,Diamond peel,2,,1000,,',
    'Bianca Peña,Worth nothing,Diamond peel,2,,0,,',
  )
  expect(batch.counts).toEqual({ created: 6 })
  const named = async (name: string) => (await ownedBy()).find((owned) => owned.name === name)!
  await till.send(clinic.session(await named('Used')))
  const voided = await till.send(clinic.session(await named('Voided')))
  await voidSale(voided.id)
  const extension = { expires_on: '2027-01-31' as const, reason: 'Was in hospital' }
  await clinic.asAdmin(ownedPackagesContract.extend, { params: { id: (await named('Extended')).id }, body: extension })
  const gift = await named('Gift Glow')
  expect(gift.is_transferable).toBe(true)
  await clinic.asCashier(ownedPackagesContract.transfer, {
    params: { id: gift.id },
    body: { user_id: till.otherClient.id },
  })
  const before = (await owedOn('2026-11-21')).totals
  const undone = await importer.undo(batch)
  expect(undone).toMatchObject({ state: 'undone', counts: { undone: 2, kept: 4 } })
  const kept = await importer.rows(undone, 'kept')
  expect(kept.map(({ reason }) => reason)).toEqual([s.keptUsed, s.keptUsed, s.keptChanged, s.keptChanged])
  expect((await ownedBy()).map(({ name }) => name).toSorted()).toEqual(['Extended', 'Used', 'Voided'])
  expect(await ownedBy(till.otherClient)).toHaveLength(1)
  const after = (await owedOn('2026-11-21')).totals
  expect(after.owed).toBe(before.owed! - 1000)
  expect(after.owed).toBe(
    after.owed_before! + after.paid_in! + after.brought_in! + after.credited! - after.used! - after.voided!,
  )
  expect((await logEntries(till.server.db)).map(({ action }) => action)).toContain(
    'Removed package Untouched of Bianca Peña, which an import had brought in',
  )
  expect(await clinic.wrongBalances()).toEqual([])
  expect(await clinic.wrongSessions()).toEqual([])
  // After the undo, the removed package can be imported again.
  expect((await checkList('Bianca Peña,Untouched,Diamond peel,2,,1000,,')).counts).toEqual({ new: 1 })
})

test('a clinic with packages switched off refuses a file of packages', async () => {
  await clinic.asAdmin(paymentSettingsContract.save, { body: { methods: ['cash'], discount_limit: null } })
  expect(await errorOf(importer.upload('packages', listOf('Bianca Peña,P,Diamond peel,1,,,,')))).toMatchObject({
    status: 409,
    message: packageMessages.isOff,
  })
  const batches = await clinic.till.server.db.selectFrom('import_batches').selectAll().execute()
  expect(batches).toEqual([])
})

test('if a clinic switches packages off after a file was checked, no package of the file is imported', async () => {
  const checked = await checkList('Bianca Peña,P,Diamond peel,1,,,,')
  await clinic.asAdmin(paymentSettingsContract.save, { body: { methods: ['cash'], discount_limit: null } })
  expect((await importer.start(checked)).counts).toEqual({ refused: 1 })
  expect(await importer.rows(checked, 'refused')).toMatchObject([{ reason: packageMessages.isOff }])
  expect(await clinic.till.server.db.selectFrom('sold_packages').selectAll().execute()).toEqual([])
})

test('a package that an import has opened cannot be refunded, because it was not paid in Mutya', async () => {
  await importList('Bianca Peña,Old Glow,Diamond peel,3,5,"₱2,400.50",12/31/27,3/15/2026')
  const [glow] = await ownedBy()
  expect(glow!.refund).toBeNull()
  const refused = clinic.asAdmin(
    ownedPackagesContract.refund,
    { params: { id: glow!.id }, body: { amount: 2400.5, reason: 'Moves abroad' } },
    { idempotencyKey: randomUUID() },
  )
  expect(await errorOf(refused)).toMatchObject({ status: 409, message: packageMessages.broughtInNotRefunded })
  expect(await ownedBy()).toEqual([glow])
})
