import type { RateLimit } from '#server/db/rate-windows.ts'
import type { TurnLimits } from './take-turns.ts'

/** How much is allowed; values handed to `buildApp`, with no way to switch them off in production. */
export type Limits = {
  /** Wrong log-ins per account and address together, from browsers that were never in. */
  logInsPerAccountAndAddress: RateLimit
  /**
   * Wrong log-ins per address, over all accounts, from browsers that were never in. Clinic Wi-Fi and mobile networks share
   * one address: beyond the limit tries are not refused, they wait for their turn.
   */
  logInsPerAddress: RateLimit
  /** Wrong log-ins per account, from anywhere, from browsers that were never in. */
  logInsPerAccount: RateLimit
  /** Wrong log-ins per account from one browser that has been in. */
  logInsPerDevice: RateLimit
  /** How the tries of an address that is over its limit take turns. */
  logInTurns: TurnLimits
  /** One-time links by email. */
  resetLinksPerAccount: RateLimit
  resetLinksPerAddress: RateLimit
  /** Upcoming appointments one client may hold. Staff are exempt. */
  openBookingsPerClient: number
  bookingsPerClient: RateLimit
  /** Downloads of everything that is kept about a person, each of which reads it all. */
  dataExportsPerPerson: RateLimit
  /** What people may hold whom the clinic does not know yet (unproven). */
  firstVisits: FirstVisitLimits
  /** New accounts of one address that are still unproven. */
  registrations: RegistrationLimits
}

export type FirstVisitLimits = {
  /** Open visits of one unproven person. */
  openPerClient: number
  /** Hours for which a pending visit is held; at most until it would begin. */
  heldHours: number
  /** The share of a day's bookable half hours that all of them together may hold, rounded up, at least one. */
  shareOfDay: number
  /** Open pending visits that were booked from one address. */
  openPerAddress: number
}

export type RegistrationLimits = {
  windowSeconds: number
  /** So many are answered at once; each further one waits `stepMs` longer, up to `longestWaitMs`. */
  atOnce: number
  stepMs: number
  longestWaitMs: number
  /** Beyond these, in one process, nobody waits and the answer is 429. */
  waitersPerAddress: number
  waiters: number
  /** Beyond this the answer is 429. */
  most: number
}

const quarterHour = 15 * 60

export const defaultLimits: Limits = {
  logInsPerAccountAndAddress: { tries: 10, windowSeconds: quarterHour },
  logInsPerAddress: { tries: 100, windowSeconds: quarterHour },
  logInsPerAccount: { tries: 50, windowSeconds: quarterHour },
  logInsPerDevice: { tries: 10, windowSeconds: quarterHour },
  // The sixth in line waits 6 s: a caller gives up after 10.
  logInTurns: { everyMs: 1_000, waitingPerKey: 6, waiting: 60 },
  resetLinksPerAccount: { tries: 3, windowSeconds: 3600 },
  resetLinksPerAddress: { tries: 20, windowSeconds: 3600 },
  openBookingsPerClient: 5,
  bookingsPerClient: { tries: 10, windowSeconds: 3600 },
  dataExportsPerPerson: { tries: 10, windowSeconds: 3600 },
  firstVisits: { openPerClient: 1, heldHours: 48, shareOfDay: 0.5, openPerAddress: 10 },
  registrations: {
    windowSeconds: 3600,
    atOnce: 30,
    stepMs: 250,
    longestWaitMs: 5_000,
    waitersPerAddress: 5,
    waiters: 100,
    most: 300,
  },
}
