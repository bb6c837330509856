import { periodMessages } from '#shared/lib/messages.ts'
import { transactionsMessages } from './messages.ts'
import { addDays, addMonths, startOfMonth, startOfWeek, type CivilDate, formatDate } from '#shared/lib/manila-time.ts'

export const QUICK_FILTERS = ['all', 'today', 'yesterday', 'this-week', 'last-month'] as const
type QuickFilter = (typeof QUICK_FILTERS)[number]

/** A range of dates, both inclusive; `{}` means all time. */
export type Period = { from?: CivilDate; to?: CivilDate }

/** The error of two typed dates; null if they are valid. Two empty dates mean all time. */
export function periodError(from: string, to: string): string | null {
  if (from === '' && to === '') return null
  if (from === '' || to === '') return periodMessages.bothDates
  return from <= to ? null : periodMessages.dateOrder
}

/** The dates of a quick filter; weeks start on Monday. */
export function periodOf(filter: QuickFilter, today: CivilDate): Period {
  switch (filter) {
    case 'all':
      return {}
    case 'today':
      return { from: today, to: today }
    case 'yesterday':
      return { from: addDays(today, -1), to: addDays(today, -1) }
    case 'this-week':
      return { from: startOfWeek(today, 1), to: addDays(startOfWeek(today, 1), 6) }
    case 'last-month': {
      const first = startOfMonth(addMonths(today, -1))
      return { from: first, to: addDays(startOfMonth(today), -1) }
    }
  }
}

/** The quick filter with exactly this period, if any. */
export const quickFilterOf = (period: Period, today: CivilDate): QuickFilter | undefined =>
  QUICK_FILTERS.find((filter) => {
    const days = periodOf(filter, today)
    return days.from === period.from && days.to === period.to
  })

/** The file names of the exported transactions. */
export const TRANSACTION_FILES = {
  csv: 'transactions.csv',
  xlsx: 'transactions.xlsx',
  pdf: 'transactions.pdf',
} as const

/** A period as text: `All dates`, `November 21, 2026` or `November 1, 2026 to November 30, 2026`. */
export function formatPeriod({ from, to }: Period): string {
  if (!from || !to) return transactionsMessages.allDates
  return from === to ? formatDate(from) : transactionsMessages.fromTo(formatDate(from), formatDate(to))
}
