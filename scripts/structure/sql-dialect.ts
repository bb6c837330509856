import { isTest, occurrences, withoutComments, type Finding, type Rule, type SourceFile } from './source-file.ts'

/** SQL that PostgreSQL 15 does not support, with the version that introduced it. */
const newer: [pattern: RegExp, what: string][] = [
  [/\buuidv[47]\s*\(/i, 'uuidv4() and uuidv7() are of PostgreSQL 18'],
  [/\breturning\b[^;`]*\b(old|new)\.\w/i, 'RETURNING old and new are of PostgreSQL 18'],
  [/\bgenerated always as\s*\((?:[^()]|\([^()]*\))*\)\s*virtual\b/i, 'virtual columns are of PostgreSQL 18'],
  [/\bwithout overlaps\b|\bperiod\s+\w+\s*\)/i, 'temporal keys are of PostgreSQL 18'],
  [/\bmerge\s+into\b[^;`]*\breturning\b/i, 'MERGE … RETURNING is of PostgreSQL 17'],
  [/\bjson_(table|exists|query|value|scalar|serialize)\s*\(/i, 'the SQL/JSON functions are of PostgreSQL 16 and 17'],
  [/\bany_value\s*\(/i, 'any_value() is of PostgreSQL 16'],
]

const businessClock =
  /\b(current_date|current_timestamp|localtimestamp|clock_timestamp\s*\(\)|statement_timestamp\s*\(\)|now\s*\(\))/i
const clockSentence =
  'The clock is a parameter of the statement; the server of the database has its own zone and its own time.'

/** Only this file may read the database's clock, because Settings > System compares it with the server's clock. */
const comparesClocks = 'server/system/views.ts'

const withoutSqlComments = (text: string) => text.replace(/--.*$/gm, (comment) => ' '.repeat(comment.length))
const holdsSql = (path: string) => path.endsWith('.sql') || /^(server|scripts)\/.*\.ts$/.test(path)

/**
 * Returns only the SQL of a file, from .sql files and template strings, because TypeScript may have functions with the
 * same names, such as now().
 */
export function sqlOf(file: SourceFile): string {
  if (file.path.endsWith('.sql')) return withoutSqlComments(file.text)
  const code = withoutComments(file.text)
  let inside = false
  return code
    .split('`')
    .map((part) => {
      const kept = inside ? withoutSqlComments(part) : part.replace(/[^\n]/g, ' ')
      inside = !inside
      return kept
    })
    .join(' ')
}

function check(file: SourceFile): Finding[] {
  const sql = sqlOf(file)
  const tooNew = newer.flatMap(([pattern, what]) =>
    occurrences(file, pattern, `${what}; write what PostgreSQL 15 runs.`, sql),
  )
  const clocks = file.path === comparesClocks ? [] : occurrences(file, businessClock, clockSentence, sql)
  return [...tooNew, ...clocks]
}

/** SQL must run on every supported PostgreSQL version and must not read the database's clock. */
export const sqlDialect: Rule = (files) =>
  files
    .filter((file) => holdsSql(file.path) && !isTest(file.path) && !file.path.startsWith('scripts/structure/'))
    .flatMap(check)
