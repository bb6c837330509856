import type { Insertable, Updateable } from 'kysely'
import type { Tx } from '#server/db/pool.ts'
import type { ResourceExceptions, Resources } from '#server/db/schema.ts'
import type { ResourceKind } from '#shared/resources/free-starts.ts'
import type { WeekSpan } from '#shared/resources/hours.ts'

// What the settings change of resources; what a visit occupies stands in `queries.ts`.

/**
 * Holds a resource until the transaction ends: changes of it come one after the other, and a visit that is just being
 * booked on it is waited for.
 */
export const resourceToChange = (tx: Tx, branchId: string, id: string) =>
  tx
    .selectFrom('resources')
    .selectAll()
    .where('id', '=', id)
    .where('branch_id', '=', branchId)
    .forUpdate()
    .executeTakeFirst()

/** Holds all resources of a branch, in the order of bookings: a visit that is just being booked is waited for. */
export const branchToChange = (tx: Tx, branchId: string) =>
  tx.selectFrom('resources').select('id').where('branch_id', '=', branchId).orderBy('id').forUpdate().execute()

/** Holds all resources of a kind, in the order of bookings as well; answers them in their own. */
export async function kindToChange(tx: Tx, branchId: string, kind: ResourceKind) {
  const held = await tx
    .selectFrom('resources')
    .select(['id', 'name', 'position', 'is_active'])
    .where('branch_id', '=', branchId)
    .where('kind', '=', kind)
    .orderBy('id')
    .forUpdate()
    .execute()
  return held.sort((a, b) => a.position - b.position)
}

export const insertResource = (tx: Tx, row: Insertable<Resources>) => tx.insertInto('resources').values(row).execute()

export const updateResource = (tx: Tx, id: string, values: Updateable<Resources>) =>
  tx.updateTable('resources').set(values).where('id', '=', id).execute()

/** Puts other weekly hours in the place of all that there are. */
export async function replaceWeek(tx: Tx, id: string, week: readonly WeekSpan[]): Promise<void> {
  await tx.deleteFrom('resource_hours').where('resource_id', '=', id).execute()
  const rows = week.map((span) => ({ ...span, resource_id: id }))
  if (rows.length > 0) await tx.insertInto('resource_hours').values(rows).execute()
}

/** Makes a resource needed by some services, and by others no more. */
export async function changeServices(
  tx: Tx,
  id: string,
  { added, removed }: { added: readonly string[]; removed: readonly string[] },
): Promise<void> {
  if (removed.length > 0)
    await tx.deleteFrom('service_resources').where('resource_id', '=', id).where('service_id', 'in', removed).execute()
  const rows = added.map((service_id) => ({ service_id, resource_id: id }))
  if (rows.length > 0) await tx.insertInto('service_resources').values(rows).execute()
}

export const insertExceptions = (tx: Tx, rows: Insertable<ResourceExceptions>[]) =>
  tx.insertInto('resource_exceptions').values(rows).execute()

/** Deletes what was entered together; answers its dates, kinds and times. */
/** Deletes what was entered for several rooms at once, from every one of them. */
export const deleteEntryOf = (tx: Tx, resourceIds: readonly string[], entryId: string) =>
  tx
    .deleteFrom('resource_exceptions')
    .where('resource_id', 'in', resourceIds)
    .where('entry_id', '=', entryId)
    .where('kind', '=', 'block')
    .returning(['date', 'starts_at', 'ends_at'])
    .execute()

export const deleteEntry = (tx: Tx, resourceId: string, entryId: string) =>
  tx
    .deleteFrom('resource_exceptions')
    .where('resource_id', '=', resourceId)
    .where('entry_id', '=', entryId)
    .returning(['date', 'kind'])
    .execute()
