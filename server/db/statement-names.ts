import { createHash } from 'node:crypto'

/** The maximum number of prepared statements per connection; a working day uses about two hundred. */
const MAX_STATEMENTS = 500
/**
 * Statements with more parameters are not prepared: they contain lists, and each length of a list makes a different
 * text. The maximum allows a document's row (44 parameters) and the parts of a document with two lines (57), so that
 * PostgreSQL does not plan them again for each sale.
 */
const MAX_PARAMETERS = 60

const names = new Map<string, string>()
let generation = 0

/**
 * The name of a prepared statement, so that PostgreSQL parses and plans it once. Undefined for commands without
 * parameters, long lists, and statements beyond the maximum.
 */
export function statementName(text: string, parameters: number): string | undefined {
  if (parameters === 0 || parameters > MAX_PARAMETERS) return undefined
  const known = names.get(text)
  if (known !== undefined || names.size >= MAX_STATEMENTS) return known
  const name = createHash('sha1').update(`${generation} ${text}`).digest('base64url')
  names.set(text, name)
  return name
}

/**
 * Gives every statement a new name, so that each connection prepares it again. Needed after a migration, because
 * PostgreSQL refuses a prepared statement whose result columns have changed.
 */
export function renewStatementNames(): void {
  generation += 1
  names.clear()
}
