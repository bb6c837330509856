import { sql } from 'kysely'
import type { ReadTx } from '#server/db/pool.ts'
import type { PageQuery } from '#shared/lib/paging.ts'

/** The forms of a branch, or one of them, each with its newest version. */
const forms = (tx: ReadTx, branchId: string) =>
  tx
    .selectFrom('forms')
    .leftJoinLateral(
      (db) =>
        db
          .selectFrom('form_versions')
          .select(['number', 'published_at', 'published_by_name', 'content'])
          .whereRef('form_versions.form_id', '=', 'forms.id')
          .orderBy('number', 'desc')
          .limit(1)
          .as('latest'),
      (join) => join.onTrue(),
    )
    .select([
      'forms.id',
      'forms.version',
      'forms.frequency',
      'forms.every_months',
      'forms.treatment_ids',
      'forms.service_ids',
      'forms.archived_at',
      'forms.updated_at',
      'latest.number',
      'latest.published_at',
      'latest.published_by_name',
    ])
    .select(sql<string>`forms.draft ->> 'title'`.as('title'))
    .select(sql<boolean>`latest.content is distinct from forms.draft`.as('has_changes'))
    .where('forms.branch_id', '=', branchId)

/** All forms of a branch: those in use in the order in which they were added, then the archived ones. */
export const allForms = (tx: ReadTx, branchId: string) =>
  forms(tx, branchId)
    .orderBy(sql`forms.archived_at is not null`)
    .orderBy('forms.created_at')
    .orderBy('forms.id')
    .execute()

/**
 * The number of clients with a valid signature: they have signed the newest version that all clients had to sign again,
 * or a later version.
 */
const signedClients = sql<number>`(select count(distinct client_id) from signed_forms
  where form_id = forms.id and version_number >= (
    select coalesce(max(number), 1) from form_versions where form_id = forms.id and asks_again))`

export const formById = (tx: ReadTx, branchId: string, id: string) =>
  forms(tx, branchId)
    .select(['forms.draft', 'latest.content as published_content', signedClients.as('signed_clients')])
    .where('forms.id', '=', id)
    .executeTakeFirst()
export type FormDetailRow = NonNullable<Awaited<ReturnType<typeof formById>>>

export async function versionPage(tx: ReadTx, formId: string, { page, per_page }: PageQuery) {
  const found = tx.selectFrom('form_versions').where('form_id', '=', formId)
  const rows = await found
    .select(['number', 'content', 'asks_again', 'published_at', 'published_by_name'])
    .orderBy('number', 'desc')
    .limit(per_page)
    .offset((page - 1) * per_page)
    .execute()
  const { total } = await found.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  return { rows, total }
}

type Chosen = { treatment_ids: readonly string[]; service_ids: readonly string[] }

/** How many of these treatments and services exist; deleted ones count too, because old choices may contain them. */
export async function countServices(tx: ReadTx, { treatment_ids, service_ids }: Chosen): Promise<number> {
  const { rows } = await sql<{ found: number }>`
    select (select count(*) from treatments where id = any(${treatment_ids}::uuid[]))
      + (select count(*) from services where id = any(${service_ids}::uuid[])) as found`.execute(tx)
  return rows[0]!.found
}
