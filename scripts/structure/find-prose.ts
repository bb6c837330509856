/** A text that people read, and where it is. For a comment, `below` is the code that the comment is about. */
export type Prose = { path: string; line: number; text: string; below?: string }

type Found = Omit<Prose, 'path'>

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim()
const lineOf = (text: string, index: number) => text.slice(0, index).split('\n').length

const comment = /(?<=^|[\s{(,])(?:\/\*[\s\S]*?\*\/|\/\/[^\n]*(?:\n[ \t]*\/\/[^\n]*)*)/g
const commentMarks = /^\s*(?:\/\*\*?|\*(?!\/)|\/\/)|\*\/$/gm
const directive = /^(?:eslint-|oxfmt-ignore|@ts-|@vitest|\/ <reference)/
const literal = /'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*"|`(?:\\.|[^`\\])*`/g

/** True if a text that begins after `before`, on the same line, is within a string. */
const isInString = (before: string) => /['"`]/.test(before.replaceAll(literal, ''))

/**
 * Finds the comments of a module, each with the code that it is about: the rest of the comment's line, or else the next
 * line.
 */
export function findComments(code: string): Found[] {
  return Array.from(code.matchAll(comment)).flatMap(({ 0: raw, index }) => {
    const before = code.slice(code.lastIndexOf('\n', index - 1) + 1, index)
    const text = oneLine(raw.replace(commentMarks, ''))
    if (text === '' || directive.test(text) || isInString(before)) return []
    const after = code.slice(index + raw.length).split('\n')
    const below = after.map((line) => line.trim()).find((line) => line.replace('}', '') !== '')
    return [{ line: lineOf(code, index), text, below: before.replace('{', '').trim() || (below ?? '') }]
  })
}

const title = /^\s*(?:(?:it|test)(?:\.\w+)*\(|.*\](?: as const)?\)\(|\w*\.?each\(.*\)\()\s*(['"`])(.+?)(?<!\\)\1/gm

const group = /^( *)describe(?:\.\w+)*\((?:[^'"`\n]*\)\()?\s*(['"`])(.+?)(?<!\\)\2/gm
const firstOfRow = /^\s*\[\s*(['"`])(.+?)(?<!\\)\1/gm

/** Returns the titles of the groups around the test that begins on the line at `lineStart`, from outside to inside. */
function groupsAround(code: string, lineStart: number): string[] {
  let indent = code.slice(lineStart).search(/[^ ]/)
  const around: string[] = []
  for (const { 1: margin = '', 3: text = '' } of Array.from(code.slice(0, lineStart).matchAll(group)).reverse()) {
    if (margin.length >= indent) continue
    around.unshift(text)
    indent = margin.length
  }
  return around
}

/**
 * Finds the titles of the tests in a module, each after the titles of its groups, as the runner prints them. If the
 * title of `test.each` is only `%s`, the titles are the first cells of its table.
 */
export const findTestTitles = (code: string): Found[] =>
  Array.from(code.matchAll(title)).flatMap(({ 0: raw, 2: text = '', index }) => {
    const end = index + raw.length
    const groups = groupsAround(code, code.lastIndexOf('\n', end - raw.trimStart().length) + 1)
    const table = text === '%s' ? code.slice(code.lastIndexOf('each', end), end) : ''
    const titles = text === '%s' ? Array.from(table.matchAll(firstOfRow), (row) => row[2] ?? '') : [text]
    return titles.map((one) => ({ line: lineOf(code, end), text: [...groups, one].join(' > ') }))
  })

const message = /^\s*(\w+|'[^']+'):.*?(['"`])(.+)(?<!\\)\2/gm

/**
 * Finds the texts in a module of messages, each with its key and with the texts before and after it, because people read
 * a label such as `Unit` among the other labels of its screen.
 */
export const findMessages = (code: string): Found[] =>
  Array.from(code.matchAll(message)).map(({ 0: raw, 1: key = '', 3: text = '', index }, at, all) => {
    const beside = [all[at - 1]?.[3], all[at + 1]?.[3]].filter((other) => other !== undefined)
    const below = beside.length > 0 ? `${key}, beside: ${beside.join(' · ')}` : key
    return { line: lineOf(code, index + raw.length), text, below }
  })

const sentence =
  /(?<=^|\n)\|[^\n]*|\S(?:[^\n]|\n(?!\s*(?:\n|[#|>*-]|\d+\.|$)))*?(?:[.!?](?=\s)|(?=\n\s*(?:\n|[#|>*-]|\d+\.|$))|$(?!\n))/g

/**
 * Returns the column headings above a row of a table. Returns undefined for the row of headings itself and outside of
 * tables.
 */
function headOfTable(lines: readonly string[], line: number): string | undefined {
  let first = line - 1
  while (lines[first]?.startsWith('|') && lines[first - 1]?.startsWith('|')) first -= 1
  return first < line - 1 ? lines[first] : undefined
}

/** Finds the sentences of a document, and each row of a table with its column headings. Code blocks are skipped. */
export function findSentences(markdown: string): Found[] {
  const prose = markdown.replace(/^```[\s\S]*?^```/gm, (block) => block.replace(/[^\n]/g, ' '))
  const lines = prose.split('\n')
  return Array.from(prose.matchAll(sentence), ({ 0: text, index }) => {
    const line = lineOf(prose, index)
    const below = headOfTable(lines, line)
    return { line, text: oneLine(text), ...(below !== undefined && { below }) }
  }).filter(({ text }) => / .*[a-z]/.test(text))
}
