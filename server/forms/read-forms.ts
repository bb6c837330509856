import { requireClinicalRecord } from '#server/charts/public.ts'
import { AppError } from '#server/lib/app-error.ts'
import type { ReadContext } from '#server/lib/context.ts'
import { builderMessages as s } from '#shared/forms/builder-messages.ts'
import type { FormDetail, FormRow } from '#shared/forms/contract.ts'
import { formContent } from '#shared/forms/form.ts'
import { isoInManila } from '#shared/lib/manila-time.ts'
import type { PageQuery } from '#shared/lib/paging.ts'
import * as views from './views.ts'

type Row = Awaited<ReturnType<typeof views.allForms>>[number]

const presentRow = (row: Row): FormRow => ({
  id: row.id,
  title: row.title,
  version: row.version,
  requirement: {
    frequency: row.frequency,
    every_months: row.every_months,
    treatment_ids: row.treatment_ids,
    service_ids: row.service_ids,
  },
  published:
    row.number === null
      ? null
      : {
          number: row.number,
          published_at: isoInManila(row.published_at!),
          published_by: row.published_by_name!,
        },
  has_changes: row.has_changes,
  archived_at: row.archived_at && isoInManila(row.archived_at),
})

export const presentForm = (row: views.FormDetailRow): FormDetail => ({
  ...presentRow(row),
  content: formContent.parse(row.draft),
  saved_at: isoInManila(row.updated_at),
  signed_clients: row.signed_clients,
})

/** The forms of the clinic. Throws a 404 while the clinical record is off, as every call about forms does. */
export async function listForms(context: ReadContext): Promise<FormRow[]> {
  await requireClinicalRecord(context)
  return (await views.allForms(context.tx, context.branchId)).map(presentRow)
}

/** Throws a 404 for an unknown form. */
export async function requireForm(context: ReadContext, id: string): Promise<views.FormDetailRow> {
  await requireClinicalRecord(context)
  const row = await views.formById(context.tx, context.branchId, id)
  if (!row) throw new AppError('not_found', s.notFound)
  return row
}

export const readForm = async (context: ReadContext, id: string): Promise<FormDetail> =>
  presentForm(await requireForm(context, id))

export async function listVersions(context: ReadContext, id: string, query: PageQuery) {
  await requireForm(context, id)
  const { rows, total } = await views.versionPage(context.tx, id, query)
  const data = rows.map(({ number, content, asks_again, published_at, published_by_name }) => ({
    number,
    asks_again,
    content: formContent.parse(content),
    published_at: isoInManila(published_at),
    published_by: published_by_name,
  }))
  return { data, total, page: query.page, per_page: query.per_page }
}
