import type { ReadTx } from '#server/db/pool.ts'
import type { PageQuery } from '#shared/lib/paging.ts'

export const draftOf = (tx: ReadTx, branchId: string) =>
  tx
    .selectFrom('website_drafts')
    .select(['content', 'version', 'updated_at'])
    .where('branch_id', '=', branchId)
    .executeTakeFirstOrThrow()

/** What visitors see; undefined as long as nothing was published. */
export const latestVersion = (tx: ReadTx, branchId: string) =>
  tx
    .selectFrom('website_versions')
    .select(['number', 'content', 'published_at'])
    .where('branch_id', '=', branchId)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()

export const versionOf = (tx: ReadTx, branchId: string, number: number) =>
  tx
    .selectFrom('website_versions')
    .select('content')
    .where('branch_id', '=', branchId)
    .where('number', '=', number)
    .executeTakeFirst()

export async function versionPage(tx: ReadTx, branchId: string, { page, per_page }: PageQuery) {
  const found = tx.selectFrom('website_versions').where('branch_id', '=', branchId)
  const rows = await found
    .select(['number', 'published_at', 'published_by_name', 'changed'])
    .orderBy('number', 'desc')
    .limit(per_page)
    .offset((page - 1) * per_page)
    .execute()
  const { total } = await found
    .select((expression) => expression.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return { rows, total }
}

/** Those of the pictures that are there. */
export const picturesById = (tx: ReadTx, branchId: string, ids: readonly string[]) =>
  tx
    .selectFrom('website_pictures')
    .select(['id', 'width', 'height', 'widths', 'placeholder'])
    .where('branch_id', '=', branchId)
    .where('id', 'in', ids)
    .execute()
