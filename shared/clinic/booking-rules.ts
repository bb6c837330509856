/** The choices for how many minutes apart visits start. */
export const START_INTERVALS = [15, 30, 60] as const
export type StartInterval = (typeof START_INTERVALS)[number]

/** Thirty days, in minutes. */
export const LONGEST_NOTICE = 30 * 24 * 60
export const LONGEST_HORIZON = 366

/** The choices for minutes of notice and days ahead. */
const HOUR = 60
export const NOTICES = [0, HOUR, 2 * HOUR, 4 * HOUR, 12 * HOUR, 24 * HOUR, 48 * HOUR, 72 * HOUR, 168 * HOUR]
export const HORIZONS = [7, 14, 30, 60, 90, 180]

/** The clinic's booking rules, for services without their own. */
export type BookingRules = {
  start_interval_minutes: StartInterval
  /** How many minutes before its start clients can book a visit. */
  minimum_notice_minutes: number
  /** How many days ahead clients can book; null for the general maximum. */
  horizon_days: number | null
}
