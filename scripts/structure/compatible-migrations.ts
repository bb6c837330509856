import path from 'node:path'
import type { Finding, Rule, SourceFile } from './source-file.ts'

/**
 * Merged migrations that the rule would report. They can no longer be edited, and no older released version ever ran on
 * the database that they produce. Never add to this list: explain in a comment of the new migration how earlier
 * versions keep working.
 */
export const pastExceptions: readonly string[] = [
  '0004-first-visits',
  '0013-documents',
  '0014-events',
  '0016-people',
  '0020-branches',
  '0021-resources',
  '0025-client-records',
  '0028-merged-records',
  '0031-references-after-a-void',
  '0035-the-visit',
  '0037-self-service',
  '0039-holds',
  '0041-overbooking',
  '0043-practitioner-log-ins',
  '0051-discounts-and-tax',
  '0053-document-modes',
  '0055-payments',
  '0056-refunds-and-approvals',
  '0061-verified-contacts',
  '0071-website-pictures-cut-and-cleared',
  '0072-wishes-for-several-services',
  '0078-account-messages-are-always-sent',
  '0084-requests-are-an-occasion',
  '0091-an-email-of-two-records',
  '0093-an-email-that-staff-changed-waits',
  '0106-setup-codes-of-several-processes',
  '0110-invoices-belong-to-a-shift',
  '0115-numbered-copies-of-papers',
  '0118-change-from-cash',
  '0119-cash-leaves-with-approval',
  '0129-cards-for-pieces',
  '0137-tin-of-card-holders',
  '0138-tax-withheld-by-buyers',
  '0140-people-of-a-shift',
  '0174-small-sales',
  '0183-consents-follow-merges',
  '0184-reasons-of-moved-visits',
  '0187-record-chain',
  '0188-calendars-of-rooms-and-clinic',
  '0191-cancelled-without-account',
  '0202-clinic-imports',
  '0217-devices-of-sessions',
]

/**
 * Matches the comment with which a migration says that its statements harm no earlier version, or that earlier versions
 * must stop.
 */
const declared = /^-- Earlier versions (go on|stop): \S/m

/**
 * Replaces comments, string literals and function bodies by blanks, so that all positions in the text stay the same.
 */
const withoutTexts = (sql: string): string =>
  sql.replace(/\$(\w*)\$[\s\S]*?\$\1\$|--.*$|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'/gm, (found) =>
    found.replace(/[^\n]/g, ' '),
  )

/** Returns the parts of a statement between commas outside of parentheses. */
function actionsOf(statement: string): string[] {
  let depth = 0
  const parts = ['']
  for (const character of statement) {
    if (character === '(') depth += 1
    if (character === ')') depth -= 1
    if (character === ',' && depth === 0) parts.push('')
    else parts[parts.length - 1] += character
  }
  return parts
}

type Danger = { pattern: RegExp; unless?: RegExp; what: string }

/**
 * The actions of ALTER TABLE that can break an earlier version of the app while it still runs, with the reason for
 * each.
 */
const ofActions: readonly Danger[] = [
  { pattern: /\brename\b/, unless: /\brename constraint\b/, what: 'renames what it reads' },
  { pattern: /\bdrop (?!constraint\b|not null\b|default\b|expression\b|identity\b)/, what: 'drops a column' },
  { pattern: /\bdrop default\b/, what: 'takes a default away on which its new rows depend' },
  { pattern: /\balter (column )?\S+ (set data )?type\b/, what: 'changes the type of a column' },
  { pattern: /\bdrop not null\b/, what: 'lets a column be empty that it expects to be filled' },
  { pattern: /\bset not null\b/, what: 'requires a column that its new rows may leave empty' },
  {
    pattern: /\badd (column )?(?!constraint\b).*\bnot null\b/,
    unless: /\bdefault\b|\bgenerated\b/,
    what: 'adds a required column without a default',
  },
  {
    pattern: /\badd (constraint\b|check\b|unique\b|primary key\b|foreign key\b|exclude\b)/,
    what: 'adds a constraint that its rows may violate',
  },
]

const ofStatements: readonly Danger[] = [
  {
    pattern: /^drop (table|view|materialized view|type|domain|sequence|function|schema)\b/,
    what: 'drops what it uses',
  },
  { pattern: /^alter (?!table\b|index\b).*\brename\b/, what: 'renames what it uses' },
  { pattern: /^create unique index\b/, what: 'adds a unique index that its rows may violate' },
  { pattern: /^revoke\b/, what: 'takes rights away' },
]

const dropped = /^drop (?:table|view|materialized view|type|domain|sequence|function|schema) (?:if exists )?([\w.]+)/
/** Returns the table that a statement is about: `alter table x`, or `create unique index … on x`. */
const tableOf = (statement: string) =>
  /^alter table (?:if exists )?(?:only )?([\w."]+)|^create unique index .*? on (?:only )?([\w."]+)/
    .exec(statement)
    ?.slice(1)
    .find(Boolean)

/**
 * Returns the tables, views, types and functions that a migration itself creates. No earlier version uses them, so it
 * may also change them.
 */
const madeIn = (sql: string): Set<string> =>
  new Set(
    [...sql.matchAll(/\bcreate (?:or replace )?(?:table|view|function|type) (?:if not exists )?([\w."]+)/g)].map(
      ([, name]) => name!,
    ),
  )

/** Returns the ways in which a statement may break an earlier version of the app. */
function dangersOf(statement: string, made: ReadonlySet<string>): string[] {
  const name = tableOf(statement) ?? dropped.exec(statement)?.[1]
  if (name !== undefined && made.has(name)) return []
  const found = (dangers: readonly Danger[], text: string) =>
    dangers
      .filter(({ pattern, unless }) => pattern.test(text) && !(unless?.test(text) ?? false))
      .map(({ what }) => what)
  const actions = statement.startsWith('alter table ') ? actionsOf(statement) : []
  return [...actions.flatMap((action) => found(ofActions, action)), ...found(ofStatements, statement)]
}

/** Returns a finding for each statement of a migration after which an earlier version may fail. */
export function incompatibleStatements({ path: file, text }: SourceFile): Finding[] {
  const sql = withoutTexts(text).toLowerCase()
  const made = madeIn(sql.replace(/\s+/g, ' '))
  let at = 0
  return sql.split(';').flatMap((statement) => {
    const line = sql.slice(0, at + statement.length - statement.trimStart().length).split('\n').length
    at += statement.length + 1
    const dangers = dangersOf(statement.trim().replace(/\s+/g, ' '), made)
    return dangers.map((what) => ({
      path: file,
      line,
      sentence:
        `This statement ${what}, while an earlier version of Mutya still works with the database. Split the change over ` +
        'two releases, or say "-- Earlier versions go on: <why>" or "-- Earlier versions stop: <why>" above it.',
    }))
  })
}

const isMigration = ({ path: file }: SourceFile) => /^server\/db\/migrations\/[^/]+\.sql$/.test(file)

/**
 * A migration must leave in place everything that earlier versions of the app use, because they run beside a new
 * version during a rolling upgrade and can be started again afterwards. Otherwise a comment in the migration must say
 * why earlier versions keep working, or that they must stop.
 */
export const compatibleMigrations: Rule = (files) =>
  files
    .filter((file) => isMigration(file) && !pastExceptions.includes(path.posix.basename(file.path, '.sql')))
    .filter(({ text }) => !declared.test(text))
    .flatMap(incompatibleStatements)
