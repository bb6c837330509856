/** How many rows an export has, its heading and its total row not counted: known before the first of them arrives. */
export const TOTAL_ROWS_HEADER = 'x-total-rows'

// A spreadsheet runs what begins with = + - @ (or their full-width forms), also after spaces; TAB and CR begin a new cell
// for some. Apostrophes before them count as well, so that `fromCsvText` gives back exactly what was written.
const runsAsFormula = /^'*\s*[=+\-@\t\r＝＋－＠]/u

// A spreadsheet converts texts that look like numbers, dates or times: `0012345` loses its zeros, 17 digits lose their
// last two, and `3-12` becomes a day in March.
const month = '(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\\.?'
const digits = '[\\p{Nd}\\s.,:/()%-]*'
const number = `[(\\p{Sc}]*\\s*\\.?\\p{Nd}${digits}(?:e[+-]?\\p{Nd}+|${month}${digits}|[ap]\\.?m?\\.?)?`
const becomesValue = new RegExp(`^'*\\s*(?:${number}|${month}${digits}\\p{Nd}${digits}|true|false)\\s*$`, 'iu')

const isChanged = (text: string) => runsAsFormula.test(text) || becomesValue.test(text)

/** Escapes a text with an apostrophe where a spreadsheet would run or convert it. */
export const toCsvText = (text: string): string => (isChanged(text) ? `'${text}` : text)

/** What `toCsvText` was given. */
export const fromCsvText = (cell: string): string => (cell.startsWith("'") && isChanged(cell) ? cell.slice(1) : cell)

/**
 * Reads CSV with every cell quoted and CRLF at each row's end, as our exports are, in pieces cut anywhere. `push` gives the
 * rows that are complete; `end` throws when the text stopped in the middle of one.
 */
export function csvReader(): { push: (text: string) => string[][]; end: () => void } {
  const cell = /"([^"]*(?:""[^"]*)*)"(,|\r\n)/y
  let rest = ''
  let begun = false
  const push = (text: string) => {
    // The byte order mark in front of the file belongs to no cell.
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
