import { sql } from 'kysely'
import type { Context, Principal } from '#server/lib/context.ts'
import { requireVersion } from '#server/lib/http/request-context.ts'

/**
 * A table whose rows mark bank drops or payments that staff have seen on the bank's statement, and the key of the
 * marked drop or payment.
 */
type Marked<Key> = { table: 'drop_checks' | 'payment_checks' | 'prepaid_checks'; key: Key }
type Mark = { is_seen: boolean; version: number }

/**
 * Marks a bank drop or a payment as seen, or removes the mark. The first change writes the mark as not seen and locks
 * it, so that of two concurrent changes the second finds a newer version. Throws a 409 if somebody has changed the mark
 * meanwhile.
 */
export async function changeMark<Key extends Record<string, string | number>>(
  context: Context<Principal>,
  { table, key }: Marked<Key>,
  isSeen: boolean,
): Promise<{ mark: Key & Mark; isChanged: boolean }> {
  const { tx, now, user } = context
  const marks = sql.table(table)
  const columns = sql.join(Object.keys(key).map((name) => sql.ref(name)))
  const values = sql.join(Object.values(key))
  await sql`insert into ${marks} (${columns}, changed_at, changed_by, changed_by_name)
    values (${values}, ${now}, ${user.id}, ${user.name}) on conflict do nothing`.execute(tx)
  const { rows } = await sql<Mark>`select is_seen, version from ${marks} where (${columns}) = (${values})
    for update`.execute(tx)
  const mark = { ...key, ...rows[0]! }
  if (mark.is_seen === isSeen) return { mark, isChanged: false }
  requireVersion(context, mark)
  const { rows: changed } = await sql<Mark>`update ${marks}
    set is_seen = ${isSeen}, changed_at = ${now}, changed_by = ${user.id}, changed_by_name = ${user.name}
    where (${columns}) = (${values}) returning is_seen, version`.execute(tx)
  return { mark: { ...key, ...changed[0]! }, isChanged: true }
}
