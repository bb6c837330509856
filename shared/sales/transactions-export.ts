import { formatDate } from '#shared/lib/manila-time.ts'
import type { Period } from './filter.ts'
import { transactionsMessages as s } from './messages.ts'

/** The file names of exports. */
export const TRANSACTION_FILES = {
  csv: 'transactions.csv',
  xlsx: 'transactions.xlsx',
  pdf: 'transactions.pdf',
} as const

/** A period as text: `All dates`, `November 21, 2026` or `November 1, 2026 to November 30, 2026`. */
export function formatPeriod({ from, to }: Period): string {
  if (!from || !to) return s.allDates
  return from === to ? formatDate(from) : s.fromTo(formatDate(from), formatDate(to))
}
