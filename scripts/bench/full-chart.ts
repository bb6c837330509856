import { sql } from 'kysely'
import { MAIN_BRANCH_ID } from '#server/db/main-branch.ts'
import type { Database } from '#server/db/pool.ts'
import { builtInTemplate } from '#shared/treatment-notes/built-in-templates.ts'
import { emptyNote } from '#shared/treatment-notes/note.ts'

const VISITS = 200
const PHOTOS = 1_000

/**
 * Switches charts on, and gives one client 200 visits in the past with a note and five photos each. The photos have no
 * files, because the benchmark reads only their rows.
 */
export async function addFullChart(db: Database, clientId: string): Promise<void> {
  await sql`update chart_settings set is_on = true`.execute(db)
  const { rows } = await sql<{ id: string; treatment_id: string; admin_id: string }>`
    select services.id, services.treatment_id, (select id from users where role = 'admin' limit 1) as admin_id
    from services limit 1`.execute(db)
  const [service] = rows
  await sql`insert into appointments (id, branch_id, client_id, treatment_id, service_id, starts_at, ends_at, status,
      done_at, created_by, created_at, updated_at)
    select gen_random_uuid(), ${MAIN_BRANCH_ID}, ${clientId}, ${service!.treatment_id}, ${service!.id}, day,
      day + interval '30 minutes', 'completed', day, ${service!.admin_id}, day, day
    from generate_series(1, ${VISITS}::int) n
      cross join lateral (select timestamptz '2016-01-04 09:00+08' + n * interval '14 days' as day) visit`.execute(db)
  await sql`insert into chart_photos (id, branch_id, client_id, appointment_id, angle, taken_at, width, height,
      photo_path, thumbnail_photo_path, upload_hash, added_at, added_by, added_by_name)
    select gen_random_uuid(), ${MAIN_BRANCH_ID}, ${clientId}, visit.id,
      (array['front', 'left_45', 'right_45', 'left', 'right'])[n], visit.starts_at + n * interval '1 minute', 2160, 2880,
      gen_random_uuid() || '.webp', gen_random_uuid() || '.webp', sha256('photo'), visit.starts_at, ${service!.admin_id},
      'Admin'
    from (select id, starts_at from appointments where client_id = ${clientId} and starts_at < '2025-01-01'
        order by starts_at limit ${VISITS}) visit
      cross join generate_series(1, ${PHOTOS / VISITS}::int) n`.execute(db)
  await addNotes(db, clientId, service!.admin_id)
}

/** Gives each of the client's past visits a note with twenty pins. */
async function addNotes(db: Database, clientId: string, adminId: string): Promise<void> {
  const pins = Array.from({ length: 20 }, (_, n) => ({
    id: `pin-${n}`,
    map: 'face_front' as const,
    x: 40 * n,
    y: 30 * n,
    area: 'forehead',
    amount: 2,
    product: '',
  }))
  const content = JSON.stringify({ ...emptyNote, pins, text: 'Mild redness, cooled. '.repeat(20) })
  const template = JSON.stringify(builtInTemplate('toxin'))
  await sql`insert into treatment_notes (id, branch_id, client_id, appointment_id, template_key, template, content,
      created_at, created_by, created_by_name, updated_at, updated_by, updated_by_name)
    select gen_random_uuid(), ${MAIN_BRANCH_ID}, ${clientId}, id, 'toxin', ${template}::jsonb, ${content}::jsonb,
      starts_at, ${adminId}, 'Admin', starts_at, ${adminId}, 'Admin'
    from appointments where client_id = ${clientId} and starts_at < '2025-01-01'`.execute(db)
}
