import type { Insertable, Updateable } from 'kysely'
import type { Tx } from '#server/db/pool.ts'
import type { AddOns, Services, Treatments } from '#server/db/schema.ts'

// Queries for changes of single records. `lock…` reads a row and locks it until the transaction ends, so that
// concurrent changes of a record run one after the other and are logged in that order.

export const lockTreatment = (tx: Tx, id: string) =>
  tx.selectFrom('treatments').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

export const insertTreatment = (tx: Tx, row: Insertable<Treatments>) =>
  tx.insertInto('treatments').values(row).returningAll().executeTakeFirstOrThrow()

export const updateTreatment = (tx: Tx, id: string, values: Updateable<Treatments>) =>
  tx.updateTable('treatments').set(values).where('id', '=', id).returningAll().executeTakeFirstOrThrow()

export const lockService = (tx: Tx, id: string) =>
  tx.selectFrom('services').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

export const insertService = (tx: Tx, row: Insertable<Services>) => tx.insertInto('services').values(row).execute()

export const updateService = (tx: Tx, id: string, values: Updateable<Services>) =>
  tx.updateTable('services').set(values).where('id', '=', id).execute()

export const lockAddOn = (tx: Tx, id: string) =>
  tx.selectFrom('add_ons').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

export const insertAddOn = (tx: Tx, row: Insertable<AddOns>) => tx.insertInto('add_ons').values(row).execute()

export const updateAddOn = (tx: Tx, id: string, values: Updateable<AddOns>) =>
  tx.updateTable('add_ons').set(values).where('id', '=', id).execute()

/** Locks the treatment against deletion while something is added under it; undefined when it is deleted or unknown. */
export const lockLiveTreatmentShared = (tx: Tx, id: string) =>
  tx
    .selectFrom('treatments')
    .select(['id', 'name'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forShare()
    .executeTakeFirst()

/**
 * Deletes the row of a service; fails if something refers to the row. Deleting a service in the catalogue only hides
 * it.
 */
export const deleteService = (tx: Tx, id: string) => tx.deleteFrom('services').where('id', '=', id).execute()

/** Deletes a treatment that nobody has changed and that has neither services nor add-ons. */
export const deleteEmptyTreatment = (tx: Tx, id: string, unchangedSince: Date) =>
  tx
    .deleteFrom('treatments')
    .where('id', '=', id)
    .where('updated_at', '<=', unchangedSince)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('services').select('id').whereRef('treatment_id', '=', 'treatments.id'))),
    )
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('add_ons').select('id').whereRef('treatment_id', '=', 'treatments.id'))),
    )
    .execute()

/** Replaces the products that a service uses up. The caller has locked the service. */
export async function replaceSupplies(
  tx: Tx,
  serviceId: string,
  supplies: readonly { product_id: string; amount: number }[],
): Promise<void> {
  await tx.deleteFrom('service_supplies').where('service_id', '=', serviceId).execute()
  if (supplies.length === 0) return
  await tx
    .insertInto('service_supplies')
    .values(supplies.map((supply) => ({ service_id: serviceId, ...supply })))
    .execute()
}

/**
 * Locks products against deletion until the transaction ends; returns their ids in a fixed order, to avoid deadlocks.
 */
export const lockProductsShared = (tx: Tx, ids: readonly string[]) =>
  tx.selectFrom('products').select('id').where('id', 'in', ids).orderBy('id').forKeyShare().execute()
