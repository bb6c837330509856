import type { Database, Tx } from '#server/db/pool.ts'
import { inTransaction } from '#server/db/transactions.ts'
import { embeddedHolidays } from '#server/closed-dates/embedded-holidays.ts'
import { RECEIPTS } from '#server/sales/document-rows.ts'
import { hashPassword } from '#server/lib/passwords.ts'
import { DEMO_PASSWORD } from '#server/users/password-error.ts'
import { manilaDate } from '#shared/lib/manila-time.ts'
import { demoTables, type DemoRows } from './demo-rows.ts'
import { closeDemoDays } from './make-cash.ts'
import { makeClinic, sampleBranch } from './make-clinic.ts'
import { startDraft } from './make-website.ts'

export { DEMO_PASSWORD }
export const DEMO_LOGINS = ['admin@mutya.test', 'cashier@mutya.test', 'client@mutya.test'] as const
/** Made with the people and rooms of the sample. */
export const PRACTITIONER_LOGIN = 'practitioner@mutya.test'

/** Rows a statement can carry: PostgreSQL takes 65,535 parameters. */
const rowsPerStatement = (columns: number) => Math.max(1, Math.min(2_000, Math.floor(60_000 / columns)))

async function insertRows(tx: Tx, rows: DemoRows): Promise<void> {
  for (const table of demoTables) {
    const all: object[] = rows[table]
    const step = rowsPerStatement(Object.keys(all[0] ?? { none: 0 }).length)
    for (let start = 0; start < all.length; start += step)
      await tx
        .insertInto(table)
        .values(all.slice(start, start + step))
        .execute()
  }
}

/**
 * Fills an empty clinic with the sample: 12 treatments, 400 clients, 14 months of sales, 30 products, appointments from
 * last month to six weeks ahead. Does nothing (and answers false) when somebody is already on file.
 * With `isBusy` it has people, rooms and lasers, and days full of visits; with `hasCash` the last days have shifts and
 * readings: so `npm run demo` shows it. Without, it is as a clinic that has set up nothing: so the tests know it.
 */
export async function loadDemo(db: Database, now: Date, { isBusy = false, hasCash = false } = {}): Promise<boolean> {
  if (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) return false
  const passwordHash = await hashPassword(DEMO_PASSWORD)
  const room = await db.selectFrom('resources').select('id').orderBy('position').executeTakeFirstOrThrow()
  const today = manilaDate(now)
  const year = Number(today.slice(0, 4))
  const holidays = (await Promise.all([year - 2, year - 1, year, year + 1].map(embeddedHolidays))).flat()
  const { rows, opened, lastReceipt, cash } = makeClinic({
    now,
    passwordHash,
    roomId: room.id,
    holidays: holidays.map((holiday) => holiday.date),
    clients: 400,
    months: 14,
    salesPerDay: isBusy ? 10 : 6,
    practitioner: isBusy ? PRACTITIONER_LOGIN : undefined,
    hasCash,
  })
  await inTransaction(db, async (tx) => {
    await tx
      .updateTable('branches')
      .set({ ...sampleBranch, updated_at: opened })
      .execute()
    await insertRows(tx, rows)
    await startDraft(tx, opened)
    await tx.updateTable('document_counters').set({ last_number: lastReceipt }).where('series', '=', RECEIPTS).execute()
    if (cash) await closeDemoDays(tx, cash)
  })
  return true
}
