import type { ServerOptions } from 'node:http'
import type { RateLimit } from '#server/db/rate-limits.ts'

/** A rate limit: `burst` calls at once, and after that `perSecond` calls per second. */
export type Rate = { perSecond: number; burst: number }

export type DelayQueueLimits = {
  /**
   * After how many milliseconds the next caller with the same key, such as an IP address, may continue. The first
   * caller also waits this long.
   */
  everyMs: number
  /** How many callers with the same key may wait. */
  waitingPerKey: number
  /** How many callers may wait in total. */
  waiting: number
}

/** All limits. They are passed to `buildApp` and cannot be switched off in production. */
export type Limits = {
  /** Failed log-ins per account and IP address, from unknown browsers. */
  logInsPerAccountAndAddress: RateLimit
  /**
   * Failed log-ins per address over all accounts, from unknown browsers. Clinic Wi-Fi and mobile networks share one
   * address, so further tries are queued instead of refused.
   */
  logInsPerAddress: RateLimit
  /** Failed log-ins per account from any IP address, from unknown browsers. */
  logInsPerAccount: RateLimit
  /** Failed log-ins per account from one browser that has logged in before. */
  logInsPerDevice: RateLimit
  /** How log-ins are queued from an IP address that has exceeded its limit. */
  logInQueue: DelayQueueLimits
  /** E-mails with a link to reset a password: limits per account and per IP address of the requester. */
  resetLinksPerAccount: RateLimit
  resetLinksPerAddress: RateLimit
  /** Links and codes that confirm an e-mail or a number. */
  emailLinksPerPerson: RateLimit
  /** Phone codes cost the clinic an SMS each: limits per person, number and address, and in total. */
  phoneCodesPerPerson: RateLimit
  phoneCodesPerNumber: RateLimit
  phoneCodesPerAddress: RateLimit
  phoneCodesInAll: RateLimit
  /** All e-mails to unconfirmed addresses of unknown clients. */
  unknownPeopleMails: RateLimit
  /** Calls through a link in an e-mail, which opens one visit or unsubscribes. */
  mailLinksPerAddress: RateLimit
  /** Calls of the page, opened by a link, on which clients fill in forms. The page saves while they type. */
  formLinksPerAddress: RateLimit
  /**
   * Calls of calendar programs. A calendar service that reads for many people uses the same IP address for all of them.
   */
  calendarFeedsPerAddress: RateLimit
  /** How many test messages one person may send, because an SMS costs money. */
  messageTestsPerPerson: RateLimit
  /** How often one person may look up gift cards, because whoever knows a card's number can pay with it. */
  cardLookUpsPerPerson: RateLimit
  /**
   * How often the payment of one visit's deposit may be reported, because each report is an entry of the history log.
   */
  depositReportsPerVisit: RateLimit
  /** The maximum number of upcoming appointments of one client; staff may book more for a client. */
  openBookingsPerClient: number
  bookingsPerClient: RateLimit
  /** How often a person may download all data about them, because the download reads a lot. */
  dataExportsPerPerson: RateLimit
  /** Limits for unknown clients. */
  firstVisits: FirstVisitLimits
  holds: HoldLimits
  waitlist: WaitlistLimits
  /** Registrations per IP address by unknown clients. */
  registrations: RegistrationLimits
  /** All log-ins, successful ones too, per account and address: each takes 20 ms of hashing and a permanent log row. */
  everyLogInPerAccountAndAddress: Rate
  everyLogInPerAddress: Rate
  /** The maximum numbers of open event streams; a browser needs one, or on plain http one for each visible tab. */
  eventStreams: { perSession: number; perPerson: number; perProcess: number }
  floods: FloodLimits
}

export type FirstVisitLimits = {
  /** The maximum number of open visits of one unknown client. */
  openPerClient: number
  /** Hours after which an unconfirmed visit expires, unless it begins earlier; then it expires at its start. */
  heldHours: number
  /** The maximum number of open unconfirmed visits that were booked from one IP address. */
  openPerAddress: number
}

/** Limits of slot reservations. */
export type HoldLimits = {
  minutes: number
  /** The maximum number of slot reservations from one IP address at the same time. */
  openPerAddress: number
}

/** Limits of the waitlist and its offers. */
export type WaitlistLimits = {
  /** How many minutes an offered time is reserved. */
  offerMinutes: number
  /** A waitlist entry ends after this many unanswered offers. */
  mostUnanswered: number
  /** The maximum number of open waitlist entries of one known client. */
  openPerClient: number
  /** The maximum number of open waitlist entries and open visits of one unknown client, counted together. */
  openPerUnknownClient: number
  /** The maximum numbers of open waitlist entries of unknown clients: from one IP address, and in total. */
  openPerAddress: number
  openOfUnknownClients: number
  joinsPerClient: RateLimit
}

export type RegistrationLimits = {
  windowSeconds: number
  /**
   * This many registrations of an IP address continue at once; each further one waits `stepMs` longer, up to
   * `longestWaitMs`.
   */
  atOnce: number
  stepMs: number
  longestWaitMs: number
  /** How many registrations may wait in one process, per IP address and in total; further ones get a 429. */
  waitersPerAddress: number
  waiters: number
  /** The maximum number of registrations from an IP address within `windowSeconds`; further ones get a 429. */
  most: number
}

/** Limits of one process, counted in memory. */
export type FloodLimits = {
  /** Changes per session: far more than a hurried cashier sends. */
  changesPerStaffSession: Rate
  changesPerClientSession: Rate
  readsPerClientSession: Rate
  /** The maximum rate of reads with one API key. Changes with the key have the limit of a staff session. */
  readsPerApiKey: Rate
  /** Calls with API keys that do not work, per IP address. */
  wrongKeysPerAddress: Rate
  /** The maximum number of concurrent calls of visitors and clients; the other database connections are for staff. */
  visitorCallsAtOnce: number
  /** The maximum number of concurrent calls of visitors and clients while staff are active. */
  visitorCallsBesideStaff: number
  /**
   * While staff are active, a visitor's call that has ended counts as running for this many times as long as it took.
   * The next call begins later, so that the calls of a flood leave most of the processor to staff.
   */
  visitorPauseFactor: number
  /**
   * The longest pause, in milliseconds, after a visitor's call has ended or a visitor's request was started. Without this
   * limit, one slow call would stop all visitors for seconds.
   */
  longestVisitorPauseMs: number
  /** How many requests of visitors may wait until they are started, in total and per address. */
  visitorsToStart: number
  visitorsToStartPerAddress: number
  /** How many started calls of visitors may wait, in total and per address. */
  visitorsWaiting: number
  visitorsWaitingPerAddress: number
  /** How many milliseconds after its arrival a visitor's call that still waits is refused. */
  visitorWaitMs: number
}

const quarterHour = 15 * 60

export const defaultLimits: Limits = {
  logInsPerAccountAndAddress: { tries: 10, windowSeconds: quarterHour },
  logInsPerAddress: { tries: 100, windowSeconds: quarterHour },
  logInsPerAccount: { tries: 50, windowSeconds: quarterHour },
  logInsPerDevice: { tries: 10, windowSeconds: quarterHour },
  // The sixth caller in the queue waits 6 s; browsers stop waiting after 10 s.
  logInQueue: { everyMs: 1_000, waitingPerKey: 6, waiting: 60 },
  resetLinksPerAccount: { tries: 3, windowSeconds: 3600 },
  resetLinksPerAddress: { tries: 20, windowSeconds: 3600 },
  emailLinksPerPerson: { tries: 3, windowSeconds: 3600 },
  phoneCodesPerPerson: { tries: 3, windowSeconds: 3600 },
  phoneCodesPerNumber: { tries: 5, windowSeconds: 86_400 },
  phoneCodesPerAddress: { tries: 10, windowSeconds: 3600 },
  phoneCodesInAll: { tries: 100, windowSeconds: 86_400 },
  unknownPeopleMails: { tries: 200, windowSeconds: 86_400 },
  mailLinksPerAddress: { tries: 300, windowSeconds: quarterHour },
  formLinksPerAddress: { tries: 3000, windowSeconds: quarterHour },
  calendarFeedsPerAddress: { tries: 300, windowSeconds: quarterHour },
  messageTestsPerPerson: { tries: 10, windowSeconds: 3600 },
  cardLookUpsPerPerson: { tries: 60, windowSeconds: 3600 },
  depositReportsPerVisit: { tries: 10, windowSeconds: 3600 },
  openBookingsPerClient: 5,
  bookingsPerClient: { tries: 10, windowSeconds: 3600 },
  dataExportsPerPerson: { tries: 10, windowSeconds: 3600 },
  firstVisits: { openPerClient: 1, heldHours: 48, openPerAddress: 10 },
  holds: { minutes: 10, openPerAddress: 10 },
  waitlist: {
    offerMinutes: 30,
    mostUnanswered: 3,
    openPerClient: 5,
    openPerUnknownClient: 1,
    openPerAddress: 10,
    openOfUnknownClients: 100,
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
  // A whole mobile network may share one IP address, so many people must be able to log in from it.
  everyLogInPerAddress: { perSecond: 5, burst: 60 },
  eventStreams: { perSession: 12, perPerson: 60, perProcess: 500 },
  floods: {
    changesPerStaffSession: { perSecond: 5, burst: 60 },
    changesPerClientSession: { perSecond: 1, burst: 30 },
    readsPerClientSession: { perSecond: 20, burst: 200 },
    readsPerApiKey: { perSecond: 10, burst: 100 },
    wrongKeysPerAddress: { perSecond: 0.2, burst: 20 },
    visitorCallsAtOnce: 10,
    visitorCallsBesideStaff: 2,
    visitorPauseFactor: 7,
    longestVisitorPauseMs: 50,
    visitorsToStart: 4_000,
    visitorsToStartPerAddress: 1_000,
    visitorsWaiting: 2_000,
    visitorsWaitingPerAddress: 500,
    // The web app gives up a request after 10 s, so a visitor's call gets its answer or a 503 before that.
    visitorWaitMs: 7_000,
  },
}

/** Timeouts for callers that make no progress; passed to `buildApp`. */
export type RequestTimeouts = {
  /**
   * How many milliseconds the headers of a request may take, and after them its body. A file that staff upload may take
   * `uploadMs` instead.
   */
  requestMs: number
  /** Maximum time in milliseconds for a whole request in which staff upload a file. */
  uploadMs: number
  /** Maximum time in milliseconds without traffic in either direction. Event streams send a keep-alive every 20 s. */
  silenceMs: number
}

// The web app waits up to 120 s until an upload is answered.
export const defaultRequestTimeouts: RequestTimeouts = { requestMs: 30_000, uploadMs: 150_000, silenceMs: 75_000 }

/**
 * Fastify's timeouts for unfinished requests, because otherwise a few hundred unfinished requests could occupy every
 * connection. `limitBodyTime` limits the time for the bodies of all requests but uploads by staff.
 */
export const timeoutOptions = ({ requestMs, uploadMs, silenceMs }: RequestTimeouts) => ({
  requestTimeout: uploadMs,
  connectionTimeout: silenceMs,
  http: { headersTimeout: requestMs, connectionsCheckingInterval: Math.min(5_000, requestMs) } satisfies ServerOptions,
})
