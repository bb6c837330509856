import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { errorOf } from '#server/appointments/booking-fixture.ts'
import { MAIN_BRANCH_ID } from '#server/db/main-branch.ts'
import { inSnapshot } from '#server/db/transactions.ts'
import { createSession } from '#server/test/factories.ts'
import { ifMatchVersion } from '#server/test/if-match.ts'
import { startTestServer } from '#server/test/server.ts'
import {
  batchRecallContract as recall,
  noteTemplatesContract as templates,
  treatmentNotesContract as contract,
} from '#shared/treatment-notes/contract.ts'
import { addNotes } from '../../scripts/demo/notes/add-notes.ts'
import { RECALLED } from '../../scripts/demo/notes/note-samples.ts'
import { loadDemo } from '../../scripts/demo/load-demo.ts'
import { botox, open, sign, startNoteClinic, write, type NoteClinic } from './note-fixture.ts'
import { checkNotes } from './public.ts'

let clinic: NoteClinic
beforeAll(async () => {
  clinic = await startNoteClinic()
})
afterAll(() => clinic.server.close())

describe('the notes of a chart', () => {
  test('the notes of a chart are listed newest visit first, with products and signature, and with the visits that have no note', async () => {
    const first = await clinic.newVisit()
    const second = await clinic.newVisit(first.client)
    const third = await clinic.newVisit(first.client)
    await write(clinic.asReyes, first, { text: 'Forehead\nand brow.', products: [botox({ batch: '' })] })
    await write(clinic.asReyes, second, { text: 'Peel.', template: 'peel' })
    await sign(clinic.asReyes, first, 1)
    const { data, total, summary } = await clinic.asReyes(contract.list, {
      params: first,
      querystring: {},
    })
    expect(total).toBe(2)
    expect(data).toMatchObject([
      { appointment_id: second.appointmentId, template_name: 'Peel', signed_by: null },
      {
        excerpt: 'Forehead and brow.',
        products: ['Botox · 20 units'],
        signed_by: 'Dra. Reyes',
      },
    ])
    expect(summary.visits_without_note.map(({ appointment_id }) => appointment_id)).toEqual([third.appointmentId])
  })

  test('an opened note offers the client’s last note of each template, and recently used products and batches', async () => {
    const before = await clinic.newVisit()
    await write(clinic.asReyes, before, { text: 'Last time.', products: [botox({ name: 'Dysport', batch: 'E5' })] })
    const today = await clinic.newVisit(before.client)
    const workspace = await open(clinic.asReyes, today)
    expect(workspace.last_notes).toMatchObject([{ template_key: 'toxin', content: { text: 'Last time.' } }])
    expect(workspace.products[0]).toEqual({ name: 'Dysport', product_id: null, unit: 'units' })
    expect(workspace.recent_batches[0]).toMatchObject({ name: 'Dysport', batch: 'E5', expires_on: '2027-06-30' })
  })
})

describe('note templates', () => {
  test('changed note templates leave written notes as they were, and are suggested for their treatments', async () => {
    const of = await clinic.newVisit()
    await write(clinic.asReyes, of, { text: 'Before the change.' })
    const { data, treatments } = await clinic.asAdmin(templates.list, {})
    expect(data.map(({ key }) => key)).toEqual(['general', 'toxin', 'filler', 'energy', 'peel', 'drip', 'body'])
    const toxin = data.find(({ key }) => key === 'toxin')!
    const field = { key: 'own-1', label: 'Ice before', kind: 'yes_no' as const, unit: '' }
    const content = { ...toxin.content, name: 'Botox note', fields: [...toxin.content.fields, field] }
    const body = { content, treatment_ids: [clinic.catalogue.treatmentId] }
    expect(treatments.map(({ id }) => id)).toContain(clinic.catalogue.treatmentId)
    const saved = await clinic.asAdmin(templates.save, { params: { key: 'toxin' }, body }, ifMatchVersion(0))
    expect(saved.data).toMatchObject({ version: 1, is_changed: true, treatment_ids: body.treatment_ids })
    const stale = clinic.asAdmin(templates.save, { params: { key: 'toxin' }, body }, ifMatchVersion(0))
    expect(await errorOf(stale)).toMatchObject({ status: 409, code: 'stale' })
    expect(await open(clinic.asReyes, of)).toMatchObject({
      suggested_template: 'toxin',
      note: { template: { name: 'Toxin', fields: toxin.content.fields } },
    })
    await clinic.asAdmin(templates.remove, { params: { key: 'toxin' }, body: {} })
    expect((await clinic.asAdmin(templates.list, {})).data.find(({ key }) => key === 'toxin')).toEqual({
      ...toxin,
      treatment_ids: body.treatment_ids,
    })
  })

  test('a clinic’s own note templates can be added and deleted; unknown templates and treatments are refused', async () => {
    const { data } = await clinic.asAdmin(templates.list, {})
    const body = { content: { ...data[0]!.content, name: 'Tattoo removal' }, treatment_ids: [] }
    const params = { key: randomUUID() }
    await clinic.asAdmin(templates.save, { params, body })
    const of = await clinic.newVisit()
    expect((await write(clinic.asReyes, of, { text: 'x', template: params.key })).template.name).toBe('Tattoo removal')
    await clinic.asAdmin(templates.remove, { params, body: {} })
    expect(await errorOf(clinic.asAdmin(templates.remove, { params, body: {} }))).toMatchObject({ status: 404 })
    expect((await open(clinic.asReyes, of)).note!.template.name).toBe('Tattoo removal')
    const unknown = { params, body: { ...body, treatment_ids: [randomUUID()] } }
    expect(await errorOf(clinic.asAdmin(templates.save, unknown))).toMatchObject({ status: 422 })
    expect(await errorOf(write(clinic.asReyes, await clinic.newVisit(), { template: params.key }))).toMatchObject({
      status: 422,
    })
  })
})

describe('a batch recall', () => {
  test('a batch recall finds every client who received the batch, in any spelling of its number, and records each in the read log', async () => {
    const visits = [await clinic.newVisit(), await clinic.newVisit(), await clinic.newVisit()]
    const spellings = ['RX-77', 'rx 77', 'RX78']
    for (const [i, of] of visits.entries())
      await write(clinic.asReyes, of, { products: [botox({ name: 'Juvederm', batch: spellings[i]!, amount: 1 })] })
    const { data: batches } = await clinic.asAdmin(recall.batches, { querystring: { search: 'rx 7' } })
    expect(batches.map(({ clients }) => clients).toSorted()).toEqual([1, 2])
    const found = await clinic.asAdmin(recall.recipients, { querystring: { batch: 'RX77', product: 'juvederm' } })
    expect(found).toMatchObject({ total: 2, clients: 2 })
    expect(found.data.map(({ client_id }) => client_id).toSorted()).toEqual(
      [visits[0]!.clientId, visits[1]!.clientId].toSorted(),
    )
    expect(found.data[0]).toMatchObject({ practitioner_name: 'Dra. Reyes', amount: 1, appointment_date: '2026-11-23' })
    const csv = await clinic.server.app.inject({
      url: '/api/note-batches/recipients/export.csv?batch=RX77',
      headers: { authorization: `Bearer ${clinic.ada.token}` },
    })
    expect(csv.body.trim().split('\r\n')).toHaveLength(4)
    const reads = await clinic.server.db
      .selectFrom('chart_reads')
      .select('kind')
      .where('client_id', '=', visits[0]!.clientId)
      .where('read_by_name', '=', 'Ada Admin')
      .orderBy('kind')
      .execute()
    expect(reads.map(({ kind }) => kind)).toEqual(['chart', 'export'])
  })
})

test('the sample clinic has sixty signed notes that are unchanged, one unsigned note of today, and a batch that twelve clients received', async () => {
  const server = await startTestServer({ now: new Date('2026-11-23T09:00:00+08:00') })
  onTestFinished(() => server.close())
  await loadDemo(server.db, server.clock.now, { isBusy: true })
  await addNotes(server.db, server.clock.now)
  const notes = await server.db.selectFrom('treatment_notes').select(['signed_at', 'appointment_id']).execute()
  expect(notes.filter(({ signed_at }) => signed_at !== null)).toHaveLength(60)
  expect(notes).toHaveLength(61)
  const check = await inSnapshot(server.db, (tx) => checkNotes(tx, MAIN_BRANCH_ID))
  expect(check).toMatchObject({ count: 60, findings: [] })
  const admin = server.as(
    await createSession(
      server.db,
      (await server.db.selectFrom('users').select('id').where('role', '=', 'admin').executeTakeFirstOrThrow()).id,
    ),
  )
  const { clients } = await admin(recall.recipients, { querystring: { batch: RECALLED.batch } })
  expect(clients).toBe(RECALLED.clients)
})
