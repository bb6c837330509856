import type { ReadContext } from '#server/lib/context.ts'
import type { Parsed } from '#shared/lib/endpoint.ts'
import { manilaDate } from '#shared/lib/manila-time.ts'
import type { Resource, resourcesContract } from '#shared/resources/contract.ts'
import * as views from './setup-views.ts'

/** The URL of a resource's photo. */
export const photoAddress = (name: string | null) => (name === null ? null : `/api/resource-photos/${name}`)

const presentResource = (row: views.SettingsRow): Resource => ({
  id: row.id,
  kind: row.kind,
  name: row.name,
  title: row.title,
  colour: row.colour,
  photo: photoAddress(row.photo_path),
  is_active: row.is_active,
  services: row.services,
  week: row.week,
  exceptions: row.exceptions,
  version: row.version,
})

/** A resource with its services, weekly hours, and current and future exceptions. */
export const readResource = async ({ tx, now }: ReadContext, id: string): Promise<Resource> =>
  presentResource(await views.settingsOf(tx, id, manilaDate(now)))

type Query = Parsed<typeof resourcesContract.list>['querystring']

/** The branch's resources in order, with current and future exceptions. */
export async function listResources({ tx, branchId, now }: ReadContext, query: Query) {
  const { rows, total } = await views.resourcePage(tx, branchId, manilaDate(now), query)
  return { data: rows.map(presentResource), total, page: query.page, per_page: query.per_page }
}
