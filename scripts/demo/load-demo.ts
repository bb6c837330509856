import type { Database, Tx } from '#server/db/pool.ts'
import { inTransaction } from '#server/db/transactions.ts'
import { embeddedHolidays } from '#server/closed-dates/embedded-holidays.ts'
import { RECEIPTS } from '#server/sales/documents/document-rows.ts'
import { hashPassword } from '#server/lib/passwords.ts'
import { DEMO_PASSWORD } from '#server/users/password-error.ts'
import { manilaDate } from '#shared/lib/manila-time.ts'
import { insertRows } from './insert-rows.ts'
import { closeDemoDays } from './till/make-cash.ts'
import { makeClinic } from './make-clinic.ts'
import { CLOSED_WEEKDAY, CLOSES, OPENS } from './sample-hours.ts'
import { startDraft } from './make-website.ts'
import { DEMO_PIN } from './till/till-content.ts'

export { DEMO_PASSWORD, DEMO_PIN }
export const DEMO_LOGINS = ['admin@mutya.test', 'cashier@mutya.test', 'client@mutya.test'] as const
/**
 * The e-mail with which a sample practitioner logs in. Only a sample with people and rooms (`isBusy`) has this account.
 */
export const PRACTITIONER_LOGIN = 'practitioner@mutya.test'

async function setHours(tx: Tx): Promise<void> {
  await tx.updateTable('opening_hours').set({ opens_at: OPENS, closes_at: CLOSES }).execute()
  await tx.updateTable('opening_hours').set({ is_open: false }).where('weekday', '=', CLOSED_WEEKDAY).execute()
}

/** Adds questions to the injection services about reasons against an injection, such as a pregnancy. */
const addQuestions = (tx: Tx) =>
  tx
    .updateTable('services')
    .set({ questions: ['Are you pregnant or breastfeeding?', 'Do you take blood thinners?'] })
    .where('treatment_id', 'in', tx.selectFrom('treatments').select('id').where('name', '=', 'Botox Injections'))
    .execute()

/** `busyShare` is the share of a busy clinic's visits that the sample has; 1 means all of them. */
export type SampleSize = { clients: number; months: number; salesPerDay: number; busyShare: number }
const usual: SampleSize = { clients: 400, months: 14, salesPerDay: 6, busyShare: 1 }
export const busySize: SampleSize = { ...usual, salesPerDay: 10 }

/**
 * Fills an empty clinic with the sample: 12 treatments, 400 clients, 14 months of sales, 30 products, and appointments
 * from last month to six weeks ahead. Returns false and does nothing if there are people already. `isBusy` adds
 * practitioners, rooms, lasers, hours and busy days; `hasTill` adds VAT registration, Senior Citizen and PWD cards,
 * voids, refunds and closed days, for `npm run demo`. Without these two options the sample is a clinic without
 * settings, for tests. `size` makes a smaller sample.
 */
export async function loadDemo(
  db: Database,
  now: Date,
  { isBusy = false, hasTill = false, size }: { isBusy?: boolean; hasTill?: boolean; size?: SampleSize } = {},
): Promise<boolean> {
  if (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) return false
  const [passwordHash, pinHash] = await Promise.all([hashPassword(DEMO_PASSWORD), hashPassword(DEMO_PIN)])
  const room = await db.selectFrom('resources').select('id').orderBy('position').executeTakeFirstOrThrow()
  const today = manilaDate(now)
  const year = Number(today.slice(0, 4))
  const holidays = (await Promise.all([year - 2, year - 1, year, year + 1].map(embeddedHolidays))).flat()
  const { rows, opened, lastReceipt, cash, branch } = makeClinic({
    now,
    passwordHash,
    roomId: room.id,
    holidays: holidays.map((holiday) => holiday.date),
    ...(size ?? (isBusy ? busySize : usual)),
    practitioner: isBusy ? PRACTITIONER_LOGIN : undefined,
    pinHash: hasTill ? pinHash : undefined,
  })
  await inTransaction(db, async (tx) => {
    await tx
      .updateTable('branches')
      .set({ ...branch, updated_at: opened })
      .execute()
    if (isBusy) {
      await setHours(tx)
      await tx.updateTable('chart_settings').set({ is_on: true }).execute()
    }
    await insertRows(tx, rows)
    // The sample's admin has chosen Not now, so the dashboard does not offer a second factor.
    const [admin] = rows.accounts.filter(({ role }) => role === 'admin')
    await tx.insertInto('second_factor_offers').values({ account_id: admin!.id, declined_at: now }).execute()
    await addQuestions(tx)
    await startDraft(tx, opened)
    await tx.updateTable('document_counters').set({ last_number: lastReceipt }).where('series', '=', RECEIPTS).execute()
    if (cash) await closeDemoDays(tx, cash)
  })
  return true
}
