import { sql } from 'kysely'
import type { ReadTx } from '#server/db/pool.ts'
import type { CivilDate } from '#shared/lib/manila-time.ts'

type LoggedReading = { number: number; terminal: string; date: CivilDate }

/** The Z-readings that were made according to the history log, but do not exist. */
export const loggedWithoutReading = async (tx: ReadTx): Promise<LoggedReading[]> =>
  (
    await sql<LoggedReading>`select (parameters->>'number')::int as number, parameters->>'terminal' as terminal,
        parameters->>'date' as date
      from events where type = 'cash.day.closed' and not exists (select from z_readings where id::text = subject_id)
      order by happened_at`.execute(tx)
  ).rows

/** True if the log has an export of all data with this id. */
export const wasExportLogged = async (tx: ReadTx, id: string): Promise<boolean> =>
  (await tx
    .selectFrom('events')
    .select('id')
    .where('subject_id', '=', id)
    .where('subject', '=', 'export')
    .executeTakeFirst()) !== undefined
