import type { Insertable } from 'kysely'
import type { Tx } from '#server/db/pool.ts'
import type { ClientAlerts, VisitReasons } from '#server/db/schema.ts'

/** Adds an alert with the treatments that the client should not have because of it. */
export async function insertAlert(
  tx: Tx,
  row: Insertable<ClientAlerts> & { id: string },
  treatmentIds: readonly string[],
): Promise<void> {
  await tx.insertInto('client_alerts').values(row).execute()
  if (treatmentIds.length > 0)
    await tx
      .insertInto('client_alert_treatments')
      .values(treatmentIds.map((treatment_id) => ({ alert_id: row.id, treatment_id })))
      .execute()
}

/** Ends a current alert. Returns false if the alert has ended already. */
export async function endAlert(
  tx: Tx,
  id: string,
  { at, by, name }: { at: Date; by: string; name: string },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('client_alerts')
    .set({ ended_at: at, ended_by: by, ended_by_name: name })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

export const insertReason = (tx: Tx, row: Insertable<VisitReasons>) =>
  tx.insertInto('visit_reasons').values(row).execute()
