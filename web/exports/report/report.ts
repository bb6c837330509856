import { exportMessages as s } from '#shared/lib/messages.ts'
import type { CellKind } from '#shared/lib/lists/list-file.ts'
import { formatInstant } from '#shared/lib/manila-time.ts'

export type { CellKind } from '#shared/lib/lists/list-file.ts'

export type ReportColumn = {
  header: string
  /** The index of this column's cell in a row of the export. */
  cell: number
  kind: CellKind
  /** Width in millimetres; the only column without a width gets what remains of the page's `TABLE_WIDTHS`. */
  width?: number
}

/** The widths of the tables in millimetres on A4 upright, A4 landscape, and A3 landscape with smaller text. */
export const TABLE_WIDTHS = { upright: 178, wide: 265, large: 400 } as const

/** Everything that describes a report except its rows. */
export type Report = {
  title: string
  clinic: { name: string; lines: string[] }
  /** Lines about the report as a whole: what the list covers, and when it was made. */
  facts: string[]
  columns: ReportColumn[]
  /** The label for the sum of the amounts; undefined for a report without a total. */
  sumLabel?: string
  /** Columns whose totals are shown above the table. */
  sums?: ReportColumn[]
  /** The page of the PDF; by default A4 upright. */
  layout?: keyof typeof TABLE_WIDTHS
  /** True for a list whose export has no line with totals after the last row. */
  hasNoTotal?: true
}

/** The kinds of files that the browser creates from a report's rows. */
export type ReportKind = 'xlsx' | 'pdf'

/**
 * The maximum number of rows in a file: a longer PDF has thousands of pages that nobody opens, and a phone lacks the
 * memory for a longer sheet.
 */
export const MOST_ROWS: Record<ReportKind, number> = { xlsx: 100_000, pdf: 50_000 }

export type BuildProgress = (done: number, all: number) => void

/** Who makes a report, when and for which clinic. */
export type Making = {
  clinic: { name: string; address: string; phone: string; tin: string }
  by: string
  now: Date
}

/** The first lines of every report: the clinic, what is covered, when it was made. */
export const factsOf = ({ clinic, by, now }: Making, covers: string[]): Pick<Report, 'clinic' | 'facts'> => ({
  clinic: {
    name: clinic.name,
    lines: [clinic.address, [clinic.phone, clinic.tin && s.tin(clinic.tin)].filter(Boolean).join(' · ')].filter(
      (text) => text !== '',
    ),
  },
  facts: [...covers, s.generated(formatInstant(now), by)],
})
