/** The choices for how many minutes apart visits start. */
export const START_INTERVALS = [15, 30, 60] as const
export type StartInterval = (typeof START_INTERVALS)[number]

/** The longest minimum notice: thirty days, in minutes. */
export const LONGEST_NOTICE = 30 * 24 * 60
export const LONGEST_HORIZON = 366

const HOUR = 60

/** The choices for the minimum notice (in minutes) and for how many days ahead clients can book. */
export const NOTICES = [0, HOUR, 2 * HOUR, 4 * HOUR, 12 * HOUR, 24 * HOUR, 48 * HOUR, 72 * HOUR, 168 * HOUR]
export const HORIZONS = [7, 14, 30, 60, 90, 180]

/** The clinic's booking rules, which apply to services that have no booking rules of their own. */
export type BookingRules = {
  start_interval_minutes: StartInterval
  /** How many minutes before its start clients can book a visit. */
  minimum_notice_minutes: number
  /** How many days ahead clients can book; null for the general maximum. */
  horizon_days: number | null
}

/**
 * How many hours before the start a client may still move or cancel their own visit. With 0, it is possible until the
 * start.
 */
export type SelfServicePolicy = { move_notice_hours: number; cancel_notice_hours: number }

/** The longest change notice that a clinic can require: a week. */
export const MAX_NOTICE_HOURS = 168

/** How often a client may move one visit; a constraint of the database enforces it too. */
export const MOST_CLIENT_MOVES = 2

/**
 * True while a visit that begins at `startsAt` is at least `noticeHours` ahead, so that its client may still change it.
 */
export const isInNotice = (startsAt: Date, noticeHours: number, now: Date): boolean =>
  startsAt.getTime() > now.getTime() && startsAt.getTime() - now.getTime() >= noticeHours * HOUR * 60_000
