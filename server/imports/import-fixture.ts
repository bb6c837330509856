import type { WorkOptions } from './do-rows.ts'
import { workOnBatch } from './work.ts'
import { createUser } from '#server/test/factories.ts'
import { startTestServer, type Caller, type TestServer } from '#server/test/server.ts'
import { importsContract as contract, type Batch } from '#shared/imports/contract.ts'
import type { DateOrder, ImportKind, Outcome } from '#shared/imports/kinds.ts'

export type ImportClinic = Awaited<ReturnType<typeof startImportClinic>>

/** Starts a clinic with an admin who imports files. Its jobs run only when a test calls them. */
export async function startImportClinic() {
  const server = await startTestServer({ runsJobs: false })
  const user = await createUser(server.db, 'admin', { name: 'Ada Admin' })
  const admin = server.as(user.token)
  return { server, user, admin, ...importerOf(server, admin) }
}

const never = new AbortController().signal

export const workOptions = ({ appDb: db, clock }: TestServer): WorkOptions => ({
  db,
  clock: () => clock.now,
  publish: () => undefined,
})

/** For tests: functions that upload, check, import and undo files as an admin. */
export function importerOf(server: TestServer, admin: Caller) {
  const read = async (id: string): Promise<Batch> => (await admin(contract.batch, { params: { id } })).data
  /** Runs the next step of an import to its end, as its background job would. */
  const work = async (id: string): Promise<Batch> => {
    await workOnBatch(workOptions(server), id, never)
    return read(id)
  }
  const upload = async (kind: ImportKind, content: BlobPart, name = 'list.csv'): Promise<Batch> => {
    const body = { kind, file: new File([content], name) }
    return read((await admin(contract.upload, { body })).data.id)
  }
  /** Checks a file with the proposed columns. */
  const check = async (batch: Batch, date_order: DateOrder | null = batch.date_order): Promise<Batch> => {
    await admin(contract.check, { params: { id: batch.id }, body: { fields: batch.fields, date_order } })
    return work(batch.id)
  }
  const start = async ({ id }: Batch): Promise<Batch> => {
    await admin(contract.start, { params: { id } })
    return work(id)
  }
  const undo = async ({ id }: Batch): Promise<Batch> => {
    await admin(contract.undo, { params: { id } })
    return work(id)
  }
  const rows = async ({ id }: Batch, outcome: Outcome) =>
    (await admin(contract.rows, { querystring: { batch_id: id, outcome, per_page: 100 } })).data
  return { read, work, upload, check, start, undo, rows }
}
