import type { StartInterval } from '#shared/clinic/booking-rules.ts'
import type { CivilDate, CivilTime } from '#shared/lib/manila-time.ts'
import { freeChainStarts, type Chain } from '#shared/resources/free-chains.ts'
import { startsInTime, type BranchDay, type Present, type Terms } from '#shared/resources/free-starts.ts'

export const DAY_PARTS = ['morning', 'afternoon', 'evening'] as const
export type DayPart = (typeof DAY_PARTS)[number]

export const WAITLIST_STATES = ['waiting', 'offered', 'taken', 'withdrawn', 'expired'] as const
export type WaitlistState = (typeof WAITLIST_STATES)[number]

/** The states in which a waitlist entry can still lead to a visit. */
export const OPEN_WAITLIST_STATES: readonly WaitlistState[] = ['waiting', 'offered']

/** The maximum number of days that a client can ask for, both ends included. */
export const MAX_REQUESTED_DAYS = 31

/**
 * The times at which a client can come: on any of the days from the first to the last, in any of these parts of the
 * day.
 */
export type RequestedTimes = { first_date: CivilDate; last_date: CivilDate; day_parts: readonly DayPart[] }

const NOON = 12 * 60
const EVENING = 18 * 60

/** The part of the day in which a visit begins. */
export const dayPartOf = (minute: number): DayPart =>
  minute < NOON ? 'morning' : minute < EVENING ? 'afternoon' : 'evening'

/** All data of one date that decide which times a waiting client can be offered. */
export type OfferedDay = {
  date: CivilDate
  branch: BranchDay
  /** True if the date is closed or a public holiday, so that nothing can be offered. */
  isClosed: boolean
  /** The needs of the visit's services, with the requested person. */
  chain: Chain
  /** How many minutes apart visits start. */
  interval: StartInterval
  terms: Terms
  present: Present
}

/**
 * The start times of a date that fit the client's wish and can be booked, in order. `leadMinutes` is the length of an
 * offer: a time must still be bookable when the offer ends.
 */
export function fittingTimes(requested: RequestedTimes, day: OfferedDay, leadMinutes: number): CivilTime[] {
  if (day.isClosed || day.date < requested.first_date || day.date > requested.last_date) return []
  const terms = { ...day.terms, notice: day.terms.notice + leadMinutes }
  const wished = startsInTime(day.interval, terms, day.present).filter(({ minute }) =>
    requested.day_parts.includes(dayPartOf(minute)),
  )
  const minutes = wished.map(({ minute }) => minute)
  const free = new Set(freeChainStarts(day.branch, day.chain, minutes).map(({ start }) => start))
  return wished.filter(({ minute }) => free.has(minute)).map(({ time }) => time)
}
