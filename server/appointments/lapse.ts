import { saveMessages, type NewMessage } from '#server/messages/outbox/outbox.ts'
import type { Tx } from '#server/db/pool.ts'
import { writeSystemLog } from '#server/history-logs/write-audit-log.ts'
import { release } from '#server/resources/public.ts'
import type { Channels } from '#shared/messages/occasions.ts'
import * as queries from './queries.ts'
import * as views from './views.ts'

/** The number of visits that expire in one transaction, which must end within seconds. */
export const LAPSED_AT_ONCE = 50

/**
 * Cancels first visits that nobody confirmed in time, and releases their slots. Skips rows that another process has
 * locked. Returns how many expired; if that is `LAPSED_AT_ONCE`, there may be more.
 */
export async function lapseVisits(tx: Tx, now: Date, channels: Channels): Promise<number> {
  const rows = await views.appointmentsByIds(tx, await queries.lockLapsed(tx, now, LAPSED_AT_ONCE))
  for (const row of rows) {
    await queries.updateIfMatch(tx, row, { status: 'cancelled', cancel_reason: 'lapsed', updated_at: now })
    await release(tx, row.id)
    const { name: client, appointment_date, appointment_time } = row
    const parameters = { client, appointment_date, appointment_time }
    await writeSystemLog(tx, now, { type: 'appointments.appointment.lapsed', subjectId: row.id, parameters })
  }
  const messages = rows.map((row): NewMessage => ({
    branchId: row.branch_id,
    occasion: 'lapsed',
    subjectId: row.id,
    version: row.version + 1,
  }))
  await saveMessages(tx, { messages, channels, now })
  return rows.length
}
