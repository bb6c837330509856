import { sql } from 'kysely'
import { furtherServiceNames } from '#server/db/appointment-facts.ts'
import type { ReadTx } from '#server/db/pool.ts'
import type { Angle } from '#shared/chart-photos/angles.ts'

/**
 * SQL: true if the client's latest decision that covers the photo is a consent. A withdrawal for one photo stays valid
 * after the photo was moved to the chart of another client.
 */
const mayPublish = sql<boolean>`coalesce((
  select consent.is_given from publication_consents consent
  where (consent.client_id = chart_photos.client_id and (consent.photo_id = chart_photos.id or consent.photo_id is null))
    or (consent.photo_id = chart_photos.id and not consent.is_given)
  order by consent.decided_on desc, consent.recorded_at desc, consent.id desc limit 1), false)`

type Hiding = { by: string; reason: string }

/** Who hid the photo the last time, and why. */
const lastHiding = sql<Hiding | null>`(
  select json_build_object('by', change.changed_by_name, 'reason', change.reason) from chart_photo_changes change
  where change.photo_id = chart_photos.id and change.kind = 'hidden'
  order by change.changed_at desc, change.id desc limit 1)`

const described = (tx: ReadTx) =>
  tx
    .selectFrom('chart_photos')
    // The join compares the clients too: after a merge is undone, a photo and its visit can belong to two clients.
    .leftJoin('appointments', (join) =>
      join
        .onRef('appointments.id', '=', 'chart_photos.appointment_id')
        .onRef('appointments.client_id', '=', 'chart_photos.client_id')
        .on('appointments.status', '<>', 'cancelled'),
    )
    .leftJoin('services', 'services.id', 'appointments.service_id')
    .select([
      'chart_photos.id',
      'chart_photos.client_id',
      'chart_photos.angle',
      'chart_photos.area',
      'chart_photos.note',
      'chart_photos.taken_at',
      'chart_photos.width',
      'chart_photos.height',
      'chart_photos.appointment_id',
      'chart_photos.added_at',
      'chart_photos.added_by_name',
      'chart_photos.hidden_at',
      'chart_photos.version',
      'appointments.appointment_date',
      'services.name as service_name',
      furtherServiceNames.as('further_services'),
      mayPublish.as('may_publish'),
      lastHiding.as('hiding'),
    ])

export type PhotoRow = NonNullable<Awaited<ReturnType<typeof photoById>>>

export const photoById = (tx: ReadTx, id: string) => described(tx).where('chart_photos.id', '=', id).executeTakeFirst()

export const photosById = (tx: ReadTx, ids: readonly string[]) =>
  described(tx).where('chart_photos.id', 'in', ids).execute()

type Filter = { clientId: string; hidden: boolean; angle?: Angle | undefined; area?: string | undefined }

/** A client's photos that match the filters of a list. */
const filtered = (tx: ReadTx, { clientId, hidden, angle, area }: Filter) =>
  tx
    .selectFrom('chart_photos')
    .where('client_id', '=', clientId)
    .where('hidden_at', hidden ? 'is not' : 'is', null)
    .$if(angle !== undefined, (query) => query.where('angle', '=', angle!))
    .$if(area !== undefined, (query) => query.where(sql<string>`lower(coalesce(area, ''))`, '=', area!.toLowerCase()))

export async function photoPage(tx: ReadTx, filter: Filter, { limit, offset }: { limit: number; offset: number }) {
  const page = await filtered(tx, filter)
    .select('id')
    .orderBy('taken_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
  if (page.length === 0) return []
  return described(tx)
    .where(
      'chart_photos.id',
      'in',
      page.map(({ id }) => id),
    )
    .orderBy('chart_photos.taken_at', 'desc')
    .orderBy('chart_photos.id', 'desc')
    .execute()
}

export async function countPhotos(tx: ReadTx, filter: Filter): Promise<number> {
  const { count } = await filtered(tx, filter)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** The first and last photo of each angle and area, the group with the most recent photo first. */
export const angleGroups = (tx: ReadTx, clientId: string) =>
  tx
    .selectFrom('chart_photos')
    .select(({ fn }) => [
      fn.countAll<number>().as('count'),
      sql<string>`(array_agg(id order by taken_at, id))[1]`.as('first_id'),
      sql<string>`(array_agg(id order by taken_at desc, id desc))[1]`.as('last_id'),
    ])
    .where('client_id', '=', clientId)
    .where('hidden_at', 'is', null)
    .groupBy(['angle', sql`lower(coalesce(area, ''))`])
    .orderBy(sql`max(taken_at)`, 'desc')
    .execute()

/** The names of a photo's files, with the client in whose chart it is. */
export const filesOfPhoto = (tx: ReadTx, id: string) =>
  tx
    .selectFrom('chart_photos')
    .select(['client_id', 'photo_path', 'thumbnail_photo_path', 'hidden_at'])
    .where('id', '=', id)
    .executeTakeFirst()

export const lastChange = (tx: ReadTx, photoId: string) =>
  tx
    .selectFrom('chart_photo_changes')
    .select(['kind', 'reason', 'changed_by'])
    .where('photo_id', '=', photoId)
    .orderBy('changed_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()

/** Returns the names of all files of the photos to which the given files belong. */
export const filesInUse = async (tx: ReadTx, names: readonly string[]): Promise<Set<string>> => {
  const rows = await tx
    .selectFrom('chart_photos')
    .select(['photo_path', 'thumbnail_photo_path'])
    .where((row) => row.or([row('photo_path', 'in', names), row('thumbnail_photo_path', 'in', names)]))
    .execute()
  return new Set(rows.flatMap((row) => [row.photo_path, row.thumbnail_photo_path]))
}

/** Reads the hash of the file that was uploaded under this id, and the client in whose chart the photo is now. */
export const uploadOf = (tx: ReadTx, id: string) =>
  tx.selectFrom('chart_photos').select(['client_id', 'upload_hash']).where('id', '=', id).executeTakeFirst()

/** The client's visit on this date whose beginning is nearest to the time of the photo, ignoring cancelled visits. */
export const visitOn = (tx: ReadTx, { clientId, date, at }: { clientId: string; date: string; at: Date }) =>
  tx
    .selectFrom('appointments')
    .select('id')
    .where('client_id', '=', clientId)
    .where('appointment_date', '=', date)
    .where('status', '<>', 'cancelled')
    .orderBy(sql`abs(extract(epoch from starts_at - ${at}::timestamptz))`)
    .limit(1)
    .executeTakeFirst()

export const consentsOf = (tx: ReadTx, clientId: string) =>
  tx
    .selectFrom('publication_consents')
    .select(['id', 'photo_id', 'is_given', 'decided_on', 'purpose', 'asked_by_name', 'recorded_at', 'recorded_by_name'])
    .where('client_id', '=', clientId)
    .orderBy('decided_on', 'desc')
    .orderBy('recorded_at', 'desc')
    .orderBy('id', 'desc')
    .execute()

/** The photos in these client records that are not hidden, oldest first. */
export const ownPhotos = (tx: ReadTx, clientIds: readonly string[]) =>
  tx
    .selectFrom('chart_photos')
    .select(['id', 'client_id', 'photo_path', 'angle', 'area', 'note', 'taken_at'])
    .where('client_id', 'in', clientIds)
    .where('hidden_at', 'is', null)
    .orderBy('taken_at')
    .orderBy('id')
    .execute()

/** The files of all photos of a client's chart, hidden ones included. */
export const filesOfChart = (tx: ReadTx, clientId: string) =>
  tx
    .selectFrom('chart_photos')
    .select(['photo_path', 'thumbnail_photo_path'])
    .where('client_id', '=', clientId)
    .execute()
    .then((rows) => rows.flatMap((row) => [row.photo_path, row.thumbnail_photo_path]))
