/**
 * The name of the response header with the number of rows of an export, without heading and total. The number is known
 * before the first row arrives.
 */
export const TOTAL_ROWS_HEADER = 'x-total-rows'

// Matches texts that a spreadsheet would run as a formula: they begin with = + - @ (or full-width forms), also after
// spaces; TAB and CR start a new cell in some programs. Texts with apostrophes before the formula match too, so that
// `fromCsvText` restores the exact text.
const runsAsFormula = /^'*\s*[=+\-@\t\r＝＋－＠]/u

// These patterns match texts that a spreadsheet would convert to numbers, dates or times: `0012345` loses its zeros, 17
// digits lose the last two, and `3-12` becomes a day in March.
const month = '(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\\.?'
const digits = '[\\p{Nd}\\s.,:/()%-]*'
const number = `[(\\p{Sc}]*\\s*\\.?\\p{Nd}${digits}(?:e[+-]?\\p{Nd}+|${month}${digits}|[ap]\\.?m?\\.?)?`
const becomesValue = new RegExp(`^'*\\s*(?:${number}|${month}${digits}\\p{Nd}${digits}|true|false)\\s*$`, 'iu')

const isChanged = (text: string) => runsAsFormula.test(text) || becomesValue.test(text)

/** Adds an apostrophe to texts that a spreadsheet would run or convert. */
export const toCsvText = (text: string): string => (isChanged(text) ? `'${text}` : text)

/** Removes the apostrophe that `toCsvText` adds, so that the original text is restored. */
export const fromCsvText = (cell: string): string => (cell.startsWith("'") && isChanged(cell) ? cell.slice(1) : cell)

/**
 * Parses CSV with quoted cells and CRLF, the format of our exports. The text may come in pieces of any length: `push`
 * returns the complete rows of the text so far; `end` throws when the text ended within a row.
 */
export function csvReader(): { push: (text: string) => string[][]; end: () => void } {
  const cell = /"([^"]*(?:""[^"]*)*)"(,|\r\n)/y
  let rest = ''
  let begun = false
  const push = (text: string) => {
    // Removes the byte order mark at the start of the file.
    rest += begun ? text : text.replace('\ufeff', '')
    begun ||= text !== ''
    const rows: string[][] = []
    let row: string[] = []
    let read = 0
    cell.lastIndex = 0
    for (let match = cell.exec(rest); match; match = cell.exec(rest)) {
      row.push(fromCsvText(match[1]!.replaceAll('""', '"')))
      if (match[2] === ',') continue
      rows.push(row)
      row = []
      read = cell.lastIndex
    }
    rest = rest.slice(read)
    return rows
  }
  const end = () => {
    if (rest !== '') throw new Error('The CSV ends in the middle of a row.')
  }
  return { push, end }
}
