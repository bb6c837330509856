import { formatMonth, formatShortDate, formatTime } from '#shared/lib/manila-time.ts'
import { formatPeso, toCentavos } from '#shared/lib/money.ts'
import { formatNumber, formatPercent } from '#shared/lib/numbers.ts'
import type { Cell, CellKind } from '#shared/reports/reports.ts'

const formats: Record<CellKind, (cell: string | number) => string> = {
  text: String,
  date: (cell) => formatShortDate(String(cell)),
  month: (cell) => formatMonth(String(cell)),
  time: (cell) => formatTime(String(cell)),
  count: (cell) => formatNumber(Number(cell)),
  decimal: (cell) => formatNumber(Number(cell)),
  percent: (cell) => formatPercent(Number(cell)),
  amount: (cell) => formatPeso(toCentavos(Number(cell))),
}

/** A cell's displayed text. */
export const formatCell = (cell: Cell, kind: CellKind): string => (cell === null ? '' : formats[kind](cell))
