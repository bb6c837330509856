import { recordChartRead, requireClinicalRecord } from '#server/charts/public.ts'
import { sendLoggedCsv } from '#server/history-logs/send-logged-csv.ts'
import { writeAuditLog } from '#server/history-logs/write-audit-log.ts'
import type { DetachedContext, Principal, ReadContext } from '#server/lib/context.ts'
import type { CsvCell } from '#server/lib/http/send-csv.ts'
import type { Answer, Parsed } from '#shared/lib/endpoint.ts'
import { exportMessages } from '#shared/lib/messages.ts'
import { formatNumber } from '#shared/lib/numbers.ts'
import { RECALL_FILES, type batchRecallContract } from '#shared/treatment-notes/contract.ts'
import { noteMessages as s } from '#shared/treatment-notes/messages.ts'
import { batchKey } from '#shared/treatment-notes/note.ts'
import { productKey } from '#shared/treatment-notes/same-as-last.ts'
import * as views from './recall-views.ts'

const offsetOf = ({ page, per_page }: { page: number; per_page: number }) => (page - 1) * per_page

/** The batches in notes whose number or product contains the search text. */
export async function listBatches(
  context: ReadContext,
  query: Parsed<typeof batchRecallContract.batches>['querystring'],
): Promise<Answer<typeof batchRecallContract.batches>> {
  await requireClinicalRecord(context)
  const { page, per_page, search } = query
  const keys = { productKey: productKey(search), batchKey: batchKey(search) }
  const found = await views.batchPage(context.tx, context.branchId, {
    ...keys,
    offset: offsetOf(query),
    limit: per_page,
  })
  return { data: found.rows, total: found.total, page, per_page }
}

type Batch = { batch: string; product?: string | undefined }
const recalled = (branchId: string, { batch, product }: Batch): views.RecalledBatch => ({
  branchId,
  batchKey: batchKey(batch),
  productKey: product === undefined ? undefined : productKey(product),
})

/**
 * A page of the clients who received a batch. The read log records each of them, because the list is a part of their
 * charts.
 */
export const listRecipients = (
  context: DetachedContext<Principal>,
  query: Parsed<typeof batchRecallContract.recipients>['querystring'],
): Promise<Answer<typeof batchRecallContract.recipients>> =>
  context.inTransaction(async (inside) => {
    await requireClinicalRecord(inside)
    const { page, per_page } = query
    const batch = recalled(inside.branchId, query)
    const data = await views.pageOfRecipients(inside.tx, batch, { offset: offsetOf(query), limit: per_page })
    for (const clientId of new Set(data.map(({ client_id }) => client_id)))
      await recordChartRead(inside, { clientId, kind: 'chart', subjectId: null })
    const { rows, clients } = await views.countRecipients(inside.tx, batch)
    return { data, total: rows, clients, page, per_page }
  })

type Recipient = Awaited<ReturnType<typeof views.pageOfRecipients>>[number]

const cellsOf = (row: Recipient): CsvCell[] => [
  row.name,
  row.contact_number ?? '',
  row.email ?? '',
  { value: row.appointment_date },
  row.product_name,
  { value: row.amount === null ? '' : String(row.amount) },
  row.unit,
  row.area,
  row.batch,
  { value: row.expires_on ?? '' },
  row.practitioner_name ?? '',
]

/** Streams the clients who received a batch. The export and each client are logged before the first row is sent. */
export const exportRecipients = (
  context: DetachedContext<Principal>,
  query: Parsed<typeof batchRecallContract.exportRecipients>['querystring'],
): Promise<void> =>
  context.inLongSnapshot(async (tx) => {
    const batch = recalled(context.branchId, query)
    await requireClinicalRecord({ tx, branchId: context.branchId })
    const { rows, clients } = await views.countRecipients(tx, batch)
    const ids = await views.recalledClients(tx, batch)
    async function* batches(): AsyncGenerator<CsvCell[][], void> {
      for await (const part of views.recipientsInBatches(tx, batch)) yield part.map(cellsOf)
    }
    const c = s.csv
    const columns = [c.client, c.contact, c.email, c.date, c.product, c.amount, c.unit, c.area, c.batch, c.expiry]
    await sendLoggedCsv(context, {
      name: RECALL_FILES.csv,
      rows,
      columns: [...columns, c.practitioner],
      batches: batches(),
      total: () => [exportMessages.total, c.clients(formatNumber(clients)), ...Array<string>(9).fill('')],
      log: async (writing) => {
        for (const clientId of ids) await recordChartRead(writing, { clientId, kind: 'export', subjectId: null })
        await writeAuditLog(writing, { type: 'treatment-notes.recall.exported', subjectId: null, parameters: { rows } })
      },
    })
  })
