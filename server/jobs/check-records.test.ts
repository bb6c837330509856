import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { storeRecordCheck } from '#server/charts/public.ts'
import { MAIN_BRANCH_ID } from '#server/db/main-branch.ts'
import { inSnapshot, inTransaction } from '#server/db/transactions.ts'
import { addSignedCopy } from '#server/forms/signing/signing-fixture.ts'
import { executeWithoutTriggers } from '#server/test/execute-without-triggers.ts'
import { createUser, type TestUser } from '#server/test/factories.ts'
import { logEntries } from '#server/test/log-entries.ts'
import { open, sign, startNoteClinic, write, type NoteClinic } from '#server/treatment-notes/note-fixture.ts'
import { chartsContract } from '#shared/charts/contract.ts'
import { checkRecords } from './check-records.ts'

let clinic: NoteClinic
let client: TestUser
beforeAll(async () => {
  clinic = await startNoteClinic()
  client = await createUser(clinic.server.db, 'client', { name: 'Ana Reyes' })
})
afterAll(() => clinic.server.close())

const check = () => inSnapshot(clinic.server.db, (tx) => checkRecords(tx, MAIN_BRANCH_ID))
/** Returns what the check of signed records finds, each as a kind of problem and an id. */
const problems = async () => (await check()).findings.map(({ problem, id }) => `${problem} ${id}`).toSorted()
const alter = (table: string, statement: string) => executeWithoutTriggers(clinic.server.database, table, statement)
const newCopy = (of = client) => addSignedCopy(clinic.server.db, of)

test('the check of signed records finds a signed copy that was altered, and one that was moved to the record of another client', async () => {
  const [altered, stolen] = [await newCopy(), await newCopy()]
  expect(await problems()).toEqual([])
  const setSkin = (skin: string) =>
    alter(
      'signed_forms',
      `update signed_forms set answers = jsonb_set(answers, '{skin}', '"${skin}"') where id = '${altered}'`,
    )
  const other = await createUser(clinic.server.db, 'client')
  const setClient = (of: TestUser) =>
    alter('signed_forms', `update signed_forms set client_id = '${of.clientId}' where id = '${stolen}'`)
  await setSkin('Oily')
  await setClient(other)
  expect(await problems()).toEqual([`altered ${altered}`, `altered ${stolen}`].toSorted())
  expect((await check()).forms).toBe(2)
  await setSkin('Dry')
  await setClient(client)
  expect(await problems()).toEqual([])
})

test('the hash chain of signed records reveals a record that was deleted, added or given a new hash, and a chain whose end was cut off', async () => {
  const { server } = clinic
  const kept = await newCopy()
  const deleted = await newCopy()
  const before = await check()
  await alter('signed_forms', `create table taken as select * from signed_forms where id = '${deleted}'`)
  await alter('signed_forms', `delete from signed_forms where id = '${deleted}'`)
  expect(await problems()).toEqual([`deleted ${deleted}`])
  // An attacker who deletes the record's entry in the chain as well must also change what is stored as the end of the
  // chain.
  const entries = server.db.selectFrom('record_chain').selectAll()
  const entry = await entries.where('record_id', '=', deleted).executeTakeFirstOrThrow()
  await alter('record_chain', `delete from record_chain where record_id = '${deleted}'`)
  expect(await problems()).toEqual(['broken null'])
  const previous = `'\\x${entry.previous_hash.toString('hex')}'`
  await alter(
    'record_chain_heads',
    `update record_chain_heads set number = ${entry.number - 1}, hash = ${previous} where records = 'forms'`,
  )
  expect(await problems()).toEqual([])
  // The check of the night before has stored the last entry of the chain. It is missing now, so the deletion is found.
  await inTransaction(server.db, (tx) => storeRecordCheck(tx, MAIN_BRANCH_ID, server.clock.now, before))
  expect(await problems()).toEqual(['broken null'])
  await server.db.deleteFrom('record_checks').execute()
  // A signed copy that was inserted while the database's triggers were off has no entry in the chain.
  await alter('signed_forms', 'insert into signed_forms select * from taken')
  expect(await problems()).toEqual([`unlisted ${deleted}`])
  await alter('signed_forms', `delete from signed_forms where id = '${deleted}'`)
  await alter('signed_forms', 'drop table taken')
  // An attacker who alters a signed copy and its hash must change the chain as well.
  const { hash } = await server.db
    .selectFrom('signed_forms')
    .select('hash')
    .where('id', '=', kept)
    .executeTakeFirstOrThrow()
  const setHash = (value: string) =>
    alter('signed_forms', `update signed_forms set hash = ${value} where id = '${kept}'`)
  await setHash(`sha256('forged')`)
  expect(await problems()).toEqual([`altered ${kept}`])
  await alter('record_chain', `update record_chain set record_hash = sha256('forged') where record_id = '${kept}'`)
  expect(await problems()).toEqual([`altered ${kept}`, 'broken null'].toSorted())
  const right = `'\\x${hash.toString('hex')}'`
  await setHash(right)
  await alter('record_chain', `update record_chain set record_hash = ${right} where record_id = '${kept}'`)
  expect(await problems()).toEqual([])
})

test('the check of signed records covers treatment notes too, and reports nothing about a chart that was deleted at the end of its retention period', async () => {
  const { db } = clinic.server
  const visit = await clinic.newVisit()
  await open(clinic.asReyes, visit)
  const { id: note } = await write(clinic.asReyes, visit, { text: 'Mild redness.' })
  await sign(clinic.asReyes, visit, 1)
  const copy = await newCopy({ ...client, clientId: visit.client.clientId })
  expect(await problems()).toEqual([])
  expect((await check()).notes).toBe(1)
  await alter('treatment_notes', `update treatment_notes set hash = repeat('a', 64) where id = '${note}'`)
  expect(await problems()).toEqual([`altered ${note}`])
  const old = { last_visit: '2015-01-05', joined_at: new Date('2015-01-05T09:00:00+08:00') }
  await db.updateTable('clients').set(old).where('id', '=', visit.client.clientId!).execute()
  await clinic.asAdmin(chartsContract.deleteChart, { params: { clientId: visit.client.clientId! } })
  expect(await problems()).toEqual([])
  const steps = await db
    .selectFrom('record_chain')
    .select(['records', 'step'])
    .where('record_id', 'in', [note, copy])
    .orderBy('records')
    .orderBy('number')
    .execute()
  expect(steps.map(({ records, step }) => `${records} ${step}`)).toEqual([
    'forms signed',
    'forms deleted',
    'notes signed',
    'notes deleted',
  ])
})

test('a finding of the check of signed records is logged only once, and the admin sees which client’s record it concerns', async () => {
  const { db, clock } = clinic.server
  const read = async () => (await clinic.asAdmin(chartsContract.recordCheck, {})).data
  const store = async () => {
    const result = await check()
    await inTransaction(db, (tx) => storeRecordCheck(tx, MAIN_BRANCH_ID, clock.now, result))
  }
  const logged = async () =>
    (await logEntries(db, {})).filter(({ action }) => action.includes('does not match what was signed')).length
  expect(await read()).toBeNull()
  await store()
  expect(await read()).toMatchObject({ findings: [] })
  expect(await logged()).toBe(0)
  const copy = await newCopy()
  await store()
  await alter('signed_forms', `update signed_forms set title = 'Other' where id = '${copy}'`)
  await store()
  await store()
  expect(await logged()).toBe(1)
  expect((await read())!.findings).toEqual([
    {
      records: 'forms',
      problem: 'altered',
      record: { client_id: client.clientId, client_name: 'Ana Reyes', title: 'Other', signed_on: '2026-11-20' },
    },
  ])
})

test('the app’s database role cannot write the chain of signed records', async () => {
  const { db } = clinic.server
  await expect(db.updateTable('record_chain_heads').set({ number: 0 }).execute()).rejects.toThrow('permission denied')
  await expect(db.deleteFrom('record_chain').execute()).rejects.toThrow('permission denied')
})

test('the operator’s command checks signed forms and notes, prints a line for each that was altered, and then exits with 1', async () => {
  const run = async () => {
    const child = spawn(process.execPath, [path.join(inject('programs'), 'run-check-records.js')], {
      env: { PATH: '/usr/bin:/bin', DATABASE_URL: clinic.server.database.appUrl },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => (output += part.toString()))
    const [code] = (await once(child, 'close')) as [number]
    return { code, output: output.trim() }
  }
  const { findings, forms, notes } = await check()
  const lines = findings.map(({ records, problem, id }) => `  ${records}: ${problem} ${id}`)
  const sum = `Checked ${forms} signed forms and ${notes} signed treatment notes: ${findings.length} do not match.`
  expect(findings.length).toBeGreaterThan(0)
  expect(await run()).toEqual({ code: 1, output: [sum, ...lines].join('\n') })
})
