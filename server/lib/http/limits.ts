import type { RateLimit } from '#server/db/rate-windows.ts'
import type { TurnLimits } from './take-turns.ts'
import type { Rate } from './token-buckets.ts'

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
  /** Links and codes with which people show that an e-mail or a number is theirs. */
  emailLinksPerPerson: RateLimit
  /** A code costs the clinic an SMS: of one person, for one number, from one address, and all together. */
  phoneCodesPerPerson: RateLimit
  phoneCodesPerNumber: RateLimit
  phoneCodesPerAddress: RateLimit
  phoneCodesInAll: RateLimit
  /** E-mails to unconfirmed addresses of unknown clients, all together. */
  strangerMails: RateLimit
  /** Calls with the link of an e-mail (to one visit, or to unsubscribe). */
  mailLinksPerAddress: RateLimit
  /** Calls of calendar programs; services that read for many people share an address. */
  calendarFeedsPerAddress: RateLimit
  /** Tests of a way to reach people that one person has sent: an SMS costs the clinic money. */
  messageTestsPerPerson: RateLimit
  /** Upcoming appointments one client may hold. Staff are exempt. */
  openBookingsPerClient: number
  bookingsPerClient: RateLimit
  /** Downloads of everything that is kept about a person, each of which reads it all. */
  dataExportsPerPerson: RateLimit
  /** What people may hold whom the clinic does not know yet (unproven). */
  firstVisits: FirstVisitLimits
  holds: HoldLimits
  waitlist: WaitlistLimits
  /** New accounts of one address that are still unproven. */
  registrations: RegistrationLimits
  /** Log-ins per account and address together, the right ones too: each hashes for 20 ms and writes to the log for good. */
  everyLogInPerAccountAndAddress: Rate
  everyLogInPerAddress: Rate
  /** Open event streams; a browser needs one, on plain http each visible tab one. */
  eventStreams: { perSession: number; perPerson: number; perProcess: number }
  flow: FlowLimits
}

export type FirstVisitLimits = {
  /** Open visits of one unproven person. */
  openPerClient: number
  /** Hours for which a pending visit is held; at most until it would begin. */
  heldHours: number
  /** Open pending visits that were booked from one address. */
  openPerAddress: number
}

/** Times that are held for browsers which are choosing. */
export type HoldLimits = {
  minutes: number
  /** Of one address at once. */
  openPerAddress: number
}

/** Who waits for a time, and what is offered to them. */
export type WaitlistLimits = {
  /** For how long an offered time is held. */
  offerMinutes: number
  /** An entry ends after so many offers that nobody answered. */
  mostUnanswered: number
  /** Open entries of one client whom the clinic knows. */
  openPerClient: number
  /** Open entries of one client whom it does not know; together with open visits of theirs there is one. */
  openPerStranger: number
  /** Open entries of such clients from one address, and of all of them. */
  openPerAddress: number
  openOfStrangers: number
  joinsPerClient: RateLimit
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

/** What one process takes on at once, counted in its own memory. */
type FlowLimits = {
  /** Changes of one session: far above what a hurried cashier sends. */
  changesPerStaffSession: Rate
  changesPerClientSession: Rate
  readsPerClientSession: Rate
  /** Calls of visitors and clients that run at once; the rest of the database's connections is for staff. */
  visitorCallsAtOnce: number
  /** The same while the staff are at work. */
  visitorCallsBesideStaff: number
  /** How many calls of visitors may wait for their turn, in all and of one address or session. */
  visitorsWaiting: number
  visitorsWaitingPerAddress: number
  /** How long they wait before they are refused, in milliseconds. */
  visitorWaitMs: number
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
  emailLinksPerPerson: { tries: 3, windowSeconds: 3600 },
  phoneCodesPerPerson: { tries: 3, windowSeconds: 3600 },
  phoneCodesPerNumber: { tries: 5, windowSeconds: 86_400 },
  phoneCodesPerAddress: { tries: 10, windowSeconds: 3600 },
  phoneCodesInAll: { tries: 100, windowSeconds: 86_400 },
  strangerMails: { tries: 200, windowSeconds: 86_400 },
  mailLinksPerAddress: { tries: 300, windowSeconds: quarterHour },
  calendarFeedsPerAddress: { tries: 300, windowSeconds: quarterHour },
  messageTestsPerPerson: { tries: 10, windowSeconds: 3600 },
  openBookingsPerClient: 5,
  bookingsPerClient: { tries: 10, windowSeconds: 3600 },
  dataExportsPerPerson: { tries: 10, windowSeconds: 3600 },
  firstVisits: { openPerClient: 1, heldHours: 48, openPerAddress: 10 },
  holds: { minutes: 10, openPerAddress: 10 },
  waitlist: {
    offerMinutes: 30,
    mostUnanswered: 3,
    openPerClient: 5,
    openPerStranger: 1,
    openPerAddress: 10,
    openOfStrangers: 100,
    joinsPerClient: { tries: 10, windowSeconds: 3600 },
  },
  registrations: {
    windowSeconds: 3600,
    atOnce: 30,
    stepMs: 250,
    longestWaitMs: 5_000,
    waitersPerAddress: 5,
    waiters: 100,
    most: 300,
  },
  everyLogInPerAccountAndAddress: { perSecond: 0.2, burst: 30 },
  // A whole mobile network may share one address.
  everyLogInPerAddress: { perSecond: 5, burst: 60 },
  eventStreams: { perSession: 12, perPerson: 60, perProcess: 500 },
  flow: {
    changesPerStaffSession: { perSecond: 5, burst: 60 },
    changesPerClientSession: { perSecond: 1, burst: 30 },
    readsPerClientSession: { perSecond: 20, burst: 200 },
    visitorCallsAtOnce: 10,
    visitorCallsBesideStaff: 2,
    visitorsWaiting: 2_000,
    visitorsWaitingPerAddress: 500,
    visitorWaitMs: 4_000,
  },
}
