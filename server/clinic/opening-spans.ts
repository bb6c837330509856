import { MAX_SLOT, SLOT_MINUTES, type OpeningHours } from '#shared/clinic/opening-hours.ts'

/**
 * A span of opening hours in local times `HH:mm:ss`. If it closes at or before its opening time, it ends on the
 * following day; a span that opens at `24:00:00` begins at the end of its day. A closed weekday keeps its span for
 * later.
 */
export type OpeningSpan = { weekday: number; opens_at: string; closes_at: string; is_open: boolean }

const DAY = 24 * 60
/** The first slot of a business date begins at 08:00. */
const FIRST_START = 8 * 60

const minuteOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))
const pad = (n: number) => String(n).padStart(2, '0')
const timeOf = (minute: number) => `${pad(Math.floor(minute / 60))}:${pad(minute % 60)}:00`

/**
 * The first and last slot of a weekday, as the clinic profile shows them: from the first opening to the last closing.
 */
function slotsOf(weekday: number, spans: readonly OpeningSpan[]): OpeningHours {
  const opens = spans.map((span) => minuteOf(span.opens_at))
  const closes = spans.map((span) => minuteOf(span.closes_at) + (span.closes_at <= span.opens_at ? DAY : 0))
  const first = Math.ceil((Math.min(...opens) - FIRST_START) / SLOT_MINUTES)
  const last = Math.floor((Math.max(...closes) - SLOT_MINUTES - FIRST_START) / SLOT_MINUTES)
  const first_slot = Math.min(Math.max(first, 0), MAX_SLOT)
  return {
    weekday,
    is_open: spans.some((span) => span.is_open),
    first_slot,
    last_slot: Math.min(Math.max(last, first_slot), MAX_SLOT),
  }
}

/** The week as the clinic profile shows it: one range of slots for each weekday. */
export const slotsOfWeek = (spans: readonly OpeningSpan[]): OpeningHours[] =>
  [...new Set(spans.map((span) => span.weekday))].map((weekday) =>
    slotsOf(
      weekday,
      spans.filter((span) => span.weekday === weekday),
    ),
  )

/** The span that allows a visit to start in each slot of the range and to end by closing time. */
export const spanOf = ({ weekday, is_open, first_slot, last_slot }: OpeningHours): OpeningSpan => ({
  weekday,
  is_open,
  opens_at: timeOf(FIRST_START + first_slot * SLOT_MINUTES),
  closes_at: timeOf((FIRST_START + (last_slot + 1) * SLOT_MINUTES) % DAY),
})
