import { exportMessages as s } from '#shared/lib/export-messages.ts'
import { formatInstant } from '#shared/lib/manila-time.ts'

/** How the text of an export's cell is shown: as it is, or as an amount in pesos, a number, a date, a month, a time, a moment in Manila. */
export type CellKind = 'text' | 'amount' | 'count' | 'date' | 'month' | 'time' | 'moment'

export type ReportColumn = {
  header: string
  /** Which cell of the export's row it shows. */
  cell: number
  kind: CellKind
  /** In millimetres; the one column without takes what is left of 178, or of 265 on a wide page. */
  width?: number
}

/** A list as a document: everything that is known before its rows are. */
export type Report = {
  title: string
  clinic: { name: string; lines: string[] }
  /** What the list covers and when it was made: a line each. */
  facts: string[]
  columns: ReportColumn[]
  /** What the sum of the amounts is called; without it the list has none. */
  sumLabel?: string
  /** The total row has a sum in each column; those of these columns stand above the table. */
  sums?: ReportColumn[]
  /** On pages that lie on their long side. */
  isWide?: boolean
}

/** The kinds of files that the browser creates from a report's rows. */
export type ReportKind = 'xlsx' | 'pdf'

/**
 * Limits of rows: beyond them a PDF has thousands of pages that nobody opens, and a phone lacks the memory for the
 * sheet.
 */
export const MOST_ROWS: Record<ReportKind, number> = { xlsx: 100_000, pdf: 50_000 }

export type BuildProgress = (done: number, all: number) => void

/** By whom, when and for which clinic a report is made. */
export type Making = {
  clinic: { name: string; address: string; phone: string; tin: string }
  by: string
  now: Date
}

/** The opening lines of every report: the clinic, what is covered, when it was made. */
export const factsOf = ({ clinic, by, now }: Making, covers: string[]): Pick<Report, 'clinic' | 'facts'> => ({
  clinic: {
    name: clinic.name,
    lines: [clinic.address, [clinic.phone, clinic.tin && s.tin(clinic.tin)].filter(Boolean).join(' · ')].filter(
      (text) => text !== '',
    ),
  },
  facts: [...covers, s.generated(formatInstant(now), by)],
})
