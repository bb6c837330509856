import { sql, type Insertable, type Updateable } from 'kysely'
import type { Tx } from '#server/db/pool.ts'
import type { ClientServiceAddOns, ClientServices, Clients } from '#server/db/schema.ts'

export const updateClient = (tx: Tx, id: string, values: Updateable<Clients>) =>
  tx.updateTable('clients').set(values).where('id', '=', id).execute()

export const addToCount = (tx: Tx, clientId: string, services: number) =>
  tx
    .updateTable('clients')
    .set({ services_availed: sql<number>`services_availed + ${services}` })
    .where('id', '=', clientId)
    .execute()

export const insertServices = (tx: Tx, rows: Insertable<ClientServices>[]) =>
  tx.insertInto('client_services').values(rows).execute()

export const insertAddOns = (tx: Tx, rows: Insertable<ClientServiceAddOns>[]) =>
  tx.insertInto('client_service_add_ons').values(rows).execute()
