import { forgetOldLinks } from './auth/reset-links.ts'
import { forgetOldKeys } from './db/idempotency.ts'
import type { Database } from './db/pool.ts'
import { sweepWindows } from './db/rate-windows.ts'
import { forgetExpiredSessions } from './sessions/service.ts'

const HOUR_MS = 3_600_000

/** Removes what has run out and tells nothing any more: sessions, links, counted tries, answers kept for repeated requests. */
export async function keepHouse(db: Database, now: Date): Promise<void> {
  await forgetExpiredSessions(db, now)
  await sweepWindows(db, now)
  await forgetOldKeys(db, now)
  await forgetOldLinks(db, now)
}

/** Keeps house every hour; a failure is told and the next hour tries again. Returns the way to stop. */
export function keepHouseHourly(db: Database, clock: () => Date, warn: (error: unknown, text: string) => void) {
  const sweep = () => keepHouse(db, clock()).catch((error: unknown) => warn(error, 'old rows could not be removed'))
  const timer = setInterval(() => void sweep(), HOUR_MS)
  timer.unref()
  return () => clearInterval(timer)
}
