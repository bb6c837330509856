/** Every how many minutes visits may begin, as a clinic chooses it. */
export const START_INTERVALS = [15, 30, 60] as const
export type StartInterval = (typeof START_INTERVALS)[number]

/** Thirty days, in minutes. */
export const LONGEST_NOTICE = 30 * 24 * 60
export const LONGEST_HORIZON = 366

/** Minutes of notice, and days ahead, that screens offer to choose from. */
const HOUR = 60
export const NOTICES = [0, HOUR, 2 * HOUR, 4 * HOUR, 12 * HOUR, 24 * HOUR, 48 * HOUR, 72 * HOUR, 168 * HOUR]
export const HORIZONS = [7, 14, 30, 60, 90, 180]

/** How a clinic is booked where a service says nothing of its own. */
export type BookingRules = {
  start_interval_minutes: StartInterval
  /** How long before its start clients can book a visit. */
  minimum_notice_minutes: number
  /** How many days ahead clients can book; null: as far as anybody can. */
  horizon_days: number | null
}
