import { sql } from 'kysely'
import { likePattern } from '#server/db/search-conditions.ts'
import type { ReadTx } from '#server/db/pool.ts'
import type { PageQuery } from '#shared/lib/paging.ts'
import type { DeliveryState } from '#shared/webhooks/delivery.ts'

const waiting = sql<number>`(select count(*) from webhook_deliveries d
  where d.endpoint_id = webhook_endpoints.id and d.state = 'waiting')`

/** Webhooks without their secrets, which only sending reads. */
const webhooks = (tx: ReadTx) =>
  tx
    .selectFrom('webhook_endpoints')
    .select(['id', 'url', 'description', 'events', 'is_on', 'stopped_because', 'failing_since', 'paused_until'])
    .select(['last_tried_at', 'last_status', 'last_error', 'created_at', 'created_by_name', 'version'])
    .select(waiting.as('waiting'))

export const listWebhooks = (tx: ReadTx) => webhooks(tx).orderBy('created_at').orderBy('id').execute()
export type WebhookRow = Awaited<ReturnType<typeof listWebhooks>>[number]

export const webhookById = (tx: ReadTx, id: string) => webhooks(tx).where('id', '=', id).executeTakeFirst()

export const countWebhooks = async (tx: ReadTx): Promise<number> =>
  (
    await tx
      .selectFrom('webhook_endpoints')
      .select((e) => e.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
  ).count

/** True if Mutya has switched a webhook off that nobody has switched on again. */
export const hasStoppedWebhook = async (tx: ReadTx): Promise<boolean> =>
  (await tx
    .selectFrom('webhook_endpoints')
    .select('id')
    .where('stopped_because', 'is not', null)
    .limit(1)
    .executeTakeFirst()) !== undefined

const deliveries = (tx: ReadTx) =>
  tx
    .selectFrom('webhook_deliveries')
    .select(['id', 'endpoint_id', 'event', 'record_id', 'changed', 'occurred_at', 'state', 'tries', 'next_try_at'])
    .select(['tried_at', 'status', 'error', 'duration_ms'])

export const deliveryById = (tx: ReadTx, id: string) => deliveries(tx).where('id', '=', id).executeTakeFirst()
export type DeliveryRow = NonNullable<Awaited<ReturnType<typeof deliveryById>>>

type DeliveryQuery = PageQuery & { webhook_id: string; state?: DeliveryState | undefined }

export async function deliveryPage(tx: ReadTx, { page, per_page, search, webhook_id, state }: DeliveryQuery) {
  let found = deliveries(tx).where('endpoint_id', '=', webhook_id)
  if (state) found = found.where('state', '=', state)
  if (search !== '')
    found = found.where((where) =>
      where.or([
        where('event', 'ilike', likePattern(search)),
        where(sql`record_id::text`, 'ilike', likePattern(search)),
      ]),
    )
  const { total } = await found
    .clearSelect()
    .select((e) => e.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const rows = await found
    .orderBy('position', 'desc')
    .limit(per_page)
    .offset((page - 1) * per_page)
    .execute()
  return { rows, total }
}
