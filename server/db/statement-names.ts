import { createHash } from 'node:crypto'

/** How many statements a connection keeps prepared at most; the shapes of a day's work are about two hundred. */
const MOST_STATEMENTS = 500
/**
 * Beyond this a statement inserts or compares a list, and its text comes in as many lengths as lists do. A document's row has
 * 44, the parts of a document of two lines 57: unnamed, PostgreSQL parses and plans them anew for each sale.
 */
const MOST_PARAMETERS = 60

const names = new Map<string, string>()
let generation = 0

/**
 * The name under which a connection keeps a statement prepared, so that PostgreSQL parses and plans it once; undefined for
 * what is better sent as it is: commands without parameters, long lists, and whatever comes after the most that are kept.
 */
export function statementName(text: string, parameters: number): string | undefined {
  if (parameters === 0 || parameters > MOST_PARAMETERS) return undefined
  const known = names.get(text)
  if (known !== undefined || names.size >= MOST_STATEMENTS) return known
  const name = createHash('sha1').update(`${generation} ${text}`).digest('base64url')
  names.set(text, name)
  return name
}

/**
 * Gives every statement a new name, so that each connection prepares it again: a table was changed under statements
 * whose plans answer with other columns than before, and PostgreSQL refuses them from then on.
 */
export function renewStatementNames(): void {
  generation += 1
  names.clear()
}
