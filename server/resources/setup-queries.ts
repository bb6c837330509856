import type { Insertable, Updateable } from 'kysely'
import type { Tx } from '#server/db/pool.ts'
import type { ResourceExceptions, Resources } from '#server/db/schema.ts'
import type { ResourceKind } from '#shared/resources/free-starts.ts'
import type { WeekSpan } from '#shared/resources/hours.ts'

// These queries change resources for the settings; `queries.ts` has the queries about slots.

/**
 * Locks a resource until the transaction ends, so that changes of one resource run one after the other. Waits for
 * bookings of the resource that are in progress.
 */
export const lockResource = (tx: Tx, branchId: string, id: string) =>
  tx
    .selectFrom('resources')
    .selectAll()
    .where('id', '=', id)
    .where('branch_id', '=', branchId)
    .forUpdate()
    .executeTakeFirst()

/** Locks all resources of a branch in the same order as bookings do, and waits for bookings in progress. */
export const lockResourcesOfBranch = (tx: Tx, branchId: string) =>
  tx.selectFrom('resources').select('id').where('branch_id', '=', branchId).orderBy('id').forUpdate().execute()

/** Locks all resources of a kind in the same order as bookings do. Returns them in display order. */
export async function lockResourcesOfKind(tx: Tx, branchId: string, kind: ResourceKind) {
  const rows = await tx
    .selectFrom('resources')
    .select(['id', 'name', 'position', 'is_active'])
    .where('branch_id', '=', branchId)
    .where('kind', '=', kind)
    .orderBy('id')
    .forUpdate()
    .execute()
  return rows.sort((a, b) => a.position - b.position)
}

export const insertResource = (tx: Tx, row: Insertable<Resources>) => tx.insertInto('resources').values(row).execute()

export const updateResource = (tx: Tx, id: string, values: Updateable<Resources>) =>
  tx.updateTable('resources').set(values).where('id', '=', id).execute()

/** Replaces the weekly hours of a resource. */
export async function replaceWeek(tx: Tx, id: string, week: readonly WeekSpan[]): Promise<void> {
  await tx.deleteFrom('resource_hours').where('resource_id', '=', id).execute()
  const rows = week.map((span) => ({ ...span, resource_id: id }))
  if (rows.length > 0) await tx.insertInto('resource_hours').values(rows).execute()
}

/** Adds a resource to the services `added`, and removes it from the services `removed`. */
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

/** Deletes all dates of a block from the given rooms; returns their times. */
export const deleteBlockOfRooms = (tx: Tx, resourceIds: readonly string[], entryId: string) =>
  tx
    .deleteFrom('resource_exceptions')
    .where('resource_id', 'in', resourceIds)
    .where('entry_id', '=', entryId)
    .where('kind', '=', 'block')
    .returning(['date', 'starts_at', 'ends_at'])
    .execute()

/** Deletes all dates of an entry of one resource; returns their kinds. */
export const deleteException = (tx: Tx, resourceId: string, entryId: string) =>
  tx
    .deleteFrom('resource_exceptions')
    .where('resource_id', '=', resourceId)
    .where('entry_id', '=', entryId)
    .returning(['date', 'kind'])
    .execute()
