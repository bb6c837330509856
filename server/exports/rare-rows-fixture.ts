import { MAIN_BRANCH_ID } from '#server/db/main-branch.ts'
import type { Database } from '#server/db/pool.ts'
import { newId } from '#server/lib/new-id.ts'
import { addDepositRow } from '#server/test/deposit-row.ts'
import { createUser, type TestUser } from '#server/test/factories.ts'
import { addNoteRows } from '#server/test/note-rows.ts'
import { addPlanRow } from '#server/test/plan-rows.ts'

const at = new Date('2026-11-20T09:00:00+08:00')

type Rare = { client: TestUser; cashier: TestUser; appointmentId: string; serviceId: string; text: string }

/**
 * Adds a treatment note, a treatment plan whose next session is due, the chart of a closed account, and an entry of the
 * read log.
 */
async function addChartRows(db: Database, { client, cashier, appointmentId, serviceId, text }: Rare): Promise<void> {
  await addNoteRows(db, client, appointmentId)
  await addPlanRow(db, await createUser(db, 'client'), serviceId)
  const former = await createUser(db, 'client')
  await addPlanRow(db, former, serviceId)
  await db.updateTable('people').set({ closed_at: at, email: null }).where('id', '=', former.id).execute()
  const read = { id: newId(), branch_id: MAIN_BRANCH_ID, client_id: client.clientId!, kind: 'chart' as const }
  await db
    .insertInto('chart_reads')
    .values({ ...read, ten_minutes: 1, read_at: at, read_by: cashier.id, read_by_name: `${text} reader` })
    .execute()
}

/** Adds an approval that was not used, and an action at the till. */
async function addTillRows(db: Database, { cashier, text }: Rare): Promise<void> {
  const approval = { id: newId(), kind: 'discount' as const, amount_centavos: 5_000, order_key: newId() }
  const approver = { approved_at: at, approver_id: cashier.id, approver_name: `${text} approver` }
  await db
    .insertInto('approvals')
    .values({ ...approval, ...approver, requested_by: cashier.id })
    .execute()
  const action = { id: newId(), branch_id: MAIN_BRANCH_ID, kind: 'line_deleted' as const, amount_centavos: 5_000 }
  const acted = { acted_at: at, acted_by: cashier.id, acted_by_name: `${text} cashier` }
  const received = { received_at: at, received_from: cashier.id, received_from_name: `${text} sender` }
  await db
    .insertInto('till_actions')
    .values({ ...action, ...acted, ...received, description: `${text} description` })
    .execute()
}

/** Adds rows to the lists that a day at the till leaves empty. Free texts begin with `text`. */
export async function addRareRows(db: Database, rare: Rare): Promise<void> {
  await addChartRows(db, rare)
  await addTillRows(db, rare)
  await addDepositRow(db, rare.client, rare.appointmentId, `${rare.text} reference`)
  const message = { id: newId(), branch_id: MAIN_BRANCH_ID, occasion: 'booked', channel: 'email', version: 1 }
  const skipped = { state: 'skipped', reason: 'no-email', send_at: at, created_at: at, updated_at: at }
  await db
    .insertInto('messages')
    .values({ ...message, ...skipped, subject_id: rare.appointmentId })
    .execute()
}
