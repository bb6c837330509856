/** So often a client may move one visit; also a constraint of the database. */
export const MOST_CLIENT_MOVES = 2

const HOUR_MS = 3_600_000

/** A visit that begins at `startsAt` is still as far away as the clinic wants to know. */
export const isInNotice = (startsAt: Date, noticeHours: number, now: Date): boolean =>
  startsAt.getTime() > now.getTime() && startsAt.getTime() - now.getTime() >= noticeHours * HOUR_MS
