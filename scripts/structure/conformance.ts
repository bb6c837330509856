import type { Finding, Rule, SourceFile } from './source-file.ts'

const document = 'docs/conformance.md'
const columns = 5
/**
 * Titles that begin like one of these belong to tests that search the code for sentences. Such a test also finds
 * sentences that no screen shows, so it cannot prove a point of the specification.
 */
const scans = ['every sentence that the specification gives', 'every sentence of the specification']

type Row = { line: number; cells: string[] }

/**
 * Returns the rows of the tables in docs/conformance.md: `| id | point | status | where | test |`. In a cell, a `|` is
 * written as \|.
 */
function rowsOf(text: string): Row[] {
  return text.split('\n').flatMap((line, index) => {
    if (!line.startsWith('|') || /^\|[\s|:-]+\|$/.test(line)) return []
    const cells = line.split(/(?<!\\)\|/).slice(1, -1)
    return [
      {
        line: index + 1,
        cells: cells.map((cell) =>
          cell
            .trim()
            .replaceAll('\\|', '|')
            .replace(/^`(.*)`$/, '$1'),
        ),
      },
    ]
  })
}

/** Returns a title as it can be written in code, with any of the three kinds of quotes. */
const writtenAs = (title: string) => [`'${title.replaceAll("'", "\\'")}'`, `"${title}"`, `\`${title}\``]

/** Returns the texts in quotes that a line of code may contain: each part between two quotes of the same kind. */
function quotedParts(line: string): string[] {
  const ends = Array.from(line.matchAll(/['"`]/g), ({ index }) => index)
  return ends.flatMap((start, nth) =>
    ends.slice(nth + 1).flatMap((end) => (line[start] === line[end] ? [line.slice(start, end + 1)] : [])),
  )
}

const isTest = ({ path }: SourceFile) => /\.(test|spec)\.tsx?$/.test(path)

/**
 * Returns every text in quotes of the test files. Titles are looked up in this set, because searching all files for
 * each is slow.
 */
const literalsIn = (files: SourceFile[]): Set<string> =>
  new Set(files.filter(isTest).flatMap(({ text }) => text.split('\n').flatMap(quotedParts)))

const exists = (title: string, literals: Set<string>): boolean =>
  writtenAs(title).some((literal) => literals.has(literal))

/** Returns the files and folders named in a cell, without the remarks in brackets. */
const placesOf = (where: string): string[] =>
  where
    .replaceAll(/\([^)]*\)/g, '')
    .split(',')
    .map((each) => each.trim())

function complaints(row: Row, paths: ReadonlySet<string>, literals: Set<string>, seen: Set<string>): string[] {
  const [id = '', , status, where = '', title = ''] = row.cells
  if (id === 'id') return []
  if (row.cells.length !== columns) return [`A row has ${columns} cells, this one has ${row.cells.length}.`]
  if (seen.has(id)) return [`${id} has two rows.`]
  seen.add(id)
  if (status === 'open') return []
  if (status !== 'done') return [`${id}: the status is "open" or "done", not "${status}".`]
  if (where === '') return [`${id} is done, but its row names no file.`]
  const gone = placesOf(where).filter((place) => !paths.has(place))
  if (gone.length > 0) return [`${id} is done, but there is no ${gone.join(', no ')}.`]
  if (title === '') return [`${id} is done, but its row names no test.`]
  if (scans.some((scan) => title.startsWith(scan)))
    return [
      `${id} names a test that only searches the code; name a test that shows the point on a screen or in a response.`,
    ]
  return exists(title, literals) ? [] : [`${id} is done, but no test is called "${title}".`]
}

/** Returns the paths of all files and of the folders that contain them. */
const pathsOf = (files: SourceFile[]): Set<string> =>
  new Set(files.flatMap(({ path }) => path.split('/').map((_, depth, parts) => parts.slice(0, depth + 1).join('/'))))

/** Each point of the specification that is marked as done must name existing files and an existing test title. */
export const conformance: Rule = (files) => {
  const page = files.find((file) => file.path === document)
  if (!page) return []
  const literals = literalsIn(files)
  const paths = pathsOf(files)
  const seen = new Set<string>()
  return rowsOf(page.text).flatMap((row): Finding[] =>
    complaints(row, paths, literals, seen).map((sentence) => ({ path: document, line: row.line, sentence })),
  )
}

/** Each row of docs/journeys.md must end with the title of an existing test. */
export const journeys: Rule = (files) => {
  const page = files.find((file) => file.path === 'docs/journeys.md')
  if (!page) return []
  const literals = literalsIn(files)
  return rowsOf(page.text).flatMap(({ line, cells }): Finding[] => {
    const title = cells.at(-1) ?? ''
    if (title === 'test' || exists(title, literals)) return []
    return [{ path: page.path, line, sentence: `No test is called "${title}".` }]
  })
}

/** Each pattern `-t '…'` of a command in docs/trust.md must match a test title. Otherwise Vitest runs no test. */
export const drills: Rule = (files) => {
  const page = files.find((file) => file.path === 'docs/trust.md')
  if (!page) return []
  const tests = files.filter(isTest)
  return page.text.split('\n').flatMap((text, index): Finding[] =>
    Array.from(text.matchAll(/ -t '([^']+)'/g), ([, pattern = '']) => pattern)
      .filter((pattern) => !tests.some((file) => file.text.includes(pattern)))
      .map((pattern) => ({ path: page.path, line: index + 1, sentence: `No test contains "${pattern}".` })),
  )
}
