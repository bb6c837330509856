import { addDays, addMonths, startOfMonth, startOfWeek, type CivilDate } from '#shared/lib/manila-time.ts'

export const QUICK_FILTERS = ['all', 'today', 'yesterday', 'this-week', 'last-month'] as const
type QuickFilter = (typeof QUICK_FILTERS)[number]

/** Both dates inclusive; `{}` means all time. */
export type Period = { from?: CivilDate; to?: CivilDate }

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
