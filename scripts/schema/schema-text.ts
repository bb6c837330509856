import { spawnSync } from 'node:child_process'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '..', '..')

/** `server/db/schema.ts`, which the command writes. */
export const schemaFile = path.join(root, 'server', 'db', 'schema.ts')

/** How the driver hands values over (`server/db/pool.ts`): int8 as a number, a date as text. */
const options = [
  '--dialect=postgres',
  '--date-parser=string',
  '--type-mapping={"int8":"number"}',
  '--exclude-pattern=*migration*',
  '--print',
]

/** The types of the tables of a migrated database, as they stand in `schema.ts`. Throws when they cannot be read. */
export function schemaText(url: string): string {
  const program = path.join(root, 'node_modules', 'kysely-codegen', 'dist', 'cli', 'bin.js')
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...options, `--url=${url}`], {
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`The types could not be read from the database: ${stderr || stdout}`)
  // A line for the terminal stands before, an empty one behind.
  return `${stdout.slice(stdout.indexOf('/**')).trimEnd()}\n`
}
