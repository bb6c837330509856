import { sql } from 'kysely'
import type { ReadTx } from '#server/db/pool.ts'
import type { TableName } from '#server/exports/public.ts'
import { WORKING } from '#shared/clinic-imports/states.ts'

export const importOf = (tx: ReadTx, branchId: string) =>
  tx.selectFrom('clinic_imports').selectAll().where('branch_id', '=', branchId).executeTakeFirst()

export const importById = (tx: ReadTx, id: string) =>
  tx.selectFrom('clinic_imports').selectAll().where('id', '=', id).executeTakeFirst()

/** Imports that are not finished and on which no job has worked since the given time. */
export const standingImports = (tx: ReadTx, since: Date) =>
  tx.selectFrom('clinic_imports').select('id').where('state', 'in', WORKING).where('worked_at', '<', since).execute()

/** Tables that a new clinic has no rows of, whatever its owner has set up. */
const EMPTY: readonly TableName[] = ['clients', 'treatments', 'categories', 'appointments', 'documents', 'forms']

/** True while the clinic has no clients, services, products, visits, sales, forms and practitioners. */
export async function isClinicEmpty(tx: ReadTx): Promise<boolean> {
  const rows = [
    ...EMPTY.map((table) => sql`exists (select from ${sql.table(table)})`),
    sql`exists (select from ${sql.table('resources')} where kind = 'practitioner')`,
  ]
  const { rows: found } = await sql<{ is_filled: boolean }>`select ${sql.join(rows, sql` or `)} as is_filled`.execute(
    tx,
  )
  return !found[0]?.is_filled
}

type Writable = {
  all: string[]
  /** Columns that cannot be null. */
  required: Set<string>
  /** Columns that cannot be null and have no default. */
  needed: string[]
}

/** The columns of each table that an insert can fill: all except generated ones. */
export async function writableColumns(tx: ReadTx): Promise<Map<string, Writable>> {
  const { rows } = await sql<{ table: string; column: string; is_required: boolean; has_default: boolean }>`
    select c.relname::text as "table", a.attname::text as "column", a.attnotnull as is_required,
      a.atthasdef as has_default
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and a.attnum > 0
      and not a.attisdropped and a.attgenerated = ''`.execute(tx)
  const tables = new Map<string, Writable>()
  for (const { table, column, is_required, has_default } of rows) {
    const known = tables.get(table) ?? { all: [], required: new Set(), needed: [] }
    known.all.push(column)
    if (is_required) known.required.add(column)
    if (is_required && !has_default) known.needed.push(column)
    tables.set(table, known)
  }
  return tables
}

/** The e-mails of the people whom the clinic has. */
export async function presentEmails(tx: ReadTx): Promise<string[]> {
  const rows = await tx.selectFrom('users').select('email').where('email', 'is not', null).execute()
  return rows.map(({ email }) => email!)
}
