import { MAIN_BRANCH_ID } from '#server/db/main-branch.ts'
import type { Database } from '#server/db/pool.ts'
import { newId } from '#server/lib/new-id.ts'
import { builtInTemplate } from '#shared/treatment-notes/built-in-templates.ts'
import { emptyNote } from '#shared/treatment-notes/note.ts'
import type { TestUser } from './factories.ts'

const at = new Date('2026-11-01T09:00:00+08:00')
const name = 'Dra. Reyes'

/** Adds an unsigned treatment note about one of the client's visits; returns its id. */
async function addNoteRow(db: Database, { id: by, clientId }: TestUser, appointment_id: string): Promise<string> {
  const id = newId()
  const note = {
    id,
    branch_id: MAIN_BRANCH_ID,
    client_id: clientId!,
    appointment_id,
    template_key: 'toxin',
    template: JSON.stringify(builtInTemplate('toxin')),
    content: JSON.stringify({ ...emptyNote, text: 'Mild redness.' }),
  }
  const writer = { created_at: at, created_by: by, created_by_name: name }
  const last = { updated_at: at, updated_by: by, updated_by_name: name }
  await db
    .insertInto('treatment_notes')
    .values({ ...note, ...writer, ...last })
    .execute()
  return id
}

/** Adds the first version and a product of a treatment note. */
async function addParts(db: Database, note_id: string, by: string): Promise<void> {
  const content = JSON.stringify(emptyNote)
  const saved = { saved_at: at, saved_by: by, saved_by_name: name }
  await db
    .insertInto('treatment_note_versions')
    .values({ note_id, version: 1, save_id: newId(), content, ...saved })
    .execute()
  const product = { product_name: 'Botox', product_key: 'botox', amount: 20, unit: 'units', area: 'Forehead' }
  const batch = { batch: 'C71-42', batch_key: 'C7142', expires_on: '2027-06-30' }
  await db
    .insertInto('treatment_note_products')
    .values({ note_id, position: 0, ...product, ...batch })
    .execute()
}

/** Adds a signed treatment note with a product and an addition about one of the client's visits. */
export async function addNoteRows(db: Database, client: TestUser, appointmentId: string): Promise<void> {
  const id = await addNoteRow(db, client, appointmentId)
  await addParts(db, id, client.id)
  const signature = { signed_at: at, signed_by: client.id, signed_by_name: name, hash: 'ab' }
  await db.updateTable('treatment_notes').set(signature).where('id', '=', id).execute()
  const added = { added_at: at, added_by: client.id, added_by_name: name }
  await db
    .insertInto('treatment_note_additions')
    .values({ id: newId(), note_id: id, text: 'No swelling.', ...added })
    .execute()
}
