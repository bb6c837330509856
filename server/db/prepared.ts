import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type CompiledQuery,
} from 'kysely'
import type { Database, ReadTx } from './pool.ts'
import type { DB } from './schema.ts'

// Statements are compiled once and cached, because Kysely takes 10 to 50 µs to compile a statement, and a cached one
// takes 1 to 4 µs. Compiling the five prepared statements on each call would cost 24 % more processor time for a
// booking and 29 % more for a checkout (decision 49).

/** Compiles statements and never runs them. */
const builder = new Kysely<DB>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
})

/** The part of Kysely that statements are compiled with. */
type Builder = Pick<typeof builder, 'selectFrom' | 'insertInto' | 'updateTable' | 'with' | 'getExecutor'>

/** A placeholder for a value in a compiled statement. */
class Placeholder {
  readonly path: readonly (string | number)[]
  constructor(path: readonly (string | number)[]) {
    this.path = path
  }

  valueIn(values: unknown): unknown {
    let value = values
    for (const key of this.path) value = (value as Record<string | number, unknown>)[key]
    return value
  }
}

type Row = Record<string, unknown>

const isRow = (value: unknown): value is Row =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
const isRows = (value: unknown): value is Row[] => Array.isArray(value) && value.length > 0 && value.every(isRow)

/** The columns of a row that have a value; undefined ones get their default. */
const columnsOf = (row: Row): string[] => Object.keys(row).filter((column) => row[column] !== undefined)
const placeholdersOf = (row: Row, path: readonly (string | number)[]) =>
  Object.fromEntries(columnsOf(row).map((column) => [column, new Placeholder([...path, column])]))

/** The cache key: values of the same shape compile to the same statement. */
function shapeOf(values: Row): string {
  let shape = ''
  for (const [key, value] of Object.entries(values)) {
    if (isRow(value)) shape += `${key}(${columnsOf(value).join()})`
    else if (isRows(value)) shape += `${key}[${value.map((row) => columnsOf(row).join()).join(';')}]`
    else if (value !== undefined) shape += `${key},`
  }
  return shape
}

/** Replaces each value by a placeholder, also those in lists and rows. */
function withPlaceholders(values: Row): Row {
  const copy: Row = {}
  for (const [key, value] of Object.entries(values)) {
    if (isRow(value)) copy[key] = placeholdersOf(value, [key])
    else if (isRows(value)) copy[key] = value.map((row, i) => placeholdersOf(row, [key, i]))
    else if (value !== undefined) copy[key] = new Placeholder([key])
  }
  return copy
}

/**
 * For how many shapes of its values a statement is cached; for further shapes the statement is compiled at each call.
 */
const MAX_SHAPES = 50

/**
 * A statement that is compiled once per shape of its values: which are given, which columns their rows fill, and the
 * number of rows. `build` receives placeholders: it may pass them on and test whether they exist, but not read them.
 * Decisions that depend on a value go into `variant`.
 */
export function prepared<Values extends object, Answer>(
  build: (db: Builder, values: Values, variant: string) => { compile: () => CompiledQuery<Answer> },
): (values: Values, variant?: string) => CompiledQuery<Answer> {
  const compiled = new Map<string, CompiledQuery<Answer>>()
  return (values, variant = '') => {
    const row = values as Row
    const shape = `${variant} ${shapeOf(row)}`
    const query = compiled.get(shape) ?? build(builder, withPlaceholders(row) as Values, variant).compile()
    if (compiled.size < MAX_SHAPES) compiled.set(shape, query)
    const parameters = query.parameters.map((part) => (part instanceof Placeholder ? part.valueIn(values) : part))
    return { ...query, parameters }
  }
}

/** Runs a statement and returns its rows. */
export const rowsOf = async <Answer>(
  db: Pick<Database | ReadTx, 'getExecutor'>,
  query: CompiledQuery<Answer>,
): Promise<Answer[]> => (await db.getExecutor().executeQuery<Answer>(query)).rows

/** Runs a statement and returns its first row, or undefined. */
export const firstOf = async <Answer>(
  db: Pick<Database | ReadTx, 'getExecutor'>,
  query: CompiledQuery<Answer>,
): Promise<Answer | undefined> => (await rowsOf(db, query))[0]

/** Runs a statement and returns its first row; throws if there is none. */
export async function oneOf<Answer>(
  db: Pick<Database | ReadTx, 'getExecutor'>,
  query: CompiledQuery<Answer>,
): Promise<Answer> {
  const first = await firstOf(db, query)
  if (first === undefined) throw new Error('A statement that answers a row answered none.')
  return first
}
