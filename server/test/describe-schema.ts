import pg from 'pg'

/** Describes columns, constraints, indexes, triggers, functions, views, sequences and the rights of the app's role. */
const EVERYTHING = `
  select 'column ' || c.relname || '.' || a.attname || ' ' || format_type(a.atttypid, a.atttypmod)
      || case when a.attnotnull then ' not null' else '' end || ' ' || a.attidentity::text || a.attgenerated::text
      || coalesce(' default ' || pg_get_expr(d.adbin, d.adrelid), '') as line
    from pg_attribute a join pg_class c on c.oid = a.attrelid
    left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v') and a.attnum > 0 and not a.attisdropped
  union all select 'constraint ' || conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid)
    from pg_constraint where connamespace = 'public'::regnamespace and contype <> 'n'
  union all select 'index ' || indexdef from pg_indexes where schemaname = 'public'
  union all select 'trigger ' || pg_get_triggerdef(t.oid) from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where c.relnamespace = 'public'::regnamespace and not t.tgisinternal
  union all select 'function ' || pg_get_functiondef(p.oid) from pg_proc p
    where p.pronamespace = 'public'::regnamespace and p.prokind = 'f'
    and not exists (select from pg_depend where classid = 'pg_proc'::regclass and objid = p.oid and deptype = 'e')
  union all select 'view ' || viewname || ' ' || definition from pg_views where schemaname = 'public'
  union all select 'sequence ' || sequencename || ' ' || data_type from pg_sequences where schemaname = 'public'
  union all select 'right ' || c.relname || ' ' || string_agg(privilege_type, ' ' order by privilege_type)
    from pg_class c cross join aclexplode(c.relacl) where c.relnamespace = 'public'::regnamespace
    and grantee = 'mutya_app'::regrole group by c.relname
  union all select 'right ' || p.oid::regprocedure from pg_proc p where p.pronamespace = 'public'::regnamespace
    and has_function_privilege('mutya_app', p.oid, 'execute')
  order by 1`

/**
 * Removes the brackets of an expression, so that schemas can be compared: once PostgreSQL has read `(a and b) and c`
 * from a dump, it writes this expression without the inner brackets.
 */
const withoutBrackets = (line: string) =>
  /^(constraint|trigger|index|view) /.test(line) ? line.replace(/[()]/g, '') : line

/** Everything that migrations make, as one line each, in an order that does not depend on that of the migrations. */
export async function describeSchema(url: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<{ line: string }>(EVERYTHING)
    return rows.map(({ line }) => withoutBrackets(line)).sort()
  } finally {
    await client.end()
  }
}
