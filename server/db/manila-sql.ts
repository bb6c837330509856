import { sql, type RawBuilder } from 'kysely'

/** The hour of the day in Manila in which a stored instant lies, as a time: `09:00:00`. */
export const manilaHour = (column: string): RawBuilder<string> =>
  sql<string>`to_char(${sql.ref(column)} at time zone 'Asia/Manila', 'HH24":00:00"')`
