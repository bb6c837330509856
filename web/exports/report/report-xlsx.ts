import writeExcelFile, { type CellObject, type Row } from 'write-excel-file/universal'
import { dayNumber } from '#shared/lib/manila-time.ts'
import type { BuildProgress, CellKind, Report } from './report.ts'

/** Excel stores dates as days since the end of 1899. */
const EXCEL_EPOCH = dayNumber('1899-12-30')
const DAY_SECONDS = 86_400
/** The maximum number of characters in an Excel cell. */
const MOST_CHARACTERS = 32_767

const textCell = (text: string): CellObject => ({
  value: text.slice(0, MOST_CHARACTERS),
  type: String,
  // The cell format "text", which Excel keeps when somebody edits the cell.
  format: '@',
})

const dayOf = (date: string) => dayNumber(date) - EXCEL_EPOCH
const shareOfDay = (time: string) => {
  const [hours = 0, minutes = 0, seconds = 0] = time.split(':').map(Number)
  return (hours * 3_600 + minutes * 60 + seconds) / DAY_SECONDS
}

type Shape = { pattern: RegExp; format: string; width: number; value: (text: string) => number }
const date = /^\d{4}-\d\d-\d\d$/
const shapes: Record<Exclude<CellKind, 'text'>, Shape> = {
  amount: { pattern: /^-?\d+(\.\d+)?$/, format: '#,##0.00', width: 14, value: Number },
  count: { pattern: /^-?\d+$/, format: '#,##0', width: 10, value: Number },
  decimal: { pattern: /^-?\d+(\.\d+)?$/, format: '#,##0.##', width: 10, value: Number },
  percent: { pattern: /^-?\d+(\.\d+)?$/, format: '0.0%', width: 10, value: (text) => Number(text) / 100 },
  date: { pattern: date, format: 'yyyy-mm-dd', width: 12, value: dayOf },
  month: { pattern: date, format: 'mmm yyyy', width: 12, value: dayOf },
  time: { pattern: /^\d\d:\d\d(:\d\d)?$/, format: 'hh:mm:ss', width: 10, value: shareOfDay },
  moment: {
    pattern: /^\d{4}-\d\d-\d\d \d\d:\d\d(:\d\d)?$/,
    format: 'yyyy-mm-dd hh:mm:ss',
    width: 20,
    value: (text) => dayOf(text.slice(0, 10)) + shareOfDay(text.slice(11)),
  },
}
const TEXT_WIDTH = 28

/** Converts a text of the export: to a formatted number in columns of numbers, dates or times, else to a text cell. */
function cellOf(kind: CellKind, text: string): CellObject | null {
  if (text === '') return null
  const shape = kind === 'text' ? undefined : shapes[kind]
  if (!shape?.pattern.test(text)) return textCell(text)
  return { value: shape.value(text), type: Number, format: shape.format }
}

const bold = (row: Row): Row => row.map((cell) => cell && { ...(cell as CellObject), fontWeight: 'bold' as const })

/**
 * Creates an Excel file of an export in which money is a number and a date is a date. `rows` are those of the CSV:
 * heading first, total last if there is one. Takes seconds for many rows, so call it in a worker.
 */
export async function reportXlsx(report: Report, rows: string[][], onProgress: BuildProgress): Promise<ArrayBuffer> {
  const [heading = [], ...others] = rows
  const kinds = heading.map((_, cell) => report.columns.find((column) => column.cell === cell)?.kind ?? 'text')
  const body = others.map((row) => row.map((text, cell) => cellOf(kinds[cell]!, text)))
  onProgress(others.length - 1, others.length)
  const ending = report.hasNoTotal ? body.slice(-1) : [bold(body.at(-1) ?? [])]
  const data = [bold(heading.map(textCell)), ...body.slice(0, -1), ...ending]
  const file = await writeExcelFile(data, {
    columns: kinds.map((kind) => ({ width: kind === 'text' ? TEXT_WIDTH : shapes[kind].width })),
    stickyRowsCount: 1,
  }).toBlob()
  return file.arrayBuffer()
}
