import { sql } from 'kysely'
import type { ReadTx } from '#server/db/pool.ts'
import type { PageQuery } from '#shared/lib/paging.ts'
import type { LibraryPicture } from '#shared/website/contract.ts'

export const draftOf = (tx: ReadTx, branchId: string) =>
  tx
    .selectFrom('website_drafts')
    .select(['content', 'version', 'updated_at'])
    .where('branch_id', '=', branchId)
    .executeTakeFirstOrThrow()

/** The newest published version of the website; undefined when there is none. */
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

/** Reads the pictures with these ids; pictures that no longer exist are missing in the result. */
export const picturesById = (tx: ReadTx, branchId: string, ids: readonly string[]) =>
  tx
    .selectFrom('website_pictures')
    .select(['id', 'width', 'height', 'widths', 'placeholder'])
    .where('branch_id', '=', branchId)
    .where('id', 'in', ids)
    .execute()

/** Reads a picture. `source_id` is the whole picture from which it was cropped, if it was. */
export const pictureById = (tx: ReadTx, branchId: string, id: string) =>
  tx
    .selectFrom('website_pictures')
    .select(['id', 'width', 'height', 'widths', 'placeholder', 'source_id', 'crop'])
    .where('branch_id', '=', branchId)
    .where('id', '=', id)
    .executeTakeFirst()

type PlacedPicture = Pick<LibraryPicture, 'id' | 'width' | 'height' | 'cut_of' | 'places'> & { created_at: Date }

/** A branch's pictures with the places where they, or pictures cropped from them, are used; `of` selects one. */
export async function placedPictures(
  tx: ReadTx,
  branchId: string,
  { of, limit, offset }: { of?: string; limit: number; offset: number },
): Promise<PlacedPicture[]> {
  const { rows } = await sql<PlacedPicture>`
    with named as (
      select 'draft' as place, content from website_drafts where branch_id = ${branchId} and content is not null
      union all
      select case when number = max(number) over () then 'visitors' else 'version' end, content
      from website_versions where branch_id = ${branchId}
    ), shown as (
      select distinct place, m[1]::uuid as id
      from named, regexp_matches(content::text, '"([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})"', 'g') m
    ), used as (
      select place, id from shown
      union select place, source_id from shown join website_pictures using (id) where source_id is not null
    )
    select p.id, p.width, p.height, p.created_at, p.source_id as cut_of,
      array(select place from used where used.id = p.id order by place <> 'visitors', place <> 'draft') as places
    from website_pictures p
    where p.branch_id = ${branchId} and (${of ?? null}::uuid is null or p.id = ${of ?? null}::uuid)
    order by p.created_at desc, p.id desc
    limit ${limit} offset ${offset}`.execute(tx)
  return rows
}

export async function countPictures(tx: ReadTx, branchId: string): Promise<number> {
  const { total } = await tx
    .selectFrom('website_pictures')
    .select((expression) => expression.fn.countAll<number>().as('total'))
    .where('branch_id', '=', branchId)
    .executeTakeFirstOrThrow()
  return total
}

type ConsentRow = { id: string; before: string[]; after: string[]; confirmed_at: Date; confirmed_by_name: string }

/**
 * The consents for the website that are not withdrawn, each with the ids of the whole pictures and of all their crops.
 */
export async function consents(tx: ReadTx, branchId: string): Promise<ConsentRow[]> {
  const familyOf = (whole: string) =>
    sql`array(select id from website_pictures p where p.id = ${sql.ref(whole)} or p.source_id = ${sql.ref(whole)})`
  const { rows } = await sql<ConsentRow>`
    select c.id, ${familyOf('c.before_id')} as before, ${familyOf('c.after_id')} as after, c.confirmed_at, c.confirmed_by_name
    from website_consents c
    where c.branch_id = ${branchId} and c.withdrawn_at is null
    order by c.confirmed_at, c.id`.execute(tx)
  return rows
}
