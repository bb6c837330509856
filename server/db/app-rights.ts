import { sql, type Kysely } from 'kysely'

/** Tables to which the app role may only add rows. Triggers enforce the same for every role. */
const appendOnly = [
  'events',
  'documents',
  'document_cards',
  'document_lines',
  'payments',
  'document_buyers',
  'receipt_prints',
  'cover_invoices',
  'invoice_covers',
  'cover_prints',
  'cash_movements',
  'package_uses',
  'prepaid_entries',
  'prepaid_prints',
  'prepaid_sales',
  'prepaid_voids',
  'till_actions',
  'shift_colleagues',
  'z_readings',
  'reading_prints',
  'news_choices',
  'chart_reads',
  'form_versions',
  'chart_photo_changes',
  'publication_consents',
  'signed_forms',
  'treatment_note_additions',
  'treatment_note_versions',
  'client_alert_treatments',
  'visit_reasons',
]

/**
 * Tables of the clinical record whose rows the app role may change but not delete. Only the function `delete_chart`
 * deletes such rows, with the rights of the owner.
 */
const kept = ['chart_photos', 'client_alerts', 'treatment_notes', 'treatment_plans']

/** Tables that the app role may only read. */
const readOnly = [
  'kysely_migration',
  'kysely_migration_lock',
  'migration_checksums',
  // Only triggers store the last number of money paid ahead here, so that the app role cannot hide a missing last
  // number.
  'prepaid_counters',
  // The app role cannot write the chain of signed records; triggers do it with the rights of the owner.
  'record_chain',
  'record_chain_heads',
]

/** Columns of append-only tables that the app role may change. */
const changeable = [
  // Merging two records changes the client of a document; a trigger forbids every other change.
  ['documents', 'client_id'],
  // Merging two records changes the client of a consent, as it does for documents.
  ['publication_consents', 'client_id'],
  ['signed_forms', 'client_id'],
  ['visit_reasons', 'client_id'],
  // The birth date on a Senior Citizen or PWD card is erased with the person.
  ['document_cards', 'birth_date'],
] as const

const list = (names: readonly string[]) => sql.join(names.map((name) => sql.lit(name)))

/** True when the role has exactly the rights that `grantRights` grants, on every table. */
async function hasRights(db: Kysely<unknown>, role: string): Promise<boolean> {
  const columns = changeable.map(
    ([table, column]) => sql`has_column_privilege(${role}::name, ${table}, ${column}, 'update')`,
  )
  const { rows } = await sql<{ granted: boolean }>`
    select has_schema_privilege(${role}::name, 'public', 'usage') and ${sql.join(columns, sql` and `)} and not exists (
      select from pg_class c cross join lateral (
        select string_agg(privilege_type, ' ' order by privilege_type) as granted
        from aclexplode(c.relacl) where grantee = (select oid from pg_roles where rolname = ${role})
      ) rights
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm')
      and rights.granted is distinct from case
        when c.relname in (${list(readOnly)}) then 'SELECT'
        when c.relname in (${list(appendOnly)}) then 'INSERT SELECT'
        when c.relname in (${list(kept)}) then 'INSERT SELECT UPDATE'
        else 'DELETE INSERT SELECT UPDATE' end
    ) as granted`.execute(db)
  return rows[0]?.granted ?? false
}

/**
 * Grants the app role its rights on the tables of the migrations: it can change rows, but no tables, and cannot rewrite
 * logs or documents. Skips a role that has them already, because each grant writes to the system catalogue.
 */
export async function grantRights(db: Kysely<unknown>, role: string): Promise<void> {
  if (await hasRights(db, role)) return
  const name = sql.id(role)
  const tables = (names: readonly string[]) => sql.join(names.map((table) => sql.table(table)))
  await sql`grant usage on schema public to ${name}`.execute(db)
  await sql`grant select, insert, update, delete on all tables in schema public to ${name}`.execute(db)
  await sql`revoke update, delete, truncate on ${tables(appendOnly)} from ${name}`.execute(db)
  await sql`revoke delete, truncate on ${tables(kept)} from ${name}`.execute(db)
  for (const [table, column] of changeable)
    await sql`grant update (${sql.ref(column)}) on ${sql.table(table)} to ${name}`.execute(db)
  await sql`revoke insert, update, delete on ${tables(readOnly)} from ${name}`.execute(db)
}
