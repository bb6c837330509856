import { MAIN_BRANCH_ID } from '#server/db/main-branch.ts'
import type { Database } from '#server/db/pool.ts'
import { newId } from '#server/lib/new-id.ts'
import type { TestUser } from './factories.ts'

/**
 * Adds a deposit for a visit and returns its id. With a reference number the client has reported the deposit as paid;
 * with null the client has not reported it yet.
 */
export async function addDepositRow(
  db: Database,
  { clientId }: TestUser,
  appointment_id: string,
  reference_number: string | null = 'GC 4471',
): Promise<string> {
  const id = newId()
  await db
    .insertInto('deposits')
    .values({
      id,
      branch_id: MAIN_BRANCH_ID,
      appointment_id,
      client_id: clientId!,
      amount_centavos: 50_000,
      requested_at: new Date('2026-11-20T09:00:00+08:00'),
      ...(reference_number !== null && {
        method: 'gcash',
        reference_number,
        reported_at: new Date('2026-11-20T09:05:00+08:00'),
      }),
    })
    .execute()
  return id
}
