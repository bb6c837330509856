import type { Insertable } from 'kysely'
import type { Tx } from '#server/db/pool.ts'
import type { ClientServiceAddOns, ClientServices } from '#server/db/schema.ts'

export const insertServices = (tx: Tx, rows: Insertable<ClientServices>[]) =>
  tx.insertInto('client_services').values(rows).execute()

export const insertAddOns = (tx: Tx, rows: Insertable<ClientServiceAddOns>[]) =>
  tx.insertInto('client_service_add_ons').values(rows).execute()
