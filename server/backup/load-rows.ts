import type pg from 'pg'
import { from as copyFrom, type CopyStreamQuery } from 'pg-copy-streams'
import { BackupError } from './backup-error.ts'
import type { Manifest, TableEntry } from './manifest.ts'
import { copyTarget, dataTables, LEFT_OUT, quoted } from './tables.ts'

type Constraint = { table: string; name: string; definition: string }

async function foreignKeys(client: pg.Client): Promise<Constraint[]> {
  const { rows } = await client.query<Constraint>(
    `select conrelid::regclass::text as table, conname::text as name, pg_get_constraintdef(oid) as definition
     from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace and conparentid = 0`,
  )
  return rows
}

/**
 * The tables of a backup to restore, without those that no backup should contain (`LEFT_OUT`). An older version that
 * backed up the database of a newer one did not know all of these tables, so its backup can contain some.
 */
const tablesOf = ({ tables }: Manifest) => tables.filter(({ name }) => !LEFT_OUT.includes(name))

/** Throws unless the backup contains exactly the tables that its version of the schema has. */
async function sameTables(client: pg.Client, manifest: Manifest): Promise<void> {
  const wanted = new Set((await dataTables(client)).map((table) => table.name))
  const found = new Set(tablesOf(manifest).map((table) => table.name))
  const missing = [...wanted].filter((name) => !found.has(name) && !manifest.left_out.includes(name))
  const strange = [...found].filter((name) => !wanted.has(name))
  if (missing.length > 0) throw new BackupError(`The backup has no table ${missing.join(', ')}. Nothing was changed.`)
  if (strange.length > 0)
    throw new BackupError(
      `The backup has a table ${strange.join(', ')} that its schema does not know. Nothing was changed.`,
    )
}

/**
 * Prepares the tables for loading: deletes rows that migrations inserted and disables triggers and foreign keys.
 * Triggers would write log entries and counters that the backup contains already. Returns a function that restores the
 * foreign keys, which checks every row.
 */
async function openTables(client: pg.Client, manifest: Manifest): Promise<() => Promise<void>> {
  const tables = tablesOf(manifest).map(({ name }) => quoted(name))
  const keys = await foreignKeys(client)
  for (const { table, name } of keys) await client.query(`alter table ${table} drop constraint ${quoted(name)}`)
  for (const table of tables) await client.query(`alter table ${table} disable trigger user`)
  await client.query(`truncate ${tables.join(', ')}`)
  return async () => {
    for (const { table, name, definition } of keys)
      await client.query(`alter table ${table} add constraint ${quoted(name)} ${definition}`)
    for (const table of tables) await client.query(`alter table ${table} enable trigger user`)
  }
}

/** Sets identity sequences to continue after the highest existing value. */
export async function continueSequences(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ table: string; column: string; sequence: string }>(
    `select c.relname::text as table, a.attname::text as column, pg_get_serial_sequence(quote_ident(c.relname), a.attname) as sequence
     from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped
       and pg_get_serial_sequence(quote_ident(c.relname), a.attname) is not null`,
  )
  for (const { table, column, sequence } of rows)
    await client.query(
      `select setval($1::regclass, coalesce(max(${quoted(column)}), 1), max(${quoted(column)}) is not null) from ${quoted(table)}`,
      [sequence],
    )
}

/** Loads the rows into an empty schema, piece by piece in the order of the backup. */
export class RowLoader {
  readonly #client: pg.Client
  readonly #tables: Map<string, TableEntry>
  readonly #close: () => Promise<void>
  #stream: { table: TableEntry; copy: CopyStreamQuery; failed: Promise<never> } | undefined

  private constructor(client: pg.Client, manifest: Manifest, closeTables: () => Promise<void>) {
    this.#client = client
    this.#tables = new Map(manifest.tables.map((table) => [table.name, table]))
    this.#close = closeTables
  }

  static async open(client: pg.Client, manifest: Manifest): Promise<RowLoader> {
    await sameTables(client, manifest)
    return new RowLoader(client, manifest, await openTables(client, manifest))
  }

  async add(name: string, piece: Buffer): Promise<void> {
    if (LEFT_OUT.includes(name)) return
    if (this.#stream?.table.name !== name) await this.#begin(name)
    const { copy, failed } = this.#stream!
    const taken = new Promise<void>((resolve, reject) =>
      copy.write(piece, (error) => (error ? reject(error) : resolve())),
    )
    taken.catch(() => undefined)
    await Promise.race([failed, taken])
  }

  async #begin(name: string): Promise<void> {
    await this.#end()
    const table = this.#tables.get(name)
    if (!table) throw new BackupError(`The backup does not know its table ${name}. Nothing was changed.`)
    const copy = this.#client.query(copyFrom(`copy ${copyTarget(table)} from stdin`))
    const failed = new Promise<never>((_, reject) => copy.once('error', reject))
    failed.catch(() => undefined)
    this.#stream = { table, copy, failed }
  }

  async #end(): Promise<void> {
    if (!this.#stream) return
    const { table, copy, failed } = this.#stream
    this.#stream = undefined
    const finished = new Promise<void>((resolve) => copy.end(resolve))
    await Promise.race([failed, finished])
    if (copy.rowCount !== table.rows)
      throw new BackupError(
        `The table ${table.name} has ${copy.rowCount} rows instead of ${table.rows}. Nothing was changed.`,
      )
  }

  /** Finishes the last table and enables triggers and foreign keys again. */
  async finish(): Promise<void> {
    await this.#end()
    await this.#close()
    await continueSequences(this.#client)
  }
}
