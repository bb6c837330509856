import { addMonths, manilaDate, type CivilDate } from '#shared/lib/manila-time.ts'

/** How many years a clinic keeps a chart after the last visit: DOH Department Circular 2021-0226. */
export const CHART_YEARS = 7

type Owner = { last_visit: CivilDate | null; joined_at: Date }

/**
 * The last date on which the clinic must keep a client's chart. For a client without a visit, the years count from the
 * day of joining.
 */
export const chartKeptUntil = ({ last_visit, joined_at }: Owner): CivilDate =>
  addMonths(last_visit ?? manilaDate(joined_at), 12 * CHART_YEARS)
