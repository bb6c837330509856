import { LAPSED_AT_ONCE, lapseVisits } from './appointments/lapse.ts'
import { forgetOldLinks } from './auth/reset-links.ts'
import { forgetOldProofs } from './auth/verify-email.ts'
import { forgetOldKeys } from './db/idempotency.ts'
import { NO_CHANNELS, type Channels } from './db/outbox.ts'
import type { Database, Tx } from './db/pool.ts'
import { sweepWindows } from './db/rate-windows.ts'
import { sweepTries } from './db/registration-tries.ts'
import { inTransaction } from './db/transactions.ts'
import type { HubEvent } from './lib/hub-event.ts'
import { defaultLimits } from '#server/lib/http/limits.ts'
import { removeImage } from './lib/uploads.ts'
import { forgetOldMerges } from './people/forget-merges.ts'
import { sessionsOfDevices } from './push/subscribe.ts'
import { holds } from './resources/service.ts'
import { forgetExpiredSessions } from './sessions/service.ts'
import { offerFreeTimes } from './waitlist/offer-runner.ts'

const HOUR_MS = 3_600_000
/** A visit or an offer that is held no longer is free again, and offered to the next, within this time. */
const LAPSE_EVERY_MS = 60_000

type Warn = (error: unknown, text: string) => void
type Publish = (events: HubEvent[]) => void

/**
 * Removes what has run out and tells nothing any more: sessions, links, counted tries, answers kept for repeated requests,
 * and what merges of records kept for undoing them, files in the folder of the photos included.
 */
export async function keepHouse(db: Database, now: Date, photosDir: string): Promise<void> {
  const sweeps: ((tx: Tx) => Promise<unknown>)[] = [
    async (tx) => forgetExpiredSessions(tx, now, await sessionsOfDevices(tx)),
    (tx) => sweepWindows(tx, now),
    (tx) => sweepTries(tx, defaultLimits.registrations.windowSeconds, now),
    (tx) => forgetOldKeys(tx, now),
    (tx) => forgetOldLinks(tx, now),
    (tx) => forgetOldProofs(tx, now),
    (tx) => holds.sweepHolds(tx, now),
  ]
  for (const sweep of sweeps) await inTransaction(db, sweep)
  const photos = await inTransaction(db, (tx) => forgetOldMerges(tx, now))
  for (const photo of photos) await removeImage(photosDir, photo)
}

/** Cancels the first visits that nobody has confirmed in time, a few in each transaction, and tells all screens. */
export async function lapseAll(db: Database, now: Date, publish: Publish, channels = NO_CHANNELS): Promise<number> {
  let all = 0
  for (;;) {
    const lapsed = await inTransaction(db, (tx) => lapseVisits(tx, now, channels))
    if (lapsed > 0) publish([{ name: 'AppointmentBooked' }])
    all += lapsed
    if (lapsed < LAPSED_AT_ONCE) return all
  }
}

/**
 * Keeps house every hour; lapses visits and offers free times to who waits for them every minute; a failure is told and the next time tries again. Returns the
 * way to stop.
 */
export function keepHouseOften(
  { db, photosDir, channels }: { db: Database; photosDir: string; channels: Channels },
  clock: () => Date,
  publish: Publish,
  warn: Warn,
): () => void {
  const sweep = () =>
    keepHouse(db, clock(), photosDir).catch((error: unknown) => warn(error, 'old rows could not be removed'))
  let isLapsing = false
  const lapse = async () => {
    if (isLapsing) return
    isLapsing = true
    await lapseAll(db, clock(), publish, channels).catch((error: unknown) =>
      warn(error, 'old requests could not be lapsed'),
    )
    const waitlist = { db, clock, limits: defaultLimits.waitlist, channels, publish, warn }
    await offerFreeTimes(waitlist).catch((error: unknown) => warn(error, 'freed times could not be offered'))
    isLapsing = false
  }
  const timers = [setInterval(() => void sweep(), HOUR_MS), setInterval(() => void lapse(), LAPSE_EVERY_MS)]
  for (const timer of timers) timer.unref()
  return () => timers.forEach((timer) => clearInterval(timer))
}
