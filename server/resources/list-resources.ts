import type { ReadContext } from '#server/lib/context.ts'
import type { Parsed } from '#shared/lib/endpoint.ts'
import { manilaDate } from '#shared/lib/manila-time.ts'
import type { resourcesContract } from '#shared/resources/contract.ts'
import { presentResource } from './present-resource.ts'
import * as views from './setup-views.ts'

type Query = Parsed<typeof resourcesContract.list>['querystring']

/** The branch's resources in order, with current and future exceptions. */
export async function listResources({ tx, branchId, now }: ReadContext, query: Query) {
  const { rows, total } = await views.resourcePage(tx, branchId, manilaDate(now), query)
  return { data: rows.map(presentResource), total, page: query.page, per_page: query.per_page }
}
