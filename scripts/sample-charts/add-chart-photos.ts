import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import type { Database, Tx } from '#server/db/pool.ts'
import { inTransaction } from '#server/db/transactions.ts'
import { storeImage } from '#server/lib/uploads.ts'
import { instantOf, manilaDate, type CivilDate } from '#shared/lib/manila-time.ts'
import { logEvent, type Actor } from '../demo/demo-log.ts'
import { emptyRows, type DemoRows } from '../demo/demo-rows.ts'
import { idAt } from '../demo/id-at.ts'
import { insertAll } from '../demo/insert-rows.ts'
import { DEMO_LOGINS, PRACTITIONER_LOGIN } from '../demo/load-demo.ts'
import { seededRandom, type Random } from '../demo/random.ts'

/**
 * The path goes up two folders and down again, so that it is also correct in the built program, which is in
 * `dist/server`.
 */
const photosFolder = path.join(import.meta.dirname, '../../scripts/sample-charts/photos')

const ANGLES = ['front', 'left_45', 'right_45'] as const
const TONES = ['plaster', 'clay', 'stone'] as const
const TIMES = ['before', 'after'] as const
const CLIENTS = 6
/** The width and height of the rendered photos in pixels. */
const SIZE = { width: 360, height: 480 }
/** The fewest days between the two visits at which a client was photographed. */
const DAYS_BETWEEN = 45

type SampleClient = {
  id: string
  name: string
  first_date: CivilDate
  appointment_id: string
  starts_at: Date
}

/**
 * Finds clients with a finished visit of last month and an earlier one: first clients of the practitioner who logs in,
 * so that their charts can be opened from My day.
 */
const findClients = async (tx: Tx, now: Date): Promise<SampleClient[]> => {
  const { rows } = await sql<SampleClient>`
    select clients.id, users.name, history.first_date, visit.id as appointment_id, visit.starts_at
    from clients
      join users on users.id = clients.person_id
      join lateral (select id, starts_at, practitioner_id, appointment_date from appointments
        where client_id = clients.id and status = 'completed' and starts_at < ${now}
        order by starts_at desc limit 1) visit on true
      join lateral (select min(date) as first_date from client_services where client_id = clients.id) history
        on history.first_date <= visit.appointment_date - ${DAYS_BETWEEN}::integer
    where users.closed_at is null
    order by users.email is not distinct from ${DEMO_LOGINS[2]} desc, visit.practitioner_id = (
      select accounts.practitioner_id from accounts join users staff on staff.id = accounts.person_id
      where staff.email = ${PRACTITIONER_LOGIN}) desc nulls last, visit.starts_at desc, clients.id
    limit ${CLIENTS}`.execute(tx)
  return rows
}

type Sample = { rows: DemoRows; random: Random; by: Actor; branchId: string; folder: string }

async function storeFile(folder: string, name: string) {
  const image = await readFile(path.join(photosFolder, `${name}.webp`))
  return { image, path: await storeImage(folder, image) }
}

/** Returns the two visits at which the client was photographed. */
const visitsOf = (client: SampleClient) => ({
  before: { at: instantOf(client.first_date, '10:05:00'), appointment_id: null },
  after: { at: new Date(client.starts_at.getTime() + 300_000), appointment_id: client.appointment_id },
})

async function addPair(tx: Tx, sample: Sample, client: SampleClient, tone: string): Promise<void> {
  const { rows, random, by, branchId, folder } = sample
  const visits = visitsOf(client)
  for (const [index, angle] of ANGLES.entries())
    for (const time of TIMES) {
      const { at, appointment_id } = visits[time]
      const taken_at = new Date(at.getTime() + index * 20_000)
      const id = idAt(random, taken_at)
      const name = `${tone}-${angle}-${time}`
      const [full, thumbnail] = [await storeFile(folder, name), await storeFile(folder, `${name}-thumbnail`)]
      await tx
        .insertInto('chart_photos')
        .values({
          id,
          branch_id: branchId,
          client_id: client.id,
          appointment_id,
          angle,
          taken_at,
          ...SIZE,
          photo_path: full.path,
          thumbnail_photo_path: thumbnail.path,
          upload_hash: createHash('sha256').update(full.image).digest(),
          added_at: taken_at,
          added_by: by.id,
          added_by_name: by.name,
        })
        .execute()
      const parameters = { client: client.name }
      logEvent(rows, random, { at: taken_at, by }, { type: 'chart-photos.photo.added', subjectId: id, parameters })
    }
}

async function addDecision(tx: Tx, sample: Sample, client: SampleClient, isGiven: boolean, at: Date): Promise<void> {
  const { rows, random, by, branchId } = sample
  const id = idAt(random, at)
  await tx
    .insertInto('publication_consents')
    .values({
      id,
      branch_id: branchId,
      client_id: client.id,
      is_given: isGiven,
      decided_on: manilaDate(at),
      purpose: isGiven ? 'Website and brochure of the clinic, without the name' : null,
      asked_by_name: by.name,
      recorded_at: at,
      recorded_by: by.id,
      recorded_by_name: by.name,
    })
    .execute()
  const type = isGiven ? 'chart-photos.consent.given' : 'chart-photos.consent.withdrawn'
  const parameters = { client: client.name, is_one_photo: false }
  logEvent(rows, random, { at, by }, { type, subjectId: id, parameters })
}

/**
 * Adds before-and-after photos of a computer-drawn head to a few charts: three angles on two dates each. One client
 * agreed to publication, and another one withdrew the consent later.
 */
export async function addChartPhotos(db: Database, now: Date, uploadsDir: string): Promise<void> {
  await inTransaction(db, async (tx) => {
    const branch = await tx.selectFrom('branches').select('id').executeTakeFirstOrThrow()
    const by = await tx
      .selectFrom('users')
      .select(['id', 'name', 'role'])
      .where('email', '=', PRACTITIONER_LOGIN)
      .executeTakeFirstOrThrow()
    const folder = path.join(uploadsDir, 'charts')
    const sample = { rows: emptyRows(), random: seededRandom(107), by, branchId: branch.id, folder }
    const clients = await findClients(tx, now)
    for (const [index, client] of clients.entries()) await addPair(tx, sample, client, TONES[index % TONES.length]!)
    for (const client of clients.slice(0, 2)) await addDecision(tx, sample, client, true, visitsOf(client).before.at)
    for (const client of clients.slice(1, 2)) await addDecision(tx, sample, client, false, visitsOf(client).after.at)
    await insertAll(tx, 'events', sample.rows.events)
  })
}
