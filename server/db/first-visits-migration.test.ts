import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { startBookingClinic } from '#server/appointments/booking-fixture.ts'
import { createUser } from '#server/test/factories.ts'
import { logEntries } from '#server/test/log-entries.ts'
import { appointmentsContract as contract } from '#shared/appointments/contract.ts'
import { LEGACY_NOTE } from '#shared/history-logs/events.ts'

/** What the migration does with the rows that are there, without the tables that it adds. */
async function fillStatements(): Promise<string> {
  const text = await readFile(new URL('./migrations/0004-first-visits.sql', import.meta.url), 'utf8')
  // The column has got another name since.
  return text.slice(text.indexOf('update clients c set proven_at')).replaceAll('c.user_id', 'c.person_id')
}

test('of the people who were there before, those are proven whom the clinic put on file, answered, booked for or sold to', async () => {
  const clinic = await startBookingClinic()
  const { db, clock } = clinic.server
  const registered = async (name: string) => {
    const person = await createUser(db, 'client', { name, unproven: true })
    const row = { happened_at: clock.now, user_name: name, user_role: 'client', search_text: '' }
    const event = {
      type: LEGACY_NOTE,
      kind: 'create',
      parameters: JSON.stringify({ sentence: 'Registered as a client' }),
    }
    const about = { subject: 'user', subject_id: person.id, ...event }
    await db
      .insertInto('events')
      .values({ id: crypto.randomUUID(), ...row, ...about })
      .execute()
    return person
  }
  await createUser(db, 'client', { name: 'At the counter', unproven: true })
  const [confirmed, cancelledLater, forWhomStaffBooked, waiting, declined] = await Promise.all(
    ['Confirmed', 'Cancelled later', 'Staff booked', 'Waiting', 'Declined', 'No visit'].map(registered),
  )
  const book = async (person: typeof waiting, time: string) =>
    (await clinic.server.as(person!.token)(contract.book, { body: clinic.visit('2026-12-01', time) })).data
      .appointment_id
  const answer = (id: string, body: { status: 'confirmed' } | { status: 'cancelled'; reason: 'clinic' }) =>
    clinic.desk(contract.updateStatus, { params: { id }, body })
  await answer(await book(confirmed, '09:00:00'), { status: 'confirmed' })
  const later = await book(cancelledLater, '09:30:00')
  await answer(later, { status: 'confirmed' })
  await answer(later, { status: 'cancelled', reason: 'clinic' })
  await clinic.desk(contract.book, { body: clinic.visit('2026-12-01', '10:00:00', forWhomStaffBooked!.id) })
  const held = await book(waiting, '10:30:00')
  await answer(await book(declined, '11:00:00'), { status: 'cancelled', reason: 'clinic' })
  await db.updateTable('clients').set({ proven_at: null }).execute()
  await db.updateTable('appointments').set({ lapses_at: null, address_hash: null }).execute()

  // The migration reads the log as it was then: a table of sentences.
  const entries = JSON.stringify(await logEntries(db))
  const statements = await fillStatements()
  await db.transaction().execute(async (tx) => {
    await sql`create temporary table history_logs on commit drop as
      select * from jsonb_to_recordset(${entries}::jsonb) as x (subject text, subject_id text, action text)`.execute(tx)
    await sql.raw(statements).execute(tx)
  })
  const names = async (isProven: boolean) =>
    (
      await db
        .selectFrom('clients')
        .innerJoin('people', 'people.id', 'clients.person_id')
        .select('first_name')
        .where('proven_at', isProven ? 'is not' : 'is', null)
        .orderBy('first_name')
        .execute()
    ).map(({ first_name }) => first_name)
  expect(await names(true)).toEqual(['At the counter', 'Cancelled later', 'Confirmed', 'Staff booked'])
  expect(await names(false)).toEqual(['Declined', 'No visit', 'Waiting'])
  const lapsing = await db.selectFrom('appointments').select(['id', 'starts_at', 'lapses_at']).execute()
  expect(lapsing.filter(({ lapses_at }) => lapses_at !== null)).toEqual([
    expect.objectContaining({ id: held, lapses_at: new Date('2026-12-01T10:30:00+08:00') }),
  ])
  await clinic.server.close()
})
