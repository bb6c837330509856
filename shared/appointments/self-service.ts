/** How often a client may move one visit; a constraint of the database enforces it too. */
export const MOST_CLIENT_MOVES = 2

const HOUR_MS = 3_600_000

/** True while a visit that begins at `startsAt` is far enough ahead for the clinic's notice. */
export const isInNotice = (startsAt: Date, noticeHours: number, now: Date): boolean =>
  startsAt.getTime() > now.getTime() && startsAt.getTime() - now.getTime() >= noticeHours * HOUR_MS
