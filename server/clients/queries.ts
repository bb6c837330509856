import type { Insertable } from 'kysely'
import { executeAhead } from '#server/db/pipeline.ts'
import type { Tx } from '#server/db/pool.ts'
import { prepared } from '#server/db/prepared.ts'
import type { ClientServiceAddOns, ClientServices } from '#server/db/schema.ts'

const insertedServices = prepared((db, { rows }: { rows: Insertable<ClientServices>[] }) =>
  db.insertInto('client_services').values(rows),
)

export const insertServices = (tx: Tx, rows: Insertable<ClientServices>[]): Promise<void> =>
  executeAhead(tx, insertedServices({ rows }))

/** Deletes the services of a voided sale from a client's history; returns their number. */
export async function deleteServicesOfSale(tx: Tx, clientId: string, saleId: string): Promise<number> {
  const ofSale = () =>
    tx.selectFrom('client_services').select('id').where('client_id', '=', clientId).where('sale_id', '=', saleId)
  await tx.deleteFrom('client_service_add_ons').where('client_service_id', 'in', ofSale()).execute()
  const deleted = await tx.deleteFrom('client_services').where('id', 'in', ofSale()).executeTakeFirstOrThrow()
  return Number(deleted.numDeletedRows)
}

export const insertAddOns = (tx: Tx, rows: Insertable<ClientServiceAddOns>[]): Promise<void> =>
  executeAhead(tx, tx.insertInto('client_service_add_ons').values(rows).compile())
