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

// Putting a statement together costs the program as much as a third of what the database needs for it.

/** Puts statements together and asks none. */
const builder = new Kysely<DB>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
})

/** What a statement is put together with. */
type Builder = Pick<typeof builder, 'selectFrom' | 'insertInto' | 'with' | 'getExecutor'>

/** Stands in a statement where a value comes. */
class Place {
  readonly path: readonly (string | number)[]
  constructor(path: readonly (string | number)[]) {
    this.path = path
  }

  of(values: unknown): unknown {
    let value = values
    for (const key of this.path) value = (value as Record<string | number, unknown>)[key]
    return value
  }
}

type Row = Record<string, unknown>

const isRow = (value: unknown): value is Row =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
const isRows = (value: unknown): value is Row[] => Array.isArray(value) && value.length > 0 && value.every(isRow)

/** The columns that a row fills: an undefined one has its default. */
const columnsOf = (row: Row): string[] => Object.keys(row).filter((column) => row[column] !== undefined)
const placesOf = (row: Row, path: readonly (string | number)[]) =>
  Object.fromEntries(columnsOf(row).map((column) => [column, new Place([...path, column])]))

/** Values with the same shape make the same statement. */
function shapeOf(values: Row): string {
  let shape = ''
  for (const [key, value] of Object.entries(values)) {
    if (isRow(value)) shape += `${key}(${columnsOf(value).join()})`
    else if (isRows(value)) shape += `${key}[${value.map((row) => columnsOf(row).join()).join(';')}]`
    else if (value !== undefined) shape += `${key},`
  }
  return shape
}

/** The same shape with places instead of values. */
function mirrored(values: Row): Row {
  const mirror: Row = {}
  for (const [key, value] of Object.entries(values)) {
    if (isRow(value)) mirror[key] = placesOf(value, [key])
    else if (isRows(value)) mirror[key] = value.map((row, i) => placesOf(row, [key, i]))
    else if (value !== undefined) mirror[key] = new Place([key])
  }
  return mirror
}

/** Shapes that are kept of one statement; what comes after them is put together each time. */
const MOST_SHAPES = 50

/**
 * A statement that is put together once for each shape of its values: which of them there are, which columns their rows fill and
 * how many rows there are. `build` is given places instead of values: it may pass them on and look whether they are there,
 * and must not look at what they are. What it decides by a value is told by `variant`.
 */
export function prepared<Values extends object, Answer>(
  build: (db: Builder, values: Values, variant: string) => { compile: () => CompiledQuery<Answer> },
): (values: Values, variant?: string) => CompiledQuery<Answer> {
  const kept = new Map<string, CompiledQuery<Answer>>()
  return (values, variant = '') => {
    const row = values as Row
    const shape = `${variant} ${shapeOf(row)}`
    const made = kept.get(shape) ?? build(builder, mirrored(row) as Values, variant).compile()
    if (kept.size < MOST_SHAPES) kept.set(shape, made)
    const parameters = made.parameters.map((part) => (part instanceof Place ? part.of(values) : part))
    return { ...made, parameters }
  }
}

/** The rows that a statement answers. */
export const rowsOf = async <Answer>(
  db: Pick<Database | ReadTx, 'getExecutor'>,
  query: CompiledQuery<Answer>,
): Promise<Answer[]> => (await db.getExecutor().executeQuery<Answer>(query)).rows

/** The first row that a statement answers; undefined without one. */
export const firstOf = async <Answer>(
  db: Pick<Database | ReadTx, 'getExecutor'>,
  query: CompiledQuery<Answer>,
): Promise<Answer | undefined> => (await rowsOf(db, query))[0]

/** The first row that a statement answers; throws without one. */
export async function oneOf<Answer>(
  db: Pick<Database | ReadTx, 'getExecutor'>,
  query: CompiledQuery<Answer>,
): Promise<Answer> {
  const first = await firstOf(db, query)
  if (first === undefined) throw new Error('A statement that answers a row answered none.')
  return first
}
