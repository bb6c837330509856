import { MAIN_BRANCH_ID } from '#server/db/main-branch.ts'
import type { Database } from '#server/db/pool.ts'
import { newId } from '#server/lib/new-id.ts'
import type { TestUser } from './factories.ts'

const at = new Date('2026-11-01T09:00:00+08:00')

/** Adds an alert to a client's chart, and the reason with which staff booked a visit in spite of the alert. */
export async function addAlertRows(
  db: Database,
  { id: added_by, clientId }: TestUser,
  appointment_id: string,
): Promise<void> {
  const [id, client_id] = [newId(), clientId!]
  const row = { branch_id: MAIN_BRANCH_ID, client_id }
  await db
    .insertInto('client_alerts')
    .values({ ...row, id, kind: 'allergy', text: 'Lidocaine', added_at: at, added_by, added_by_name: 'Ada Admin' })
    .execute()
  await db
    .insertInto('visit_reasons')
    .values({
      ...row,
      id: newId(),
      appointment_id,
      step: 'booked',
      reason: 'Another anaesthetic is used',
      questions: JSON.stringify([
        { kind: 'alert', key: `alert:${id}`, alert_kind: 'allergy', text: 'Lidocaine', treatments: ['Peels'] },
      ]),
      given_at: at,
      given_by: added_by,
      given_by_name: 'Ada Admin',
    })
    .execute()
}
