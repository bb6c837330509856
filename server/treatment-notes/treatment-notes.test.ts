import pg from 'pg'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { errorOf } from '#server/appointments/booking-fixture.ts'
import { MAIN_BRANCH_ID } from '#server/db/main-branch.ts'
import { inSnapshot } from '#server/db/transactions.ts'
import { executeWithoutTriggers } from '#server/test/execute-without-triggers.ts'
import { appointmentsContract } from '#shared/appointments/contract.ts'
import {
  batchRecallContract as recall,
  noteTemplatesContract as templates,
  treatmentNotesContract as contract,
} from '#shared/treatment-notes/contract.ts'
import { noteMessages as s } from '#shared/treatment-notes/messages.ts'
import { botox, open, sign, startNoteClinic, write, type NoteClinic } from './note-fixture.ts'
import { checkNotes } from './public.ts'

let clinic: NoteClinic
beforeAll(async () => {
  clinic = await startNoteClinic()
})
afterAll(() => clinic.server.close())

describe('a note that two people write at once', () => {
  test('a note that two people write at once contains the words of both, and both texts of a field that both changed', async () => {
    const of = await clinic.newVisit()
    const first = await write(clinic.asReyes, of, { text: 'Mild redness.' })
    expect(first).toMatchObject({ version: 1, template: { name: 'Toxin' } })
    const [mine, theirs] = await Promise.all([
      write(clinic.asReyes, of, { base: 1, text: 'Mild redness, no pain.', device: 'Ultra' }),
      write(clinic.asAdmin, of, { base: 1, text: 'Mild redness, cooled.', values: { needle: '30G' } }),
    ])
    expect([mine.version, theirs.version].toSorted()).toEqual([2, 3])
    const { note } = await open(clinic.asReyes, of)
    expect(note!.content).toMatchObject({ device: 'Ultra', values: { needle: '30G' } })
    expect([note!.content.text, ...note!.content.conflicts.map(({ value }) => value)].toSorted()).toEqual([
      'Mild redness, cooled.',
      'Mild redness, no pain.',
    ])
    expect(await errorOf(sign(clinic.asReyes, of, 3))).toMatchObject({ status: 409, message: s.openConflicts })
  })

  test('two people who start the note of a visit at the same time write one note', async () => {
    const of = await clinic.newVisit()
    await Promise.all([
      write(clinic.asReyes, of, { text: 'Forehead.' }),
      write(clinic.asAdmin, of, { aftercare_text: 'Stay upright.' }),
    ])
    expect((await open(clinic.asReyes, of)).note!.content).toMatchObject({
      text: 'Forehead.',
      aftercare_text: 'Stay upright.',
    })
  })

  test('a change of a note that is sent twice is saved once', async () => {
    const of = await clinic.newVisit()
    const change = { save_id: randomUUID(), text: 'Sent twice.' }
    expect((await write(clinic.asReyes, of, change)).version).toBe(1)
    await write(clinic.asAdmin, of, { base: 1, text: 'Sent twice. And more.' })
    const again = await write(clinic.asReyes, of, change)
    expect(again).toMatchObject({ version: 2, content: { text: 'Sent twice. And more.', conflicts: [] } })
  })

  test('a change of a note is refused if it is based on a version that was never saved, or is about another client’s visit or a future visit', async () => {
    const of = await clinic.newVisit()
    await write(clinic.asReyes, of, { text: 'a' })
    expect(await errorOf(write(clinic.asReyes, of, { base: 9 }))).toMatchObject({ message: s.baseUnknown })
    const other = { clientId: clinic.bianca.clientId, appointmentId: of.appointmentId }
    expect(await errorOf(write(clinic.asReyes, other, {}))).toMatchObject({ status: 404, message: s.visitNotFound })
    const body = { ...clinic.visit('2026-11-24', '10:00:00', clinic.bianca.id), practitioner_id: clinic.reyesId }
    const { data } = await clinic.desk(appointmentsContract.book, { body })
    const future = { clientId: clinic.bianca.clientId, appointmentId: data.appointment_id }
    expect(await errorOf(write(clinic.asReyes, future, {}))).toMatchObject({ status: 409, message: s.notYet })
  })
})

describe('the note of a visit that was cancelled', () => {
  const setStatus = (of: { appointmentId: string }, status: 'on-going' | 'cancelled') =>
    clinic.desk(appointmentsContract.updateStatus, {
      params: { id: of.appointmentId },
      body: status === 'cancelled' ? { status, reason: 'other' } : { status },
    })

  test('the note of a visit that was cancelled during the treatment can still be saved, signed off and added to, but no note can be started for a cancelled visit', async () => {
    const of = await clinic.newVisit()
    await setStatus(of, 'on-going')
    await write(clinic.asReyes, of, { text: '10 units injected.' })
    await setStatus(of, 'cancelled')
    await write(clinic.asReyes, of, { base: 1, text: '10 units injected. The client left early.' })
    const { data } = await sign(clinic.asReyes, of, 2)
    expect(data).toMatchObject({
      signed: { by: 'Dra. Reyes' },
      content: { text: expect.stringContaining('left early') },
    })
    const body = { id: randomUUID(), text: 'Called: the forehead is swollen.' }
    expect((await clinic.asReyes(contract.add, { params: of, body })).data.additions).toMatchObject([
      { text: 'Called: the forehead is swollen.' },
    ])
    const unwritten = await clinic.newVisit()
    await setStatus(unwritten, 'cancelled')
    const start = { save_id: randomUUID(), text: 'Too late.' }
    expect(await errorOf(write(clinic.asAdmin, unwritten, start))).toMatchObject({ status: 409, message: s.cancelled })
    expect((await open(clinic.asAdmin, unwritten)).note).toBeNull()
  })
})

describe('a signed note', () => {
  test('a signed note cannot be changed; additions are stored beside it with name and time, each once', async () => {
    const of = await clinic.newVisit()
    await write(clinic.asReyes, of, { text: 'Done.' })
    expect(await errorOf(sign(clinic.asReyes, of, 2))).toMatchObject({ status: 409, code: 'stale' })
    const { data } = await sign(clinic.asReyes, of, 1)
    expect(data.signed).toMatchObject({ by: 'Dra. Reyes', hash: expect.stringMatching(/^[0-9a-f]{64}$/) })
    expect((await sign(clinic.asReyes, of, 1)).data.signed).toEqual(data.signed)
    expect(await errorOf(write(clinic.asReyes, of, { base: 1, text: 'Changed' }))).toMatchObject({
      status: 409,
      message: s.signedAlready,
    })
    const addition = { params: of, body: { id: randomUUID(), text: 'Called: no swelling.' } }
    await clinic.asAdmin(contract.add, addition)
    const { additions, content } = (await clinic.asAdmin(contract.add, addition)).data
    expect(additions).toMatchObject([{ text: 'Called: no swelling.', added_by: 'Ada Admin' }])
    expect(content.text).toBe('Done.')
    const logged = await clinic.server.db
      .selectFrom('events')
      .select('type')
      .where('subject_id', '=', data.id)
      .orderBy('id')
      .execute()
    expect(logged.map(({ type }) => type)).toEqual([
      'treatment-notes.note.started',
      'treatment-notes.note.signed',
      'treatment-notes.note.added',
    ])
  })

  test('a signed note cannot be altered or deleted in the database, nor can its products, versions and additions', async () => {
    const of = await clinic.newVisit()
    const { id } = await write(clinic.asReyes, of, { text: 'Done.', products: [botox()] })
    await sign(clinic.asReyes, of, 1)
    const { db } = clinic.server
    await expect(
      db.updateTable('treatment_notes').set({ content: '{}' }).where('id', '=', id).execute(),
    ).rejects.toThrow('signed off')
    await expect(db.deleteFrom('treatment_notes').where('id', '=', id).execute()).rejects.toThrow('permission denied')
    const owner = new pg.Client({ connectionString: clinic.server.database.ownerUrl })
    await owner.connect()
    await expect(owner.query('delete from treatment_notes where id = $1', [id])).rejects.toThrow('signed off')
    await owner.end()
    await expect(
      db.updateTable('treatment_note_products').set({ batch: 'X' }).where('note_id', '=', id).execute(),
    ).rejects.toThrow('signed off')
    await expect(db.deleteFrom('treatment_note_products').where('note_id', '=', id).execute()).rejects.toThrow(
      'signed off',
    )
    await expect(db.deleteFrom('treatment_note_versions').where('note_id', '=', id).execute()).rejects.toThrow()
    await expect(db.deleteFrom('treatment_note_additions').where('note_id', '=', id).execute()).rejects.toThrow()
  })

  test('a signed note whose text or product was altered while the database trigger was off is found by its hash', async () => {
    const { db } = clinic.server
    const check = async () =>
      (await inSnapshot(db, (tx) => checkNotes(tx, MAIN_BRANCH_ID))).findings.map(({ id }) => id)
    expect(await check()).toEqual([])
    const text = await clinic.newVisit()
    const { id: altered } = await write(clinic.asReyes, text, { text: 'Given: 20 units.' })
    await sign(clinic.asReyes, text, 1)
    const product = await clinic.newVisit()
    const { id: swapped } = await write(clinic.asReyes, product, { products: [botox()] })
    await sign(clinic.asReyes, product, 1)
    expect(await check()).toEqual([])
    const setText = (words: string) =>
      executeWithoutTriggers(
        clinic.server.database,
        'treatment_notes',
        `update treatment_notes set content = jsonb_set(content, '{text}', '"${words}"') where id = '${altered}'`,
      )
    const setBatch = (batch: string) =>
      executeWithoutTriggers(
        clinic.server.database,
        'treatment_note_products',
        `update treatment_note_products set batch = '${batch}' where note_id = '${swapped}'`,
      )
    await setText('Given: 2 units.')
    await setBatch('D9')
    expect((await check()).toSorted()).toEqual([altered, swapped].toSorted())
    await setText('Given: 20 units.')
    await setBatch('C71-42')
    expect(await check()).toEqual([])
  })

  test('an empty note cannot be signed, nor one with an expired product that nobody confirmed', async () => {
    const of = await clinic.newVisit()
    await write(clinic.asReyes, of, {})
    expect(await errorOf(sign(clinic.asReyes, of, 1))).toMatchObject({ status: 409, message: s.empty })
    await write(clinic.asReyes, of, { base: 1, products: [botox({ expires_on: '2026-11-22' })] })
    expect(await errorOf(sign(clinic.asReyes, of, 2))).toMatchObject({ status: 409, message: s.expired('Botox') })
    expect((await sign(clinic.asReyes, of, 2, true)).data.signed).not.toBeNull()
  })
})

describe('who may read and write treatment notes', () => {
  test('a practitioner without a visit of the client, a cashier and a client neither read nor write notes', async () => {
    const of = await clinic.newVisit()
    expect(await errorOf(write(clinic.asCruz, of, { text: 'x' }))).toMatchObject({ status: 403 })
    expect(await errorOf(open(clinic.asCruz, of))).toMatchObject({ status: 403 })
    expect(await errorOf(open(clinic.asCashier, of))).toMatchObject({ status: 403 })
    expect(await errorOf(open(clinic.server.as(of.client.token), of))).toMatchObject({ status: 403 })
    expect((await open(clinic.asReyes, of)).note).toBeNull()
  })

  test('every call about treatment notes answers 404 while the clinic keeps no charts', async () => {
    const of = await clinic.newVisit()
    const { db } = clinic.server
    await db.updateTable('chart_settings').set({ is_on: false }).execute()
    const calls = [
      open(clinic.asAdmin, of),
      write(clinic.asAdmin, of, { text: 'x' }),
      clinic.asAdmin(contract.list, { params: of, querystring: {} }),
      clinic.asAdmin(templates.list, {}),
      clinic.asAdmin(recall.batches, { querystring: {} }),
      clinic.asAdmin(recall.recipients, { querystring: { batch: 'C71' } }),
    ]
    const errors = await Promise.all(calls.map(errorOf))
    expect(errors.map(({ status }) => status)).toEqual(calls.map(() => 404))
    await db.updateTable('chart_settings').set({ is_on: true }).execute()
  })

  test('opening a note is recorded in the read log with the reader’s name', async () => {
    const of = await clinic.newVisit()
    const { id } = await write(clinic.asReyes, of, { text: 'x' })
    await open(clinic.asReyes, of)
    const rows = await clinic.server.db
      .selectFrom('chart_reads')
      .select(['kind', 'read_by_name'])
      .where('subject_id', '=', id)
      .execute()
    expect(rows).toEqual([{ kind: 'note', read_by_name: 'Dra. Reyes' }])
  })
})
