import { MAIN_BRANCH_ID } from '#server/db/main-branch.ts'
import { newId } from '#server/lib/new-id.ts'
import { fillRandomBooks } from '#server/sales/books/random-books-fixture.ts'
import {
  createCatalogue,
  createResource,
  createUser,
  type TestCatalogue,
  type TestUser,
} from '#server/test/factories.ts'
import { startTestServer, type TestServer } from '#server/test/server.ts'
import { addDays } from '#shared/lib/manila-time.ts'
import { toCentavos } from '#shared/lib/money.ts'
import { reportsContract } from '#shared/reports/contract.ts'
import { reports, type ColumnKey, type Range, type ReportName } from '#shared/reports/reports.ts'

const DATES = Array.from({ length: 40 }, (_, index) => addDays('2026-10-13', index))
/** The first and the last date of the random books. */
export const ALL: Range = { from: '2026-10-13', to: '2026-11-21' }

type People = { server: TestServer; admin: TestUser; catalogue: TestCatalogue }

async function putVisit(
  { server, admin, catalogue }: People,
  practitioner_id: string,
  further?: { service_id: string; practitioner_id: string | null },
) {
  const id = newId()
  const at = new Date('2026-10-13T09:00:00+08:00')
  const client = await createUser(server.db, 'client')
  await server.db.transaction().execute(async (tx) => {
    await tx
      .insertInto('appointments')
      .values({
        id,
        branch_id: MAIN_BRANCH_ID,
        client_id: client.clientId!,
        treatment_id: catalogue.treatmentId,
        service_id: catalogue.serviceId,
        practitioner_id,
        starts_at: at,
        ends_at: new Date(at.getTime() + 3_600_000),
        status: 'confirmed',
        created_by: admin.id,
        created_at: at,
        updated_at: at,
      })
      .execute()
    if (further)
      await tx
        .insertInto('appointment_services')
        .values({ appointment_id: id, position: 2, minutes: 30, ...further })
        .execute()
  })
  return id
}

/** For tests: a clinic with forty days of random books, some of whose sales pay visits; `read` reads a report. */
export async function openReportClinic() {
  const server = await startTestServer()
  const admin = await createUser(server.db, 'admin', { name: 'Olga Owner' })
  const cashier = await createUser(server.db, 'cashier', { name: 'Andrea Cruz' })
  const otherCashier = await createUser(server.db, 'cashier', { name: 'Rico Santos' })
  const catalogue = await createCatalogue(server.db)
  const people = { server, admin, catalogue }
  const reyes = await createResource(server.db, 'practitioner', 'Dra. Reyes')
  const cruz = await createResource(server.db, 'practitioner', 'Dr. Cruz')
  const visits = [
    await putVisit(people, reyes),
    await putVisit(people, reyes, { service_id: catalogue.otherServiceId, practitioner_id: cruz }),
    await putVisit(people, cruz, { service_id: catalogue.otherTreatmentServiceId, practitioner_id: null }),
  ]
  const visitOf = (n: number) => visits[n % 5] ?? null
  await fillRandomBooks(server.db, {
    cashier,
    otherCashier,
    catalogue,
    dates: DATES,
    count: 150,
    seed: 20_261_121,
    visitOf,
  })
  return {
    ...people,
    read: (report: ReportName, range: Range) => read(people, report, range),
    booksOf: (range: Range) => booksOf(people, range),
    /** Downloads a report's file. */
    download: (report: ReportName, { from, to }: Range, token = admin.token) =>
      server.app.inject({
        url: `/api/reports/${report}/export.csv?from=${from}&to=${to}`,
        headers: { authorization: `Bearer ${token}` },
      }),
  }
}

export type ReportClinic = Awaited<ReturnType<typeof openReportClinic>>

/** Reads a report with amounts in centavos; `column` returns the cells of one column. */
async function read({ server, admin }: People, report: ReportName, range: Range) {
  const { data } = await server.as(admin.token)(reportsContract.read, { params: { report }, querystring: range })
  const indexOf = (key: ColumnKey) => reports[report].columns.findIndex((column) => column.key === key)
  const amount = (row: (string | number | null)[], key: ColumnKey) => toCentavos(Number(row[indexOf(key)]))
  const total = (key: ColumnKey) => toCentavos(Number(data.totals[indexOf(key)]))
  const byName = (key: ColumnKey) => Object.fromEntries(data.rows.map((row) => [String(row[0]), amount(row, key)]))
  /** The cells of one column of all rows; amounts in centavos. */
  const column = (key: ColumnKey) => {
    const isAmount = reports[report].columns[indexOf(key)]!.kind === 'amount'
    return data.rows.map((row) => (isAmount ? amount(row, key) : row[indexOf(key)]!))
  }
  return { ...data, total, byName, column }
}

/** Reads the documents, lines and payments of some days, which tests add up one by one. */
async function booksOf({ server }: People, { from, to }: Range) {
  const documents = await server.db
    .selectFrom('documents')
    .selectAll()
    .where('business_date', '>=', from)
    .where('business_date', '<=', to)
    .execute()
  const known = new Map(documents.map((document) => [document.id, document]))
  const lines = (await server.db.selectFrom('document_lines').selectAll().execute()).filter((row) =>
    known.has(row.document_id),
  )
  const payments = (await server.db.selectFrom('payments').selectAll().execute()).filter((row) =>
    known.has(row.document_id),
  )
  return { documents, lines, payments, documentOf: (id: string) => known.get(id)! }
}

/** Sums by name, including names whose sum is 0. */
export function sums<Item>(items: readonly Item[], nameOf: (item: Item) => string, amountOf: (item: Item) => number) {
  const found: Record<string, number> = {}
  for (const item of items) found[nameOf(item)] = (found[nameOf(item)] ?? 0) + amountOf(item)
  return found
}
