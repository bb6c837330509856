import type { Database, Tx } from '#server/db/pool.ts'
import { inTransaction } from '#server/db/transactions.ts'
import { hashOfNote } from '#server/treatment-notes/note-hash.ts'
import { addMonths, manilaDate } from '#shared/lib/manila-time.ts'
import { builtInTemplate } from '#shared/treatment-notes/built-in-templates.ts'
import { batchKey, givenProducts, type NoteContent } from '#shared/treatment-notes/note.ts'
import { productKey } from '#shared/treatment-notes/same-as-last.ts'
import { logEvent } from '../demo-log.ts'
import { emptyRows } from '../demo-rows.ts'
import { idAt } from '../id-at.ts'
import { insertAll } from '../insert-rows.ts'
import { PRACTITIONER_LOGIN } from '../load-demo.ts'
import { seededRandom } from '../random.ts'
import { RECALLED, sampleNote, templateOfTreatment, withRecalled } from './note-samples.ts'

const SIGNED_NOTES = 60

const readVisits = (tx: Tx) =>
  tx
    .selectFrom('appointments')
    .innerJoin('treatments', 'treatments.id', 'appointments.treatment_id')
    .innerJoin('clients', 'clients.id', 'appointments.client_id')
    .innerJoin('users', 'users.id', 'clients.person_id')
    .select([
      'appointments.id',
      'appointments.branch_id',
      'appointments.client_id',
      'appointments.practitioner_id',
      'appointments.appointment_date',
      'appointments.starts_at',
      'appointments.ends_at',
      'appointments.status',
      'treatments.name as treatment_name',
      'users.name as client_name',
    ])
    .where('treatments.name', 'in', Object.keys(templateOfTreatment))
    .where('appointments.status', 'in', ['confirmed', 'on-going', 'completed'])
    .orderBy('appointments.starts_at')
    .orderBy('appointments.id')
    .execute()
type Visit = Awaited<ReturnType<typeof readVisits>>[number]

/**
 * Returns `of`, which finds the account that signs the notes of a visit: the practitioner's own account if there is one,
 * otherwise the admin's. `practitioner` is the practitioner who can log in.
 */
async function readSigners(tx: Tx) {
  const people = await tx
    .selectFrom('users')
    .select(['id', 'name', 'role', 'email', 'practitioner_id'])
    .where('role', 'in', ['admin', 'practitioner'])
    .orderBy('created_at')
    .execute()
  const admin = people.find(({ role }) => role === 'admin')!
  const practitioner = people.find(({ email }) => email === PRACTITIONER_LOGIN)
  const of = ({ practitioner_id }: Visit) => people.find((one) => one.practitioner_id === practitioner_id) ?? admin
  return { of, practitioner }
}
type Signer = Awaited<ReturnType<typeof readSigners>>['of'] extends (visit: Visit) => infer S ? S : never

type Sample = { id: string; visit: Visit; by: Signer; content: NoteContent; templateKey: string; isSigned: boolean }

async function insertNote(tx: Tx, { id, visit, by, content, templateKey }: Sample): Promise<void> {
  const template = builtInTemplate(templateKey)!
  const at = visit.ends_at
  const writer = { created_by: by.id, created_by_name: by.name, updated_by: by.id, updated_by_name: by.name }
  await tx
    .insertInto('treatment_notes')
    .values({
      id,
      branch_id: visit.branch_id,
      client_id: visit.client_id,
      appointment_id: visit.id,
      template_key: templateKey,
      template: JSON.stringify(template),
      content: JSON.stringify(content),
      created_at: at,
      updated_at: at,
      ...writer,
    })
    .execute()
  const saved = { saved_at: at, saved_by: by.id, saved_by_name: by.name }
  await tx
    .insertInto('treatment_note_versions')
    .values({ note_id: id, version: 1, save_id: id, content: JSON.stringify(content), ...saved })
    .execute()
  const lines = givenProducts(content).map(({ id: _, name, ...line }, position) => ({
    ...line,
    note_id: id,
    position,
    product_name: name,
    product_key: productKey(name),
    batch_key: batchKey(line.batch),
  }))
  if (lines.length > 0) await tx.insertInto('treatment_note_products').values(lines).execute()
}

async function signNote(tx: Tx, { id, visit, by }: Sample): Promise<void> {
  const row = await tx.selectFrom('treatment_notes').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const signature = { signed_at: visit.ends_at, signed_by: by.id, signed_by_name: by.name }
  const hash = hashOfNote({ ...row, ...signature })
  await tx
    .updateTable('treatment_notes')
    .set({ ...signature, hash })
    .where('id', '=', id)
    .execute()
}

/**
 * Chooses the visits that get signed notes: first visits of clients who come again today, so that in the demo today's
 * note can be written as a copy of the last one.
 */
function chooseSigned(visits: readonly Visit[], today: string): Visit[] {
  const todays = new Set(
    visits.flatMap((visit) => (visit.appointment_date === today ? [`${visit.client_id} ${visit.treatment_name}`] : [])),
  )
  const done = visits.filter(({ status, appointment_date }) => status === 'completed' && appointment_date < today)
  const again = done.filter((visit) => todays.has(`${visit.client_id} ${visit.treatment_name}`))
  const others = done.filter((visit) => !again.includes(visit)).toReversed()
  // Only every `step`-th visit gets a note, so that the notes are spread over the weeks.
  const step = Math.max(1, Math.floor(others.length / SIGNED_NOTES))
  return [...again, ...others.filter((_, index) => index % step === 0)].slice(0, SIGNED_NOTES)
}

/** Returns a visit of today that is not over, if possible one of the practitioner who can log in. */
function chooseUnsigned(visits: readonly Visit[], today: string, practitionerId: string | null | undefined) {
  const left = visits.filter(({ appointment_date, status }) => appointment_date === today && status !== 'completed')
  return left.find(({ practitioner_id }) => practitioner_id !== null && practitioner_id === practitionerId) ?? left[0]
}

async function assignTemplates(tx: Tx): Promise<void> {
  const branch = await tx.selectFrom('branches').select('id').executeTakeFirstOrThrow()
  const treatments = await tx.selectFrom('treatments').select(['id', 'name']).execute()
  const rows = treatments.flatMap(({ id, name }) => {
    const template_key = templateOfTreatment[name]
    return template_key === undefined ? [] : [{ treatment_id: id, branch_id: branch.id, template_key }]
  })
  await tx.insertInto('note_template_treatments').values(rows).execute()
}

/**
 * Makes the treatment notes: the first notes of twelve clients name the recalled batch, and the last note is not
 * signed.
 */
function makeSamples(visits: readonly Visit[], signers: Awaited<ReturnType<typeof readSigners>>, now: Date): Sample[] {
  const random = seededRandom(106)
  const today = manilaDate(now)
  const making = { random, expiryAfter: (months: number) => addMonths(today, months) }
  const signed = chooseSigned(visits, today)
  const unsigned = chooseUnsigned(visits, today, signers.practitioner?.practitioner_id)
  const recalled = new Set<string>()
  return [...signed, ...(unsigned ? [unsigned] : [])].map((visit) => {
    const templateKey = templateOfTreatment[visit.treatment_name]!
    const content = sampleNote(templateKey, making)
    const isRecalled = recalled.size < RECALLED.clients && !recalled.has(visit.client_id) && visit !== unsigned
    if (isRecalled) recalled.add(visit.client_id)
    return {
      id: idAt(random, visit.ends_at),
      visit,
      by: signers.of(visit),
      content: isRecalled ? withRecalled(content, making) : content,
      templateKey,
      isSigned: visit !== unsigned,
    }
  })
}

/**
 * Adds signed treatment notes to the sample clinic, an unsigned one of today, and a batch of numbing cream that twelve
 * clients received.
 */
export async function addNotes(db: Database, now: Date): Promise<void> {
  const random = seededRandom(107)
  const rows = emptyRows()
  await inTransaction(db, async (tx) => {
    await assignTemplates(tx)
    const samples = makeSamples(await readVisits(tx), await readSigners(tx), now)
    for (const sample of samples) {
      await insertNote(tx, sample)
      if (!sample.isSigned) continue
      await signNote(tx, sample)
      const { id, visit, by } = sample
      const parameters = { client: visit.client_name, appointment_date: visit.appointment_date }
      const event = { type: 'treatment-notes.note.signed', subjectId: id, parameters } as const
      logEvent(rows, random, { at: visit.ends_at, by }, event)
    }
    await insertAll(tx, 'events', rows.events)
  })
}
